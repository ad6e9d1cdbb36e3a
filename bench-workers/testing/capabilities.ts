/** What systems may say they lack, each with a probe that tells whether it is so. */
import { RPCChannel } from 'kkrpc/browser';
import type { CounterMethods } from '../operations.ts';
import { systems } from '../registry.ts';
import { SocketIo } from '../systems/kkrpc/channel.ts';
import { roundTrips, type Opened } from './open.ts';

/** Something a system can do, or lacks. */
export interface Capability {
  /** As a system's `lacks` has it. */
  sentence: string;
  /** Whether the arm has it, found out by trying. */
  probe(opened: Opened, arm: { system: string }): Promise<boolean>;
}

/** The values that not every system carries. Each is checked by a comparison that its copy must pass. */
const values: ReadonlyArray<
  [sentence: string, make: () => unknown, same: (copy: never) => boolean]
> = [
  [
    'Map and Set.',
    () => [new Map([['a', 1]]), new Set(['b'])],
    ([map, set]: unknown[]) =>
      map instanceof Map && map.get('a') === 1 && set instanceof Set && set.has('b'),
  ],
  [
    'Dates.',
    () => new Date(1_234_567),
    (copy: unknown) => copy instanceof Date && copy.getTime() === 1_234_567,
  ],
  ['BigInt.', () => 2n ** 70n, (copy: unknown) => copy === 2n ** 70n],
  [
    'Typed arrays besides Uint8Array.',
    () => new Float64Array([0.5, -1e300]),
    (copy: unknown) => copy instanceof Float64Array && copy.join() === '0.5,-1e+300',
  ],
  [
    'NaN and infinities.',
    () => [NaN, -Infinity],
    ([nan, infinity]: unknown[]) => Number.isNaN(nan) && infinity === -Infinity,
  ],
  [
    'NaN and infinities in typed arrays.',
    () => new Float64Array([NaN, -Infinity]),
    (copy: unknown) => copy instanceof Float64Array && copy.join() === 'NaN,-Infinity',
  ],
  [
    'Uint8Array.',
    () => new Uint8Array([1, 255]),
    (copy: unknown) => copy instanceof Uint8Array && copy[1] === 255 && copy.length === 2,
  ],
  [
    'Cycles.',
    () => {
      const ring: Record<string, unknown> = { name: 'ring' };
      return Object.assign(ring, { self: ring });
    },
    (copy: { name?: unknown; self?: unknown } | null) =>
      copy?.name === 'ring' && copy.self === copy,
  ],
];

/** What the structured workload asks for. */
const structured = values.filter(([sentence]) => !sentence.startsWith('NaN'));

/** All that the structured workload asks for, in one object. */
export function structuredValue(): Record<string, unknown> {
  return Object.fromEntries(structured.map(([sentence, make]) => [sentence, make()]));
}

/** Whether a copy of {@link structuredValue} holds everything. */
export function isStructured(copy: Record<string, unknown>): boolean {
  return structured.every(([sentence, , same]) => same(copy[sentence] as never));
}

export const capabilities: readonly Capability[] = [
  ...values.map(([sentence, make, same]): Capability => ({
    sentence,
    probe: async ({ counter }) => holds(async () => same((await counter.echo(make())) as never)),
  })),
  {
    sentence: 'Errors with their name.',
    probe: async ({ counter }) => (await failure(counter)).name === 'RangeError',
  },
  {
    sentence: 'Errors with their stack.',
    probe: async ({ counter }) =>
      (await failure(counter)).stack?.includes('CounterService') === true,
  },
  {
    sentence: 'Errors with their cause.',
    probe: async ({ counter }) => {
      const { cause } = await failure(counter);
      return cause instanceof Error && cause.message === 'fail: the cause';
    },
  },
  {
    sentence: 'Errors with their own fields.',
    probe: async ({ counter }) => (await failure(counter)).code === 7,
  },
  {
    sentence: 'Pipelining: calls on a result that is still to come.',
    probe: async ({ counter, passed }) => {
      await counter.chain();
      return roundTrips(passed) === 1;
    },
  },
  {
    sentence: 'Calls as arguments of calls.',
    probe: async ({ counter, passed }) => {
      await counter.nested();
      return roundTrips(passed) === 1;
    },
  },
  {
    sentence: 'Batching: one message for all calls of a tick.',
    probe: async ({ counter, passed }) => {
      await Promise.all(Array.from({ length: 10 }, () => counter.increment(1)));
      return passed.filter((way) => way === 'out').length === 1;
    },
  },
  {
    sentence: 'Sockets that hibernate.',
    // That they do hibernate is what hibernation.test.ts tries.
    probe: (_opened, { system }) =>
      Promise.resolve(
        systems
          .filter(({ id }) => id === system)
          .some(({ arms }) => arms.some(({ accept }) => accept === 'hibernating')),
      ),
  },
  {
    sentence:
      'An end for calls under way when the connection is lost: this bench rejects them itself.',
    probe: async ({ counter, socket, connection }, { system }) => {
      if (socket === undefined) {
        return rejects(
          () => counter.getValue(),
          () => Promise.resolve(connection.close()),
        );
      }
      // Of kkrpc the library alone, without what the bench puts around it.
      const target =
        system === 'kkrpc'
          ? new RPCChannel<Record<string, never>, CounterMethods>(new SocketIo(socket)).getAPI()
          : counter;
      return rejects(
        () => target.getValue(),
        () => closed(socket),
      );
    },
  },
];

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

async function failure(counter: Opened['counter']): Promise<Error & { code?: unknown }> {
  try {
    return await counter.fail();
  } catch (error) {
    return error as Error & { code?: unknown };
  }
}

/** Whether a call is rejected once the connection is gone and everybody has heard of it. */
async function rejects(call: () => unknown, drop: () => Promise<void>): Promise<boolean> {
  let rejected = false;
  Promise.resolve(call()).catch(() => (rejected = true));
  await drop();
  await new Promise(setImmediate);
  return rejected;
}

function closed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.addEventListener('close', () => resolve());
    socket.close();
  });
}
