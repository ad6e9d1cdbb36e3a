/**
 * What is asked over channels that are no sockets to a bench: between processes, and between windows,
 * workers and ports. The service answers it once; each system offers it in its own idiom.
 */

/** A function of the caller that the other end calls; nothing comes back of it. */
export type Called = (index: number) => void;

/** What the other end offers. */
export interface PeerMethods {
  /** The value it was given. */
  echo<Value>(value: Value): Value;
  /** The sum of each pair of numbers: one call that carries many. */
  addAll(pairs: ReadonlyArray<readonly [number, number]>): number[];
  /** Length of a text in UTF-16 units, or of bytes. */
  upload(data: string | Uint8Array): number;
  /** So many characters of text, none outside of ASCII. The length is at most {@link LONGEST}. */
  downloadText(length: number): string;
  /** So many bytes. The length is at most {@link LONGEST}. */
  downloadBytes(length: number): Uint8Array;
  /** Calls the function with each number below the count; returns the count. At most 10,000. */
  callBack(count: number, call: Called): number | Promise<number>;
  /** How many calls it has answered since it was opened, this one not counted. */
  answered(): number;
}

/** Most characters or bytes of a payload: 10 MiB. */
export const LONGEST = 10 * 1024 * 1024;

type Single = Omit<PeerMethods, 'echo' | 'callBack'>;

/** The same as a caller has it. Bytes arrive as bytes, whatever carried them. */
export type PeerOperations = {
  [Name in keyof Single]: (
    ...args: Parameters<Single[Name]>
  ) => Promise<Awaited<ReturnType<Single[Name]>>>;
} & {
  echo<Value>(value: Value): Promise<Value>;
  /** Resolves to how often the function has been called by then, once it has been called `count` times. */
  calledBack(count: number): Promise<number>;
};
