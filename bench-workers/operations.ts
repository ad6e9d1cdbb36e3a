/**
 * The business that every system carries: one counter per Durable Object.
 * The service implements it once; each client offers it in its system's own idiom.
 */
export interface CounterOperations {
  /** Adds a safe integer to the counter and resolves to the new value. */
  increment(amount: number): Promise<number>;
  /** Resolves to the counter's value; a fresh object starts at 0. */
  getValue(): Promise<number>;
  /** Sets the counter back to 0 and resolves to 0. */
  reset(): Promise<number>;
  /** Resolves to the value it was given. */
  echo<Value>(value: Value): Promise<Value>;
}
