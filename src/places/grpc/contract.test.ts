/** The load generator with every server, and with servers that stall, refuse, die or are none. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import {
  createServer as createHttp2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { create, toBinary } from '@bufbuild/protobuf';
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { endWithThis } from '../../cli/shared/process-end.ts';
import { type RemoteCaller, Stalled } from '../../harness/plan/index.ts';
import { AgentProcess } from '../processes/processes.ts';
import { arms, type Target } from './arms.ts';
import { FeatureSchema, PointSchema } from './gen/route_guide_pb.ts';
import { buildGo } from './run/go.ts';
import { generatorOf, serverOf, ServerProcess } from './run/processes.ts';
import { loadRouteGuide } from '../../systems/grpc-js/grpc.ts';
import { features } from './servers/service.ts';
import { kinds, type LoadSpec } from './workloads.ts';

// A server of gRPC by hand over HTTP/2, which does what no server should.

/** One call as it came in. */
interface OddCall {
  stream: ServerHttp2Stream;
  /** `GetFeature` */
  method: string;
  /** Place of its connection among all, and its own on that, from 0. */
  connection: number;
  place: number;
}

/** Answers with a feature, the first of all unless a name is given. */
function answer({ stream }: OddCall, name = features[0]?.name ?? ''): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  const message = toBinary(FeatureSchema, create(FeatureSchema, { name }));
  // gRPC’s framing: a byte of flags, four of length, the message.
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
}

/** Answers with a status alone. */
function refuse({ stream }: OddCall, status: number, message: string): void {
  const grpc = { 'grpc-status': String(status), 'grpc-message': message };
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', ...grpc },
    { endStream: true },
  );
}

interface OddServer extends AsyncDisposable {
  address: string;
  /** Bytes of request messages that came over each connection, with their prefixes. */
  received: readonly number[];
  /** Listens no more and cuts all connections. */
  die(): void;
}

/** @param take is handed each call, and answers it or not */
async function oddServer(take: (call: OddCall) => void): Promise<OddServer> {
  const sessions: ServerHttp2Session[] = [];
  const received: number[] = [];
  const places: number[] = [];
  const server = createHttp2Server();
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
    stream.on('data', (chunk: Buffer) => {
      received[connection] = (received[connection] ?? 0) + chunk.length;
    });
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

const CLIENTS = 2;
const OPERATIONS = 6;
/** Longest that a call may take, in ms, where none gets an answer, and where some get one on a busy machine. */
const SOON = 300;
const LATER = 1000;

const ofKinds = kinds.map((kind): LoadSpec => ({ id: kind, kind, clients: CLIENTS }));
const one: LoadSpec = { id: 'one', kind: 'unary', clients: 1 };
const specs = [...ofKinds, one];

/** Bytes of the request message of a unary call, which begins with five of gRPC’s framing. */
const REQUEST_BYTES = 5 + toBinary(PointSchema, create(PointSchema, features[0]?.location)).length;

const built = await buildGo();
const why = 'missing' in built ? ` (left out: ${built.missing})` : '';
const go = 'missing' in built ? '' : built.file;
const servers = arms.flatMap(({ id, server, protocol }) =>
  'id' in server && server.id === id ? [{ id, server, protocol }] : [],
);
const started = new Map<string, ServerProcess>();
beforeAll(() => {
  if (why !== '') return;
  for (const { id, server } of servers) {
    const process = new ServerProcess(serverOf(server, go), `the server ${id}`, endWithThis);
    started.set(id, process);
  }
});
afterAll(() => Promise.all([...started.values()].map((process) => process.close())));

const addressOf = async (server: string): Promise<string> =>
  (await started.get(server)?.address) ?? '';
const startGenerator = () => new AgentProcess(generatorOf(go, specs), 'the generator', endWithThis);

/** Has a generator open a connection, whose deadline is in ms. */
async function openBy({ client }: AgentProcess, target: Target, deadlineMs = 5000) {
  const nothing = () => undefined;
  const meter = { count: nothing, opened: nothing, lost: nothing };
  const channel = { id: 'an id', meter, deadlineMs, through: undefined };
  const connection = await client.connect('an arm', channel, target);
  const { elsewhere } = connection;
  if (elsewhere === undefined)
    throw new Error('got turns to be taken here, expected a generator’s');
  return { ...elsewhere, close: () => connection.close() };
}

/** A turn of a load, prepared as a run does. */
async function take(on: RemoteCaller, { id }: LoadSpec, operations = OPERATIONS) {
  await on.prepare(id);
  const taken = await on.turn({ workload: id, first: 0, operations, together: false });
  return { ...taken, timed: { totalUs: undefined, ...taken.timed } };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe.skipIf(why !== '')(`the load generator${why}`, () => {
  let generator: AgentProcess;
  beforeAll(() => {
    generator = startGenerator();
  });
  afterAll(() => generator.close());

  const opened = async (target: Target, deadlineMs?: number) => {
    const connection = await openBy(generator, target, deadlineMs);
    onTestFinished(() => connection.close());
    return connection;
  };
  /** The error that opening it is refused with. */
  const refusal = (target: Target, deadlineMs?: number) =>
    openBy(generator, target, deadlineMs).then(
      () => expect.fail('opened'),
      (error: Error) => error,
    );
  /** The error that a turn of it ends with. */
  const interruption = async (target: Target, spec: LoadSpec, operations?: number) => {
    const connection = await opened(target, LATER);
    return take(connection, spec, operations).then(
      () => expect.fail('came to its end'),
      (error: Error) => error,
    );
  };

  it.each(servers)('makes every kind of call to $id', async ({ protocol, id }) => {
    const connection = await opened({ protocol, address: await addressOf(id) });
    for (const spec of specs) {
      const { timed, wrong } = await take(connection, spec);
      const { samplesUs, totalUs, frames, bytes } = timed;
      expect(wrong, spec.id).toBeUndefined();
      expect(samplesUs, spec.id).toHaveLength(OPERATIONS);
      for (const sampleUs of samplesUs) expect(sampleUs).toBeGreaterThan(0);
      if (spec.clients > 1) {
        // Each client makes one call at a time. A sample is rounded by half a microsecond.
        expect(totalUs).toBeGreaterThanOrEqual(Math.max(...samplesUs) - 1);
        expect(CLIENTS * (totalUs ?? 0)).toBeGreaterThanOrEqual(sum(samplesUs) - OPERATIONS);
      } else expect(totalUs).toBeUndefined();
      expect(Math.min(frames.out, frames.in)).toBeGreaterThanOrEqual(OPERATIONS);
      expect(Math.min(bytes.out, bytes.in)).toBeGreaterThan(OPERATIONS);
    }
    expect(await connection.check(one.id, OPERATIONS)).toBeUndefined();
  });

  it('has one connection for all clients, or new ones, where the target says so', async () => {
    await using server = await oddServer((call) => answer(call));
    const target: Target = { protocol: 'grpc', address: server.address };
    await take(await opened({ ...target, oneConnection: true }), specs[0] as LoadSpec);
    expect(server.received).toHaveLength(1);
    const connection = await opened({ ...target, redialBytes: 2 * REQUEST_BYTES });
    const { wrong } = await take(connection, one);
    expect(wrong).toBeUndefined();
    const [, ...redialled] = server.received;
    expect(Math.max(...redialled)).toBeLessThanOrEqual(2 * REQUEST_BYTES);
    expect(sum(redialled)).toBeGreaterThanOrEqual((OPERATIONS + 1) * REQUEST_BYTES);
  });

  it('leaves notes beforehand where they are answered with earlier ones only', async () => {
    const notes = new Map<string, object[]>();
    const server = new Server();
    const { service } = loadRouteGuide();
    server.addService(service, {
      getFeature: (_: object, callback: (error: null, feature: object) => void) =>
        callback(null, { name: features[0]?.name }),
      routeChat(call: ServerDuplexStream<{ location: object }, object>) {
        call.on('data', (note: { location: object }) => {
          const key = JSON.stringify(note.location);
          const earlier = notes.get(key) ?? [];
          for (const each of earlier) call.write(each);
          notes.set(key, [...earlier, note]);
        });
        call.on('end', () => call.end());
      },
    });
    const port = await new Promise<number>((resolve) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, bound) =>
        resolve(bound),
      ),
    );
    onTestFinished(() => server.forceShutdown());
    const connection = await opened({ protocol: 'grpc', address: `127.0.0.1:${port}` });
    const chat = specs.find(({ kind }) => kind === 'bidirectional') as LoadSpec;
    const { timed, wrong } = await take(connection, chat);
    expect(wrong).toBeUndefined();
    expect(timed.samplesUs).toHaveLength(OPERATIONS);
  });

  it('says which answer is wrong', async () => {
    await using server = await oddServer((call) =>
      answer(call, call.place === 4 ? 'Elsewhere' : undefined),
    );
    const connection = await opened({ protocol: 'grpc', address: server.address });
    const { wrong } = await take(connection, one);
    expect(wrong).toMatch(/^answer \d+: got the name "Elsewhere", expected (the name )?"Berkshire/);
  });

  it('reports a client that stalls, and goes on with the others', async () => {
    await using server = await oddServer((call) => {
      if (call.connection > 0 || call.place < 3) answer(call);
    });
    const target: Target = { protocol: 'grpc', address: server.address };
    const error = await interruption(target, specs[0] as LoadSpec, 40);
    expect(error).toBeInstanceOf(Stalled);
    expect(error.message).toMatch(
      /^1 of 2 clients stalled: no answer within 1,000 ms after 3 calls and \d+ bytes of request messages on its connection; the others answered \d+ of 40$/,
    );
  });

  it('reports errors by their status, and goes on with other clients', async () => {
    await using server = await oddServer((call) => {
      if (call.connection > 0 || call.place < 3) answer(call);
      else refuse(call, 13, 'malformed header');
    });
    const target: Target = { protocol: 'grpc', address: server.address };
    const error = await interruption(target, specs[0] as LoadSpec, 40);
    expect(error).not.toBeInstanceOf(Stalled);
    expect(error.message).toMatch(
      /^1 of 2 clients failed: INTERNAL 1 \("malformed header"\), after 3 calls and \d+ bytes of request messages on its connection; the others answered \d+ of 40$/,
    );
  });

  it('ends a turn whose server dies', async () => {
    await using server = await oddServer((call) => {
      if (call.place < 3) answer(call);
      else server.die();
    });
    const target: Target = { protocol: 'grpc', address: server.address };
    const error = await interruption(target, specs[0] as LoadSpec, 40);
    expect(error.message).toMatch(/^2 of 2 clients failed: .*UNAVAILABLE/);
    expect((await refusal(target)).message).toContain(server.address);
  });

  it('does not take another service for the one meant', async () => {
    await using server = await oddServer((call) => refuse(call, 12, 'unknown service'));
    const { message } = await refusal({ protocol: 'grpc', address: server.address });
    expect(message).toBe(
      `${server.address} answered GetFeature with UNIMPLEMENTED: unknown service, expected a server of routeguide.RouteGuide`,
    );
  });

  it.each(['grpc', 'tcp'] as const)('gives up a black hole over %s in time', async (protocol) => {
    const hole = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hole, 'listening');
    onTestFinished(() => void hole.close());
    const { port } = hole.address() as AddressInfo;
    const error = await refusal({ protocol, address: `127.0.0.1:${port}` }, SOON);
    expect(error).toBeInstanceOf(Stalled);
    expect(error.message).toContain(`127.0.0.1:${port} did not answer`);
    expect(error.message).toContain('within 300 ms');
  });

  it('says what it does not know, and ends at what it can’t read', async () => {
    const connection = await opened({ protocol: 'grpc', address: await addressOf('grpc-go') });
    await expect(connection.prepare('unary-7')).rejects.toThrow(/got "unary-7", expected/);
    const other = startGenerator();
    other.process.stdin.write('no JSON\n');
    expect(await other.ended).toMatch(/^the generator ended with code [1-9].*no JSON/s);
  });

  it('ends when its stdin does, with calls under way too', async () => {
    await using server = await oddServer(() => undefined);
    const other = startGenerator();
    const opening = openBy(other, { protocol: 'grpc', address: server.address }, 60_000);
    opening.catch(() => undefined);
    other.process.stdin.end();
    expect(await other.ended).toBe('the generator ended with code 0');
    await expect(opening).rejects.toThrow('the generator ended');
  });
});
