import {
  type Begin,
  type Connection,
  type Open,
  type Study,
  wholeTurn,
  type Workload,
} from '../../../core/plan/index.ts';
import { eachAnswer } from '../../../wire/service/answers.ts';
import type { Api, StreamOperations } from '../../../wire/service/api.ts';
import type { Received, Shape } from '../../../wire/service/items.ts';
import { missing, streamArms } from '../../systems/arms.ts';
import { usual } from '../study-types.ts';

// Streams down and up in three shapes, for every study that asks for streams.

/** The direction of a stream. Ids of workloads begin with it. */
type Direction = 'down' | 'up';

/** Shapes by their part of an id. */
const shapes = {
  few: { items: 100, bytes: 100, name: '100 items of 100 B', deadlineMs: 5000 },
  small: { items: 1000, bytes: 100, name: '1,000 items of 100 B', deadlineMs: 5000 },
  medium: { items: 100, bytes: 10_000, name: '100 items of 10 kB', deadlineMs: 5000 },
  large: { items: 128, bytes: 65_536, name: '8 MiB in chunks of 64 kB', deadlineMs: 10_000 },
} as const;

const ways = {
  down: { to: 'to the client', verb: 'reading' },
  up: { to: 'to the server', verb: 'sending' },
} as const;

function streaming(way: Direction, kind: keyof typeof shapes): Workload<StreamOperations> {
  const { name, deadlineMs, ...shape } = shapes[kind];
  const { to, verb } = ways[way];
  return {
    id: `${way}-${kind}`,
    label: `${name} ${way}`,
    question: `How long does a stream of ${name} ${to} take, until the last is there?`,
    spoken: `${verb} ${name}`,
    group: way === 'down' ? 'From the server' : 'To the server',
    callsPerOperation: shape.items,
    per: 'item',
    // A stream that hangs is cut, and counted as what it is.
    deadlineMs,
    bytesPerOperation: shape.items * shape.bytes,
    operation: () => (peer) => peer[way](shape),
    wrong: eachAnswer('stream', (answer) => unlikeStream(answer as Received, shape)),
    readings(answer): Record<string, number> {
      const { firstMs } = answer as Received;
      return way === 'up' || firstMs === undefined ? {} : { firstUs: Math.round(firstMs * 1000) };
    },
    leaves: (done) => done * shape.items,
    async check(peer, done, held = 0) {
      const [got, most] = [await peer.passed(), held + done * shape.items];
      // An object that slept in between has forgotten the items before.
      if (got <= most) return undefined;
      return `the other end passed ${got} items, expected at most ${most}`;
    },
  };
}

/** Names the fault of a stream: an item that is lost, doubled or out of order. */
function unlikeStream({ items, wrong }: Received, shape: Shape): string | undefined {
  return (
    wrong ?? (items === shape.items ? undefined : `got ${items} items, expected ${shape.items}`)
  );
}

/** All of them; each study says which are usual. The first is for readers who pay for their traffic. */
export const streamWorkloads: ReadonlyArray<Workload<StreamOperations>> = [
  streaming('down', 'few'),
  ...(['down', 'up'] as const).flatMap((way) =>
    (['small', 'medium', 'large'] as const).map((kind) => streaming(way, kind)),
  ),
];

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
