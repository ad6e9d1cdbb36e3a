/** The process of one library’s clients. They call one object and listen to it; the process reads its own heap. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { median, quantile } from 'simple-statistics';
import { rounded } from '../../matrix/crowds/record.ts';
import * as today from '../../matrix/questions/ask.ts';
import {
  type BenchKit,
  canListen,
  type Connection,
  type Listening,
  listenTo,
} from '../../matrix/questions/client-kit.ts';
import { acceptOf, findSystem } from '../../libraries/systems/index.ts';
import { EVERYBODY, type News } from '../../libraries/systems/raw-websocket/system.ts';
import { answerRequests } from '../shared/client-process.ts';
import '../shared/identify.ts';
import { ownHeap } from './heap.ts';

/** A library as it is installed, or a release of it. */
export interface Library {
  /** Id of the system; of a release, with its version. */
  id: string;
  system: string;
  /** True where each call is a request of its own, so that no connection stays open. */
  requests: boolean;
  /** Checkout with the release in place. */
  root?: string;
}

const AT_ONCE = 20;
const LOST_MS = 5000;

let kit: BenchKit;
const connected: Connection[] = [];
/** The first client that listens: it has messages sent to all. */
let first: Listening | undefined;
let onMessage: (payload: unknown) => void = () => undefined;

const sleeps = (): boolean =>
  acceptOf(kit.system, findSystem(kit.system).probed ?? '') === 'hibernating';

/** A client that listens in the way that its library has for it, and that has messages sent to all who do. */
async function listen(number: number): Promise<Listening> {
  const got = (payload: unknown) => onMessage(payload);
  if (kit.system === 'raw-websocket') {
    const connection = await kit.connect();
    connection.log.sockets[0]?.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data.startsWith('{"news"')) got((JSON.parse(data) as News).news);
    });
    return { ...connection, send: (other, payload) => other.announce(EVERYBODY, payload) };
  }
  if (sleeps()) return listenTo(kit, EVERYBODY, got, true);
  const listening = await listenTo(kit, `client ${number}`, got);
  return { ...listening, send: (other, payload) => other.publishAll(payload) };
}

async function connect(number: number): Promise<Connection> {
  if (kit.system !== 'raw-websocket' && !canListen(kit)) return kit.connect();
  const listening = await listen(number);
  if (number === 0) first = listening;
  return listening;
}

/** Makes a small call. @returns how long it took, in ms */
async function timed({ api }: Connection): Promise<number> {
  const from = performance.now();
  const sum: unknown = await api.add(2, 3);
  if (sum !== 5) throw new Error(`add: got ${String(sum)}, expected 5`);
  return performance.now() - from;
}

const functions = {
  async open({ system, root }: Library, origin: string): Promise<void> {
    const file = root && pathToFileURL(join(root, 'src/matrix/questions/ask.ts')).href;
    const { kitOf } = file === undefined ? today : ((await import(file)) as typeof today);
    const object = crypto.randomUUID();
    kit = await kitOf(system, { origin, object });
  },

  async join(clients: number): Promise<void> {
    while (connected.length < clients) {
      const from = connected.length;
      const length = Math.min(AT_ONCE, clients - from);
      const joined = Array.from({ length }, (_, at) => connect(from + at));
      connected.push(...(await Promise.all(joined)));
    }
  },

  /** Connects a client, lets it listen or call, and closes it, `count` times. */
  async leave(count: number, listening: boolean): Promise<void> {
    for (let left = 0; left < count; left += 1) {
      using connection = await (listening ? listen(0) : kit.connect());
      if (!listening) await timed(connection);
    }
  },

  /** Lets the first client call, one call after the other. @returns the median and the 99th percentile, in ms */
  async call(calls: number): Promise<[p50: number, p99: number]> {
    const times: number[] = [];
    for (let made = 0; made < calls; made += 1) {
      for (const client of connected.slice(0, 1)) times.push(await timed(client));
    }
    return percentiles(times);
  },

  async together(rounds: number): Promise<[p50: number, p99: number]> {
    const times: number[] = [];
    // The first round opens connections of clients over HTTP.
    for (let round = 0; round <= rounds; round += 1) {
      const all = await Promise.all(connected.map(timed));
      if (round > 0) times.push(...all);
    }
    return percentiles(times);
  },

  /** Sends messages to all clients, one after the other; does nothing if they cannot listen. */
  async tell(messages: number): Promise<{ lastMs?: number; lost?: number }> {
    if (first === undefined) return {};
    let lost = 0;
    const times: number[] = [];
    for (let sent = 0; sent < messages; sent += 1) {
      const payload = `message ${sent}`;
      const { promise: atLast, resolve } = Promise.withResolvers<number>();
      let left = connected.length;
      onMessage = (got) => {
        if (got === payload && (left -= 1) === 0) resolve(performance.now());
      };
      const from = performance.now();
      const late = sleep(LOST_MS, undefined, { ref: false });
      const [at] = await Promise.all([
        Promise.race([atLast, late]),
        first.send(first.api, payload),
      ]);
      if (at === undefined) lost += left;
      else times.push(at - from);
    }
    return { lastMs: times.length > 0 ? rounded(median(times)) : undefined, lost };
  },

  async heap(): Promise<number> {
    // Our own logs keep every frame.
    for (const { log } of connected) log.clear();
    return ownHeap();
  },

  /** A text that changes with each life of the object; none where it cannot sleep. */
  life: async (): Promise<unknown> => (sleeps() ? connected[0]?.api.life() : undefined),
};
export type CrowdFunctions = typeof functions;

const percentiles = (times: readonly number[]): [p50: number, p99: number] => [
  rounded(quantile([...times], 0.5)),
  rounded(quantile([...times], 0.99)),
];

answerRequests(functions);
