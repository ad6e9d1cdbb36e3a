/** One write that many listeners hear of: each listener is a connection of its own to the same object. */
import type { Begin, Connection, Workload } from '../../harness/plan/index.ts';
import type { BenchConnect } from '../bench/options.ts';
import type { StreamOperations } from './operations.ts';

/** When each listener had the write, in ms after it was made. */
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
}

/** One item, as short as any. */
const one = { items: 1, bytes: 100 };

/** A client that can have others beside it. */
export function withListeners(
  connect: BenchConnect<StreamOperations>,
): BenchConnect<FanOutOperations> {
  return async (options) => {
    const own = await connect(options);
    const listeners: Array<Connection<StreamOperations>> = [];
    let isClosed = false;
    return {
      ...own,
      operations: {
        ...own.operations,
        async gather(count) {
          while (listeners.length < count && !isClosed) {
            const some = Array.from({ length: Math.min(20, count - listeners.length) }, () =>
              connect(options),
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
          const all = Promise.all(heard);
          // Looked at once the write is made.
          all.catch(() => undefined);
          await own.operations.down({ ...one, part: { gathers: listeners.length } });
          begin?.();
          writtenAt = performance.now();
          const [times] = await Promise.all([all, own.operations.down({ ...one, part: 'writes' })]);
          return times;
        },
      },
      close() {
        isClosed = true;
        for (const each of [...listeners, own]) each.close();
      },
    };
  };
}

/** By when a page that shows what others write is still taken for live, in ms. */
const LIVE_MS = 50;

export function fanOut(listeners: number): Workload<FanOutOperations> {
  return {
    id: `fan-out-${listeners}`,
    label: `One write, ${listeners} listeners`,
    question: `How long is it until the last of ${listeners} listeners to one object has what was written once?`,
    spoken: `a write to ${listeners} listeners`,
    group: 'To many',
    // Each listener is a socket, for every arm of a session at once.
    byCommand: true,
    deadlineMs: 20_000,
    // Its time begins with the write, so that it cannot be timed with others as one.
    turn: 4,
    prepare: (peer) => peer.gather(listeners),
    operation: () => (peer, begin) => peer.fanOut(begin),
    wrong(answers) {
      const wrong = answers.find((answer) => (answer as Heard).length !== listeners);
      if (wrong === undefined) return undefined;
      return `${(wrong as Heard).length} listeners had it, expected ${listeners}`;
    },
    readings(answer) {
      const inTime = (answer as Heard).filter((ms) => ms <= LIVE_MS).length;
      return { listeners, inTime };
    },
    async check(peer) {
      return (await peer.passed()) >= 0 ? undefined : 'the object passed less than nothing';
    },
  };
}
