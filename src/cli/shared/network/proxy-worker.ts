/**
 * A TCP proxy that delays what passes, or fails on request, in a thread of its own: a client that is busy or frozen
 * changes neither.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { NetworkLink } from '../../../core/record/index.ts';

/** Everything that the proxy can do to the connections that are open. */
export type ProxyFailure =
  /** Drops what comes in: both ways, or one of them. */
  | 'stop'
  | 'stop-to-server'
  | 'stop-to-client'
  /** Ends both halves with a TCP reset. */
  | 'reset'
  /** Ends the connection as TCP does, without a Close frame: the client reports code 1006. */
  | 'end'
  /** Sends the client a Close frame with this code, then ends the connection. */
  | 'close-1001'
  | 'close-1012'
  | 'close-1013'
  /** Keeps every byte for {@link HOLD_MS}, then passes all of them on. */
  | 'hold';

/** Pause of `hold`, in ms. */
const HOLD_MS = 5000;

/** The thread’s task; it answers with the port that it listens on. */
export interface ProxyTask {
  target: { host: string; port: number };
  /** Delays what passes. A proxy without a link passes everything at once until it is told to fail. */
  link?: NetworkLink | undefined;
}

interface LineWorld {
  now(): number;
  after(delayMs: number, callback: () => void): unknown;
  random(): number;
}

/**
 * One direction of a link: what goes in comes out later, in the same order. Each piece takes half the round trip
 * and a jitter of its own, drawn from an exponential distribution whose mean is half the link’s, and waits for the
 * one before it. So the round trip of a link is its least, and takes the jitter longer on average.
 *
 * @param opensInMs time until anything may leave: what goes in earlier leaves then
 * @returns takes what delivers a piece
 */
export function delayLine(
  { roundTripMs, jitterMs }: NetworkLink,
  world: LineWorld,
  opensInMs = 0,
): (deliver: () => void) => void {
  const openAt = world.now() + opensInMs;
  let last = Promise.resolve();
  return (deliver) => {
    // The inverse of the exponential distribution’s cumulative function.
    const jitter = -Math.log(1 - world.random()) * (jitterMs / 2);
    const dueAt = Math.max(openAt, world.now()) + roundTripMs / 2 + jitter;
    last = last.then(async () => {
      const leftMs = dueAt - world.now();
      if (leftMs > 0) await new Promise<void>((resolve) => void world.after(leftMs, resolve));
      deliver();
    });
  };
}

/**
 * How long before a delivery the thread looks at the clock in each turn of its event loop, in ms.
 * Timers know only whole milliseconds, so they are up to one off, on average a third too late. With
 * this they are off by hundredths. It costs a millisecond or two of a processor for each delivery,
 * and nothing while nothing passes.
 */
const AWAKE_MS = 1;

function after(delayMs: number, callback: () => void): void {
  const dueAt = performance.now() + delayMs;
  const look = () => void (performance.now() >= dueAt ? callback() : setImmediate(look));
  const asleepMs = Math.floor(delayMs - AWAKE_MS);
  if (asleepMs >= 1) setTimeout(look, asleepMs);
  else setImmediate(look);
}

/** Most bytes under way in one direction of a connection; more are left with their sender. */
const MOST_UNDER_WAY = 16 * 2 ** 20;

/** Passes bytes, end and failure one way of a connection, as it is, and later. */
function forward(from: Socket, to: Socket, link: NetworkLink, opensInMs: number): void {
  const world = { now: () => performance.now(), after, random: Math.random };
  const send = delayLine(link, world, opensInMs);
  let underWay = 0;
  from.on('data', (chunk: Buffer) => {
    underWay += chunk.length;
    if (underWay > MOST_UNDER_WAY) from.pause();
    send(() => {
      to.write(chunk, () => {
        underWay -= chunk.length;
        if (underWay <= MOST_UNDER_WAY) from.resume();
      });
    });
  });
  from.on('end', () => send(() => to.end()));
  // Failures are told by `close`.
  from.on('error', () => undefined);
  from.on('close', (failed) => {
    if (failed) send(() => to.resetAndDestroy());
  });
}

interface Pair {
  client: Socket;
  server: Socket;
}

const waysOf = ({ client, server }: Pair): ReadonlyArray<readonly [from: Socket, to: Socket]> => [
  [client, server],
  [server, client],
];

/** A Close frame as a server sends it, without a mask: RFC 6455, section 5.5.1. */
function closeFrame(code: number): Buffer {
  const frame = Buffer.from([0x88, 2, 0, 0]);
  frame.writeUInt16BE(code, 2);
  return frame;
}

/** Reads on and drops everything, so that the sender notices nothing. Its end is dropped as well. */
function stop(from: Socket, to: Socket): void {
  from.unpipe(to);
  from.resume();
}

/**
 * Ends the client’s half, after a last frame if there is one. Messages of this bench are far smaller than what TCP
 * hands over at once, so that a piece ends where a frame ends, and the stream is at a boundary between two.
 */
function endClient({ client, server }: Pair, frame?: Buffer): void {
  stop(server, client);
  stop(client, server);
  server.destroy();
  if (frame === undefined) client.end();
  else client.end(frame);
}

function fail(pair: Pair, failure: ProxyFailure): void {
  const { client, server } = pair;
  switch (failure) {
    case 'reset':
      server.resetAndDestroy();
      client.resetAndDestroy();
      return;
    case 'end':
      return endClient(pair);
    case 'close-1001':
    case 'close-1012':
    case 'close-1013':
      return endClient(pair, closeFrame(Number(failure.slice('close-'.length))));
    case 'hold':
      for (const [from, to] of waysOf(pair)) {
        from.unpipe(to);
        from.pause();
        setTimeout(() => from.pipe(to), HOLD_MS);
      }
      return;
    case 'stop':
    case 'stop-to-server':
    case 'stop-to-client':
      if (failure !== 'stop-to-client') stop(client, server);
      if (failure !== 'stop-to-server') stop(server, client);
  }
}

/** Passes both ways of a connection on at once, for as long as it is among those that are open. */
function pass(pair: Pair, open: Set<Pair>): void {
  open.add(pair);
  for (const [from, to] of waysOf(pair)) {
    from.pipe(to);
    // A bad end is told to the other half by `close`.
    from.on('error', () => undefined);
    from.on('close', (failed) => {
      // One that was failed says nothing to the other half any more.
      if (failed && open.has(pair)) to.resetAndDestroy();
      if (from.destroyed && to.destroyed) open.delete(pair);
    });
  }
}

function serve({ target, link }: ProxyTask): void {
  const open = new Set<Pair>();
  // Each half of a connection ends by itself: an answer may still be under way.
  const options = { noDelay: true, allowHalfOpen: true };
  const server = createServer(options, (client) => {
    const upstream = connect({ ...target, ...options });
    if (link === undefined) return pass({ client, server: upstream }, open);
    // This machine opens the client’s connection at once; across the link that takes a round trip.
    forward(client, upstream, link, link.roundTripMs);
    forward(upstream, client, link, 0);
  });
  parentPort?.on('message', (failure: ProxyFailure) => {
    const at = performance.timeOrigin + performance.now();
    for (const pair of open) fail(pair, failure);
    // Connections that are opened later pass, as after a change of network.
    open.clear();
    parentPort?.postMessage(at);
  });
  server.listen(0, 'localhost', () => {
    parentPort?.postMessage((server.address() as AddressInfo).port);
  });
}

if (parentPort !== null && workerData !== null) serve(workerData as ProxyTask);
