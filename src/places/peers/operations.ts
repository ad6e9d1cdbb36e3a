/**
 * The calls over channels that are no sockets to a bench: between processes, and between windows, workers
 * and ports. One service answers them; each system offers them in its own idiom.
 */

/** A function of the caller that the remote side calls; nothing comes back of it. */
export type Called = (index: number) => void;

/** The methods that the remote side offers. */
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

/** The part of it that is one call with data each way. */
export type DataOperations = Omit<PeerOperations, 'calledBack'>;

/** The methods of what a library makes of the remote side, without what else can be asked of that. */
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

/** Makes a call by the name of its method; a callback goes along with it. */
type CallByName = (method: string, args: readonly unknown[], callback?: Called) => Promise<never>;

/** The operations of a caller that names the methods itself. */
export function operationsByName(call: CallByName): PeerOperations {
  return {
    echo: (value) => call('echo', [value]),
    addAll: (pairs) => call('addAll', [pairs]),
    upload: (data) => call('upload', [data]),
    downloadText: (length) => call('downloadText', [length]),
    downloadBytes: (length) => call('downloadBytes', [length]),
    answered: () => call('answered', []),
    calledBack: (count) => countCalls(count, (callback) => call('callBack', [count], callback)),
  };
}

/**
 * Waits for an answer and for all calls of a function: nothing says that an answer comes after the calls
 * which were made before it.
 *
 * @param ask makes the call that the function goes along with; what it rejects with is passed on
 * @returns how often the function had been called by then
 */
export async function countCalls(
  count: number,
  ask: (callback: Called) => PromiseLike<unknown>,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  if (count === 0) resolve();
  const callback = () => {
    calls += 1;
    if (calls === count) resolve();
  };
  await Promise.all([ask(callback), promise]);
  return calls;
}
