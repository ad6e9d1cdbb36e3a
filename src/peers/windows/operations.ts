import type { Called, PeerMethods, PeerOperations } from '../operations.ts';

/** What is asked in the page besides what processes are asked as well. */
export type WindowOperations = PeerOperations & {
  /**
   * The same bytes there and back, handed over and not copied, where the system can say so. The
   * buffer given is empty afterwards.
   */
  transfer(buffer: ArrayBuffer): Promise<ArrayBuffer>;
  /**
   * Makes a counter at the other end that begins at `start`, adds to it, reads its value and lets go
   * of it. Resolves to that value.
   */
  object(start: number, amount: number): Promise<number>;
};

/** What of it is one call with data each way. */
export type DataOperations = Omit<PeerOperations, 'calledBack'>;

/**
 * What the other end offers, as the caller’s library has it. A type parameter does not survive the
 * libraries’ own types of that; the values do.
 */
export type Remote = DataOperations & {
  callBack(count: number, call: Called): Promise<number>;
  counter(start: number): Promise<CounterMethods>;
};

/** The methods of what a library makes of the other end, without what else that can be asked. */
export function dataOperations(remote: DataOperations): DataOperations {
  return {
    echo: (value) => remote.echo(value),
    addAll: (pairs) => remote.addAll(pairs),
    upload: (data) => remote.upload(data),
    downloadText: (length) => remote.downloadText(length),
    downloadBytes: (length) => remote.downloadBytes(length),
    answered: () => remote.answered(),
  };
}

/**
 * What is left to a system that passes data alone: both look as if they worked, and hand nothing over
 * and reach no object.
 */
export function byData(
  remote: Pick<Remote, 'echo' | 'counter'>,
): Pick<WindowOperations, 'transfer' | 'object'> {
  return {
    transfer: (buffer) => remote.echo(buffer),
    async object(start, amount) {
      const counter = await remote.counter(start);
      counter.add(amount);
      return counter.value;
    },
  };
}

/**
 * Waits for an answer and for all calls of a function, which may come after it.
 *
 * @param ask makes the call that the function goes along with
 * @returns how often the function was called by then
 */
export async function untilCalled(
  count: number,
  ask: (call: Called) => Promise<unknown>,
): Promise<number> {
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const call = () => {
    calls += 1;
    if (calls === count) resolve();
  };
  if (count === 0) resolve();
  await Promise.all([ask(call), promise]);
  return calls;
}

/** An object of the other end that can be reached by reference. */
export interface CounterMethods {
  readonly value: number;
  /** Adds to the value and returns it. */
  add(amount: number): number;
}

/** What the other end offers in all. */
export interface WindowMethods extends PeerMethods {
  counter(start: number): CounterMethods;
}
