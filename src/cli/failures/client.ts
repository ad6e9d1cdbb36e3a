/** The process of one configuration: holds all of its clients, connects them and watches what they see. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket as PartySocket } from 'partysocket';
import { seeded, type WebSocketClass } from '../../core/plan/index.ts';
import { type Configuration, LIMIT_MS } from '../../matrix/failures/cases.ts';
import type { Settled, Trial } from '../../matrix/failures/record.ts';
import { kitOf } from '../../matrix/questions/ask.ts';
import {
  type BenchKit,
  canListen,
  type ClientOptions,
  type Connection,
  type Listening,
  listenTo,
  sendUntil,
} from '../../matrix/questions/client-kit.ts';
import { answerOf, endingOf, messageOf, until } from '../../matrix/questions/outcome.ts';
import { answerRequests } from '../shared/client-process.ts';
import '../shared/identify.ts';

/** Time between two small calls after the failure, in ms. */
const BETWEEN_CALLS_MS = 250;
/** Time between two answers to the pending call, in ms. */
const RELEASE_MS = 1000;
/** Messages that are published after the failure, a second apart, until one arrives. */
const MESSAGES = 5;
/** Time for a new client to connect and call, in seconds. */
const NEW_CLIENT_SECONDS = 10;
/** Most by which the clocks of two processes differ, in ms: each begins at its own reading of the time of day. */
const SKEW_MS = 100;
const NEWS = 'news';

/** The clock of all processes of a run, in ms since 1970. */
const now = (): number => performance.timeOrigin + performance.now();

type Sign = 'told' | 'closed' | 'reopened';

/** Signs that a program could notice, as they came: clients that connect give some before there is a failure. */
class Signs {
  readonly #noted: Array<{ sign: Sign; time: number }> = [];

  note(sign: Sign): void {
    this.#noted.push({ sign, time: now() });
  }

  /** The first of each sign since a failure, in ms after it. */
  since(at: number): Pick<Trial, 'toldMs' | 'closedMs' | 'reopenedMs'> {
    const later = this.#noted.filter(({ time }) => time >= at - SKEW_MS).toReversed();
    const since = (time: number) => Math.max(0, Math.round(time - at));
    return Object.fromEntries(later.map(({ sign, time }) => [`${sign}Ms`, since(time)]));
  }
}

interface TrialPlace {
  configuration: Configuration;
  /** Origin of the bench, and of the proxy in front of it. */
  direct: string;
  proxied: string;
}

/** @param onSocket hears of each socket that its client opens, through the proxy; others go past it */
function watchedKit(
  { configuration, direct, proxied }: TrialPlace,
  object: string,
  onSocket?: (socket: WebSocket) => void,
): Promise<BenchKit> {
  const { system, partysocket } = configuration;
  // Its own type says more of its events than the standard’s.
  const Reconnecting = PartySocket as unknown as WebSocketClass;
  const Base = onSocket !== undefined && partysocket ? Reconnecting : WebSocket;
  class Watched extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      onSocket?.(this);
    }
  }
  const origin = onSocket === undefined ? direct : proxied;
  return kitOf(system, { origin, WebSocketClass: Watched, object });
}

/** A client that is connected through the proxy, listens, and has called once, so that a failure can come. */
async function connectWatched(place: TrialPlace) {
  const object = randomUUID();
  const signs = new Signs();
  const [kit, observerKit] = await Promise.all([
    watchedKit(place, object, (socket) => {
      signs.note('reopened');
      socket.addEventListener('close', () => signs.note('closed'));
    }),
    watchedKit(place, object),
  ]);
  const { id: configuration, remedy } = place.configuration;
  const options: ClientOptions = { remedy, onLost: () => signs.note('told') };
  const heard: unknown[] = [];
  const listening = canListen(kit)
    ? await listenTo(kit, NEWS, (payload) => heard.push(payload), false, options)
    : undefined;
  const connection = listening ?? (await kit.connect(options));
  const { api } = connection;
  await answerOf(() => api.add(1, 1));
  using observer = await observerKit.connect();
  if (listening !== undefined) {
    await sendUntil(() => heard.length > 0, [listening, observer], 'before');
    if (heard.length === 0) throw new Error('subscribe: got no message, expected one');
  }
  let held: Promise<unknown> | undefined;
  return {
    address: observerKit.link.url('http'),

    /** Leaves a call pending, and resolves once the server has taken it. */
    async leavePending(): Promise<void> {
      held = call(() => api.hold('pending'));
      // Looked at once the failure came.
      held.catch(() => undefined);
      using observer = await observerKit.connect();
      const waits = async () => (await observer.api.waiting()).includes('pending');
      if (!(await until(waits))) throw new Error('hold: got no pending call, expected one');
    },

    /** The signs of a failure that came at a time. */
    async watch(at: number): Promise<Omit<Trial, 'failure' | 'repeat'>> {
      const pending = settling(held ?? Promise.reject(new Error('none')), at);
      const incremented = call(() => api.increment(1));
      const counting = settling(incremented, at);
      const { worksMs, refusedMs } = await firstAnswer(connection, at);
      using observer = await observerKit.connect();
      if (worksMs !== undefined) await release(observer, pending);
      const settled = await Promise.all([pending, counting]);
      // A new client opens a socket as well, and every client closes its own at the end.
      const seen = signs.since(at);
      const newClientMs = worksMs === undefined ? await newClient(kit, remedy) : undefined;
      const isTold = seen.toldMs !== undefined || seen.closedMs !== undefined;
      const subscription = await subscriptionOf(listening, heard, observer, isTold);
      const runs = await answerOf(() => observer.api.getValue());
      connection[Symbol.dispose]();
      return {
        configuration,
        pending: settled[0],
        counting: settled[1],
        ...seen,
        refusedMs,
        worksMs,
        newClientMs,
        runs: Number(runs),
        subscription,
      };
    },
  };
}
type WatchedClient = Awaited<ReturnType<typeof connectWatched>>;

/** The answer of the first small call that has one, if it comes in time. */
async function firstAnswer({ api }: Connection, at: number) {
  const seen: { worksMs?: number; refusedMs?: number } = {};
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  while (seen.worksMs === undefined && now() - at < LIMIT_MS) {
    call(() => api.add(2, 3)).then(
      () => {
        seen.worksMs ??= Math.round(now() - at);
        resolve();
      },
      () => (seen.refusedMs ??= Math.round(now() - at)),
    );
    const left = Math.max(0, at + LIMIT_MS - now());
    await Promise.race([answered, sleep(Math.min(BETWEEN_CALLS_MS, left))]);
  }
  return seen;
}

/** Has the server answer the pending call until it is settled: a library may have made it again. */
async function release(observer: Connection, pending: Promise<unknown>): Promise<void> {
  let isSettled = false;
  void pending.then(() => (isSettled = true));
  while (!isSettled) {
    await endingOf(() => observer.api.release('pending'));
    await Promise.race([pending, sleep(RELEASE_MS)]);
  }
}

/** Time until a new client has connected and called, in ms; null if it cannot. */
async function newClient(kit: BenchKit, remedy: ClientOptions['remedy']): Promise<number | null> {
  const startedAt = now();
  const ending = await endingOf(async () => {
    using client = await kit.connect({ remedy });
    await client.api.add(2, 3);
  }, NEW_CLIENT_SECONDS);
  return ending.state === 'resolved' ? Math.round(now() - startedAt) : null;
}

async function subscriptionOf(
  listening: Listening | undefined,
  heard: readonly unknown[],
  observer: Connection,
  isTold: boolean,
): Promise<Trial['subscription']> {
  if (listening === undefined) return 'none';
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    await endingOf(() => listening.send(observer.api, 'after'), 1);
    const isHeard = () => heard.includes('after');
    for (let waited = 0; waited < 4 && !isHeard(); waited += 1) await sleep(BETWEEN_CALLS_MS);
    if (isHeard()) return 'delivers';
  }
  return isTold ? 'lost-told' : 'lost-silent';
}

/** Makes a call a promise, also if it throws before it returns one. */
const call = async (make: () => unknown): Promise<unknown> => await make();

/** How a call ends, within the limit after the failure. */
async function settling(made: Promise<unknown>, at: number): Promise<Settled> {
  const late = new AbortController();
  const since = () => Math.max(0, Math.round(now() - at));
  const left = Math.max(0, at + LIMIT_MS - now());
  const settled = await Promise.race([
    made.then(
      (): Settled => ({ how: 'resolved', ms: since() }),
      (error: unknown): Settled => ({ how: 'rejected', ms: since(), message: messageOf(error) }),
    ),
    sleep(left, undefined, { signal: late.signal }).then((): Settled => ({ how: 'never' })),
  ]);
  late.abort();
  return settled;
}

/** Longest pause before a client connects, in ms: all of them together are spread over more than one time between pings. */
const PAUSE_MS = 500;
/** Clients that may fail to connect on a busy machine, and are replaced before anything is tried. */
const REPLACED = 5;

const clients = new Map<string, { all: WatchedClient[]; evicts: boolean }>();

const functions = {
  async connect(
    failure: string,
    place: TrialPlace,
    { repeats, seed, evicts }: { repeats: number; seed: number; evicts: boolean },
  ): Promise<void> {
    const random = seeded(seed);
    const all: WatchedClient[] = [];
    const errors: unknown[] = [];
    // One after the other: the moments of hundreds of clients would be the machine’s, not the library’s.
    while (all.length < repeats) {
      await sleep(random() * PAUSE_MS);
      try {
        all.push(await connectWatched(place));
      } catch (error) {
        errors.push(error);
        if (errors.length > REPLACED) throw error;
      }
    }
    clients.set(failure, { all, evicts });
  },

  async hold(failure: string): Promise<void> {
    const { all = [] } = clients.get(failure) ?? {};
    for (const client of all) await client.leavePending();
  },

  /** @param since when the failure came; undefined of an eviction, which is made here */
  async watch(failure: string, since: number | undefined): Promise<Trial[]> {
    const { all = [], evicts = false } = clients.get(failure) ?? {};
    if (evicts) {
      const evicted = all.map(({ address }) => fetch(address, { method: 'DELETE' }));
      for (const { status } of await Promise.all(evicted)) {
        if (status !== 204) throw new Error(`evict: got status ${status}, expected 204`);
      }
    }
    const at = since ?? now();
    const trials = await Promise.all(
      all.map(async (client, repeat) => ({ failure, repeat, ...(await client.watch(at)) })),
    );
    clients.delete(failure);
    return trials;
  },
};
export type FailureFunctions = typeof functions;

answerRequests(functions);
