/** What systems may say they lack, each with a probe that tells whether it is so. */
import { isDeepStrictEqual } from 'node:util';
import { RPCChannel } from 'kkrpc/browser';
import type { CounterMethods } from '../../src/places/bench/operations.ts';
import { systems } from '../../src/systems/index.ts';
import { SocketIo } from '../../src/systems/kkrpc/channel.ts';
import { closeOnSend, roundTrips, type Opened } from './open.ts';

/** Something a system can do, or lacks. */
interface Capability {
  /** As a system's `lacks` has it. */
  sentence: string;
  /** Whether the arm has it, found out by trying. */
  probe(opened: Opened, arm: { system: string }): Promise<boolean>;
}

/** The values that not every system carries. */
const values: ReadonlyArray<[sentence: string, make: () => unknown]> = [
  ['Map and Set.', () => [new Map([['a', 1]]), new Set(['b'])]],
  ['Dates.', () => new Date(1_234_567)],
  ['BigInt.', () => 2n ** 70n],
  ['Typed arrays besides Uint8Array.', () => new Float64Array([0.5, -1e300])],
  ['NaN and infinities.', () => [NaN, -Infinity]],
  ['NaN and infinities in typed arrays.', () => new Float64Array([NaN, -Infinity])],
  ['Uint8Array.', () => new Uint8Array([1, 255])],
  [
    'Cycles.',
    () => {
      const ring: Record<string, unknown> = { name: 'ring' };
      return Object.assign(ring, { self: ring });
    },
  ],
];

/** Equal in type and content. Bytes may be Node’s own kind of Uint8Array, a Buffer. */
const isSame = (copy: unknown, original: unknown): boolean =>
  isDeepStrictEqual(copy, original, { skipPrototype: true });

/** All that the structured workload asks for, in one object. */
export function structuredValue(): Record<string, unknown> {
  const structured = values.filter(([sentence]) => !sentence.startsWith('NaN'));
  return Object.fromEntries(structured.map(([sentence, make]) => [sentence, make()]));
}

/** Whether a copy of {@link structuredValue} holds everything. */
export function isStructured(copy: unknown): boolean {
  return isSame(copy, structuredValue());
}

/** What not every error keeps on its way, each with what tells whether it did. */
const errors: ReadonlyArray<[string, (error: Error & { code?: unknown }) => boolean]> = [
  ['Errors with their name.', ({ name }) => name === 'RangeError'],
  ['Errors with their stack.', ({ stack }) => stack?.includes('CounterService') === true],
  [
    'Errors with their cause.',
    ({ cause }) => cause instanceof Error && cause.message === 'fail: the cause',
  ],
  ['Errors with their own fields.', ({ code }) => code === 7],
];

export const capabilities: readonly Capability[] = [
  ...values.map(([sentence, make]): Capability => ({
    sentence,
    probe: async ({ counter }) => {
      try {
        return isSame(await counter.echo(make()), make());
      } catch {
        return false;
      }
    },
  })),
  ...errors.map(([sentence, arrived]): Capability => ({
    sentence,
    probe: ({ counter }) => counter.fail().catch((error: unknown) => arrived(error as Error)),
  })),
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
    sentence: 'Mapping: a call for each item of a list that is still to come.',
    probe: async ({ counter, passed }) => {
      await counter.mapped(0);
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
          .find(({ id }) => id === system)
          ?.arms.some(({ accept }) => accept === 'hibernating') === true,
      ),
  },
  {
    sentence:
      'An end for calls under way when the connection is lost: this bench rejects them itself.',
    probe: async ({ counter, socket, connection }, { system }) => {
      // Of kkrpc the library alone, without what the bench puts around it.
      const target =
        system === 'kkrpc' && socket
          ? new RPCChannel<Record<string, never>, CounterMethods>(new SocketIo(socket)).getAPI()
          : counter;
      if (socket) closeOnSend(socket);
      const gone = socket && new Promise((resolve) => socket.addEventListener('close', resolve));
      return rejects(
        () => target.getValue(),
        async () => (socket ? gone : connection.close()),
      );
    },
  },
];

/** Whether a call is rejected once the connection is gone and everybody has heard of it. */
async function rejects(call: () => unknown, drop: () => Promise<unknown>): Promise<boolean> {
  let rejected = false;
  Promise.resolve(call()).catch(() => (rejected = true));
  await drop();
  // A client may hear of it a few turns of the event loop later.
  for (let turn = 0; turn < 20 && !rejected; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return rejected;
}
