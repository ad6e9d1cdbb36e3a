/** One write that many listeners hear of: each listener is a connection of its own to the same object. */
import type { Begin, Connect, Connection, Workload } from '../../harness/plan/index.ts';
import { passedExactly, type StreamOperations } from './operations.ts';

/** When each listener had the write that had it at all, in ms after it was made. */
export type Heard = number[];

export interface FanOutOperations extends StreamOperations {
  /** Opens connections to the same object, so that there are as many besides this one. */
  gather(listeners: number): Promise<void>;
  /**
   * Has all of them listen, then writes once.
   *
   * @param begin is called when all listen, right before the write
   */
  fanOut(begin?: Begin): Promise<Heard>;
  /**
   * Opens another connection whose loss is no loss of this one.
   *
   * @param apart whether to an object that nothing else is open to, rather than to the same
   */
  beside(apart?: boolean): Promise<Connection<StreamOperations>>;
}

/** How long after the write a listener that has not had it counts as one that lost it, in ms. */
const LOST_MS = 5000;

/** One item, as short as any. */
const one = { items: 1, bytes: 100 };

/** A client that can have others beside it. */
export function withListeners(connect: Connect<StreamOperations>): Connect<FanOutOperations> {
  return async (channel) => {
    const own = await connect(channel);
    const { meter } = channel;
    const idApart = crypto.randomUUID();
    const loose = { count: meter.count.bind(meter), opened: () => {}, lost: () => {} };
    const beside = new Set<Connection<StreamOperations>>();
    const listeners: Array<Connection<StreamOperations>> = [];
    let isClosed = false;
    return {
      ...own,
      operations: {
        ...own.operations,
        async gather(count) {
          // Browsers make a page wait whose sockets under way are many, those of all arms together.
          const atOnce = Math.ceil(count / 20);
          while (listeners.length < count && !isClosed) {
            const some = Array.from({ length: Math.min(atOnce, count - listeners.length) }, () =>
              connect(channel),
            );
            listeners.push(...(await Promise.all(some)));
          }
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
        async beside(apart = false) {
          const id = apart ? idApart : channel.id;
          const opened = await connect({ ...channel, id, meter: loose });
          beside.add(opened);
          if (isClosed) opened.close();
          return opened;
        },
      },
      close() {
        isClosed = true;
        for (const each of [...beside, ...listeners, own]) each.close();
      },
    };
  };
}

/** By when a page that shows what others write is still taken for live, in ms. */
export const LIVE_MS = 50;

/** @param listeners of each arm; more than 20 are for the command line, whatever the browser could open */
export function fanOut(listeners: number): Workload<FanOutOperations> {
  return {
    id: `fan-out-${listeners}`,
    label: `One write, ${listeners} listeners`,
    question: `How long is it until the last of ${listeners} listeners to one object has what was written once?`,
    spoken: `a write to ${listeners} listeners`,
    group: 'To many',
    // Each listener is a socket, for every arm of a session at once.
    ...(listeners > 20 && { byCommand: true }),
    besides: listeners,
    deadlineMs: 20_000,
    // Its time begins with the write, so that it cannot be timed with others as one; a turn is read once.
    turn: 1,
    prepare: (peer) => peer.gather(listeners),
    operation: () => (peer, begin) => peer.fanOut(begin),
    wrong(answers) {
      const wrong = answers.find((answer) => (answer as Heard).length !== listeners);
      if (wrong === undefined) return undefined;
      return `${(wrong as Heard).length} listeners had it, expected ${listeners}`;
    },
    readings(answer) {
      const heard = answer as Heard;
      const inTime = heard.filter((ms) => ms <= LIVE_MS).length;
      return { listeners, inTime, lost: listeners - heard.length };
    },
    // To each listener, to who waits for them all, and to who writes.
    check: (peer, done) => passedExactly(peer, done * (listeners + 2)),
  };
}
