/**
 * A TCP proxy that delays what passes, in a thread of its own: whatever loads the client’s event loop does not
 * change the delays.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { NetworkLink } from '../../../harness/record/index.ts';

/** The thread’s task; it answers with the port that it listens on. */
export interface ProxyTask {
  target: { host: string; port: number };
  link: NetworkLink;
}

/** The clock, timer and chance of a line. */
interface LineWorld {
  /** A monotonic clock, in ms. */
  now(): number;
  /** Calls back after a delay in ms. */
  after(delayMs: number, callback: () => void): unknown;
  /** A uniform number in [0, 1). */
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
 * Timers know whole milliseconds: alone they are up to one off, on average a third too late. With
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

function serve({ target, link }: ProxyTask): void {
  // Each half of a connection ends by itself: an answer may still be under way.
  const options = { noDelay: true, allowHalfOpen: true };
  const server = createServer(options, (client) => {
    const upstream = connect({ ...target, ...options });
    // This machine opens the client’s connection at once; across the link that takes a round trip.
    forward(client, upstream, link, link.roundTripMs);
    forward(upstream, client, link, 0);
  });
  server.listen(0, 'localhost', () => {
    parentPort?.postMessage((server.address() as AddressInfo).port);
  });
}

if (parentPort !== null) serve(workerData as ProxyTask);
