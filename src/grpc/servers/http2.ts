/** The baseline over HTTP/2: gRPC’s messages on a bare stream, with neither its headers nor its trailers. */
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { Unprefixed } from '../prefixed.ts';
import { pathOf } from '../route-guide.ts';
import { type Kind, kinds } from '../specs.ts';
import { Canned } from './canned.ts';
import { listen } from './listen.ts';

const kindAt = new Map<string | undefined, Kind>(kinds.map((kind) => [pathOf(kind), kind]));
const { HTTP2_HEADER_STATUS, HTTP2_HEADER_CONTENT_TYPE } = constants;

function answer(stream: ServerHttp2Stream, kind: Kind): void {
  stream.respond({
    [HTTP2_HEADER_STATUS]: 200,
    [HTTP2_HEADER_CONTENT_TYPE]: 'application/octet-stream',
  });
  const canned = new Canned(kind);
  const messages = new Unprefixed((message) => {
    if (message === 'end') return;
    const reply = canned.message(message);
    if (reply !== undefined) stream.write(reply);
  });
  stream.on('data', (chunk: Buffer) => messages.push(chunk));
  stream.on('end', () => stream.end(canned.end()));
}

/** @returns the port that it listens on */
export function serve(host: string): Promise<number> {
  const server = createServer();
  // The least that it costs holds no packet back.
  server.on('connection', (socket: Socket) => socket.setNoDelay(true));
  server.on('stream', (stream, headers) => {
    // A client that goes away resets its streams.
    stream.on('error', () => undefined);
    const kind = kindAt.get(headers[':path']);
    if (kind === undefined) stream.respond({ [HTTP2_HEADER_STATUS]: 404 }, { endStream: true });
    else answer(stream, kind);
  });
  return listen(server, host);
}
