/** The proxy's own thread: whatever loads the client's event loop does not change the delays. */
import type { AddressInfo, Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { NetworkLink } from '../../../harness/record/index.ts';
import { createProxy, type Direction } from './tcp-proxy.ts';
import { DelayLine } from './delay-line.ts';

/** The thread’s task; it answers with the port that it listens on. */
export interface ProxyTask {
  target: { host: string; port: number };
  link: NetworkLink;
}

/** Most bytes under way in one direction of a connection; more are left with their sender. */
const MOST_UNDER_WAY = 16 * 2 ** 20;
/**
 * How long before a delivery the thread looks at the clock in each turn of its event loop, in ms.
 * Timers know whole milliseconds: alone they are up to one off, on average a third too late. With
 * this they are off by hundredths. It costs a millisecond or two of a processor for each delivery,
 * and nothing while nothing passes.
 */
const AWAKE_MS = 1;

function after(delayMs: number, callback: () => void): () => void {
  const dueAt = performance.now() + delayMs;
  let [timer, turn]: [NodeJS.Timeout?, NodeJS.Immediate?] = [];
  const look = () => {
    if (performance.now() >= dueAt) callback();
    else turn = setImmediate(look);
  };
  const asleepMs = Math.floor(delayMs - AWAKE_MS);
  if (asleepMs >= 1) timer = setTimeout(look, asleepMs);
  else turn = setImmediate(look);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

/** One way of a connection: bytes, end and failure come out later. */
function delayed(from: Socket, to: Socket, link: NetworkLink, opensInMs: number): Direction {
  const world = { now: () => performance.now(), after, random: Math.random };
  const line = new DelayLine(link, world, opensInMs);
  let underWay = 0;
  to.on('close', () => line.stop());
  return {
    pass(chunk) {
      underWay += chunk.length;
      if (underWay > MOST_UNDER_WAY) from.pause();
      line.send(() => {
        to.write(chunk, () => {
          underWay -= chunk.length;
          if (underWay <= MOST_UNDER_WAY) from.resume();
        });
      });
    },
    finish: (tell) => line.send(tell),
  };
}

const { target, link } = workerData as ProxyTask;
const proxy = createProxy(target, (client, upstream) => ({
  // This machine opens the client's connection at once; across the link that takes a round trip.
  up: delayed(client, upstream, link, link.roundTripMs),
  down: delayed(upstream, client, link, 0),
}));
proxy.listen(0, 'localhost', () => {
  parentPort?.postMessage((proxy.address() as AddressInfo).port);
});
