import type { CounterOperations } from './operations.ts';

const KEY = 'value';

/** The counter's operations as the server has them: synchronous, on the object's own storage. */
export type CounterMethods = {
  [Name in keyof CounterOperations]: (
    ...args: Parameters<CounterOperations[Name]>
  ) => Awaited<ReturnType<CounterOperations[Name]>>;
};

/** Names of the methods a client may call. Nothing else of an object is within reach. */
export const publicMethods = [
  'increment',
  'getValue',
  'reset',
  'echo',
] as const satisfies ReadonlyArray<keyof CounterOperations>;

/**
 * The one implementation of the business logic: a counter on the synchronous key-value storage
 * of a Durable Object. Every system's server half calls it, so that only the way there differs.
 * A wrong argument throws a TypeError or RangeError before anything is written.
 */
export class CounterService implements CounterMethods {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  increment(amount: number): number {
    if (!Number.isSafeInteger(amount)) {
      throw new TypeError(`increment: got ${show(amount)}, expected a safe integer`);
    }
    const value = this.getValue() + amount;
    if (!Number.isSafeInteger(value)) {
      throw new RangeError(`increment: got ${amount}, expected the sum to stay a safe integer`);
    }
    this.#kv.put(KEY, value);
    return value;
  }

  getValue(): number {
    return this.#kv.get<number>(KEY) ?? 0;
  }

  reset(): number {
    this.#kv.put(KEY, 0);
    return 0;
  }

  echo<Value>(value: Value): Value {
    return value;
  }
}

function show(value: unknown): string {
  if (typeof value === 'number' || value === null || value === undefined) return String(value);
  return `${typeof value === 'string' ? JSON.stringify(value) : 'a value'} of type ${typeof value}`;
}
