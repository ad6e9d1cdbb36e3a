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
  /** Resolves to the value it was given, with whatever of it the system can carry. */
  echo<Value>(value: Value): Promise<Value>;
  /** Resolves to the sum of two safe integers; the counter stays as it is. */
  add(a: number, b: number): Promise<number>;
  /**
   * Three calls of which each needs the one before: a cursor, its next, its position. Resolves to
   * 1. One round trip where the system can pipeline, else three.
   */
  chain(): Promise<number>;
  /**
   * `add(increment(1), increment(1))`: a call that takes the results of two. Resolves to the sum of
   * the counter's two new values. One round trip where a call can be an argument, else two.
   */
  nested(): Promise<number>;
  /**
   * Resolves to the names of ten items: a list of ids from `first` on is fetched, and a name for each
   * of them. One round trip where a call can be made for each item of a list that is still to come,
   * else two: the list, then all names at once.
   */
  mapped(first: number): Promise<string[]>;
  /**
   * Has the server call a function of the client with each number below `count`, all at once, and
   * resolves to the sum of its answers, which are safe integers. The count is at most 100.
   */
  calledBack(count: number, call: Called): Promise<number>;
  /** Resolves to the length of a text in UTF-16 units. */
  upload(text: string): Promise<number>;
  /**
   * Resolves to `length` characters of a text of words: to its beginning, then each time to another
   * part. The length is at most 1,048,576.
   */
  download(length: number): Promise<string>;
  /**
   * Always rejects: the server throws a RangeError with the message `fail: as asked`, a cause with
   * the message `fail: the cause`, and an own field `code` of 7.
   */
  fail(): Promise<never>;
}

/** A function of the client that the server calls. */
export type Called = (index: number) => number;

/** The same as the server has it. */
export type CalledRemotely = (index: number) => number | Promise<number>;

/** The operations that the server answers at once; the others are made of several calls. */
type Single = Omit<CounterOperations, 'chain' | 'nested' | 'mapped' | 'calledBack'>;

/** What the server offers: every operation of one call, synchronous, and what the others are made of. */
export type CounterMethods = {
  [Name in keyof Single]: (...args: Parameters<Single[Name]>) => Awaited<ReturnType<Single[Name]>>;
} & {
  /** Ten ids, one after the other. */
  ids: (first: number) => number[];
  /** The name that belongs to an id. */
  nameOf: (id: number) => string;
  calledBack: (count: number, call: CalledRemotely) => Promise<number>;
  /** A cursor at 0, for systems that pass objects by reference or continue calls. */
  cursor: () => CursorMethods;
  /** The same for systems that pass data alone, where a cursor is its position. */
  cursorStart: () => number;
  cursorNext: (position: number) => number;
  cursorPosition: (position: number) => number;
};

/** Their names: a client may call these, and nothing else of an object is within reach. */
export const counterMethods = [
  ...(['increment', 'getValue', 'reset', 'echo', 'add', 'upload', 'download', 'fail'] as const),
  ...(['cursor', 'cursorStart', 'cursorNext', 'cursorPosition'] as const),
  ...(['ids', 'nameOf', 'calledBack'] as const),
] as const satisfies ReadonlyArray<keyof CounterMethods>;

/** A place in a sequence without end. */
export interface CursorMethods {
  /** The cursor one place further on. */
  next(): CursorMethods;
  position(): number;
}
