/** A server of gRPC by hand over HTTP/2, which does what no server should. */
import { once } from 'node:events';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { create, toBinary } from '@bufbuild/protobuf';
import { FeatureSchema } from '../gen/route_guide_pb.ts';
import { features } from '../servers/service.ts';

/** One call as it came in. */
export interface OddCall {
  stream: ServerHttp2Stream;
  /** `GetFeature` */
  method: string;
  /** Place of its connection among all, and its own on that, from 0. */
  connection: number;
  place: number;
}

/** Answers with a feature, the first of all unless a name is given. */
export function answer({ stream }: OddCall, name = features[0]?.name ?? ''): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  const message = toBinary(FeatureSchema, create(FeatureSchema, { name }));
  // gRPC’s framing: a byte of flags, four of length, the message.
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
}

/** Answers with a status alone. */
export function refuse({ stream }: OddCall, status: number, message: string): void {
  const grpc = { 'grpc-status': String(status), 'grpc-message': message };
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', ...grpc },
    { endStream: true },
  );
}

export interface OddServer extends AsyncDisposable {
  address: string;
  /** Bytes of request messages that came over each connection, with their prefixes. */
  received: readonly number[];
  /** Listens no more and cuts all connections. */
  die(): void;
}

/** @param take is handed each call, and answers it or not; nobody reads its request unless `read` is so */
export async function oddServer(take: (call: OddCall) => void, read = true): Promise<OddServer> {
  const sessions: ServerHttp2Session[] = [];
  const received: number[] = [];
  const places: number[] = [];
  const server = createServer();
  server.on('session', (session) => {
    sessions.push(session);
    received.push(0);
    places.push(0);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream, { ':path': path = '' }) => {
    stream.on('error', () => undefined);
    const connection = sessions.indexOf(stream.session as ServerHttp2Session);
    const place = places[connection] ?? 0;
    places[connection] = place + 1;
    if (read) {
      stream.on('data', (chunk: Buffer) => {
        received[connection] = (received[connection] ?? 0) + chunk.length;
      });
    }
    take({ stream, connection, place, method: path.split('/').at(-1) ?? '' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const die = () => {
    server.close();
    for (const session of sessions) session.destroy();
  };
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    received,
    die,
    [Symbol.asyncDispose]: () => Promise.resolve(die()),
  };
}
