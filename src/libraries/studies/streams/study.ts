import {
  type Begin,
  type Connection,
  type Open,
  type Study,
  wholeTurn,
  type Workload,
} from '../../../core/plan/index.ts';
import type { Api } from '../../../wire/service/api.ts';
import { missing, streamArms } from '../../systems/arms.ts';
import { streamWorkloads } from './workloads.ts';
import { usual } from '../study-types.ts';

// One write that many listeners hear of: each listener is a connection of its own to the same object.

/** Time until each listener had the write, in ms. Listeners that lost it are left out. */
type Heard = number[];

export interface FanOutOperations extends Api {
  /** Opens connections to the same object until there are so many in addition to this one. */
  gather(listeners: number): Promise<void>;
  /**
   * Has all of them listen, then writes once.
   *
   * @param begin is called when all listen, right before the write
   */
  fanOut(begin?: Begin): Promise<Heard>;
}

/** Time after which a listener counts as one that lost the write, in ms. */
const LOST_MS = 5000;

/** One item of the shortest length. */
const one = { items: 1, bytes: 100 };

/** A client that can have others beside it. */
function withListeners(open: Open<Api>): Open<FanOutOperations> {
  return async (opening) => {
    const own = await open(opening);
    const listeners: Array<Connection<Api>> = [];
    let isClosed = false;
    return {
      ...own,
      others: undefined,
      operations: {
        ...own.operations,
        async gather(count) {
          // Browsers make a page wait whose sockets under way are many, those of all arms together.
          while (listeners.length < count && !isClosed) listeners.push(await open(opening));
        },
        async fanOut(begin) {
          let writtenAt = 0;
          const heard = listeners.map(async ({ operations }) => {
            const { items, wrong } = await operations.down({ ...one, part: 'listens' });
            if (items !== 1 || wrong !== undefined) throw new Error(wrong ?? `got ${items} items`);
            return performance.now() - writtenAt;
          });
          // Looked at once the write is made.
          for (const each of heard) each.catch(() => undefined);
          await own.operations.down({ ...one, part: { gathers: listeners.length } });
          begin?.();
          writtenAt = performance.now();
          await own.operations.down({ ...one, part: 'writes' });
          const { promise: late, resolve } = Promise.withResolvers<undefined>();
          const timer = setTimeout(resolve, LOST_MS);
          const times = await Promise.all(heard.map((each) => Promise.race([each, late])));
          clearTimeout(timer);
          return times.filter((ms) => ms !== undefined);
        },
      },
      close() {
        isClosed = true;
        for (const each of [...listeners, own]) each.close();
      },
    };
  };
}

/** Longest delay with which a page that shows other people’s writes still feels live, in ms. */
const LIVE_MS = 50;

const LISTENERS = 20;

const fanOut: Workload<FanOutOperations> = {
  id: `fan-out-${LISTENERS}`,
  label: `One write, ${LISTENERS} listeners`,
  question: `How long is it until the last of ${LISTENERS} listeners to one object has what was written once?`,
  spoken: `a write to ${LISTENERS} listeners`,
  group: 'To many',
  deadlineMs: 20_000,
  // Its time begins with the write, so that it cannot be timed with others as one; a turn is read once.
  turn: wholeTurn(1, 1),
  prepare: (peer) => peer.gather(LISTENERS),
  operation: () => (peer, begin) => peer.fanOut(begin),
  wrong(answers) {
    const wrong = answers.find((answer) => (answer as Heard).length !== LISTENERS);
    if (wrong === undefined) return undefined;
    return `${(wrong as Heard).length} listeners had it, expected ${LISTENERS}`;
  },
  readings(answer) {
    const heard = answer as Heard;
    const inTime = heard.filter((ms) => ms <= LIVE_MS).length;
    return { listeners: LISTENERS, inTime, lost: LISTENERS - heard.length };
  },
  async check(peer, done) {
    // One item to each listener, one to the caller that waits for them all, and one to the writer.
    const expected = done * (LISTENERS + 2);
    const got = await peer.passed();
    return got === expected ? undefined : `the object passed ${got} items, expected ${expected}`;
  },
};

/** The usual workload. Eight rounds, of which half warm up, send 13 MB with items of 100 B, but 100 MB with 10 kB. */
const workloads = usual([...streamWorkloads, fanOut], ['down-small']);
const ROUNDS = 4;
const ids = workloads.map(({ id }) => id);

/** The first is as fast as that in memory, with a twelfth of what is sent. The other is of an older release. */
const onRequest = ['raw-websocket/hibernating', 'kkrpc/callback'];

/** Streams: many items, one after the other, over one connection. */
export const study: Study<FanOutOperations> = {
  id: 'streams',
  title: 'Streams and subscriptions',
  question: 'How long does a stream take between a client and a Durable Object, down and up?',
  arms: streamArms(ids).map((arm) => ({
    ...arm,
    optional: onRequest.includes(arm.id) ? true : undefined,
    load: async () => withListeners(await arm.load()),
  })),
  missing: streamArms(ids, missing),
  baseline: 'raw-websocket/in-memory',
  reference: 'orpc/websocket',
  subjects: [
    'capnweb/stream',
    'capnweb/callback',
    'trpc/websocket',
    'trpc/events',
    'orpc/http',
    'lumenize/downstream',
  ],
  rounds: ROUNDS,
  deadlineMs: 10_000,
  timing:
    'An operation is a whole stream. Time runs from the call that asks for it until its last item was read and the end is known.',
  workloads,
};
