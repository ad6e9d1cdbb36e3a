/** The operations of a caller of processes, workers and frames, whatever library makes its calls. */
import type { Connection } from '../../core/plan/index.ts';
import { type Api, callMethod } from '../service/api.ts';
import { itemsOf, Receiving } from '../service/items.ts';
import type { Called, PeerService } from './service.ts';

/** Bytes arrive as bytes, whatever carried them. */
export interface PeerOperations extends Pick<
  Api,
  'echo' | 'upload' | 'download' | 'down' | 'up' | 'passed'
> {
  addAll(...args: Parameters<PeerService['addAll']>): Promise<number[]>;
  answered(): Promise<number>;
  /** Resolves to how often the function has been called by then, once it has been called `count` times. */
  calledBack(count: number): Promise<number>;
  /**
   * The same bytes there and back, handed over and not copied, where the system can say so. The
   * buffer given is empty afterwards.
   */
  transfer(buffer: ArrayBuffer): Promise<ArrayBuffer>;
}

/**
 * The caller’s half of a connection. Its `close` rejects calls that are pending and lets go of what the library
 * holds; whoever made the other side ends it.
 */
export type CallerSide = Pick<
  Connection<PeerOperations>,
  'operations' | 'unansweredPrefix' | 'close'
>;

/** Makes a call by the name of its method; a function of the caller goes along with it. */
export type CallByName = (
  method: string,
  args: readonly unknown[],
  called?: Called,
) => Promise<never>;

/** What a library makes of the remote side. Its own types of that lose type parameters; the values do not. */
export type Remote = Readonly<Record<string, (...args: unknown[]) => Promise<never>>>;

/**
 * Calls the methods of what a library makes of the remote side.
 *
 * @param pass makes of a function what the library sends along
 */
export function callsOf(
  remote: object,
  pass: (called: Called) => unknown = (called) => called,
): CallByName {
  return (method, args, called) =>
    callMethod(remote, method, called === undefined ? args : [...args, pass(called)]);
}

/**
 * The operations of a library that passes data and functions alone: a stream is a call for each item, none
 * awaited before the next. `transfer` looks as if it worked, but hands nothing over.
 *
 * @param send makes a call whose answer tells nothing
 */
export function operationsByName(
  call: CallByName,
  send: (method: string, args: readonly unknown[]) => unknown = call,
): PeerOperations {
  /** Nothing says that an answer comes after the calls which were made before it: both are waited for. */
  const calledWhole = async (
    method: string,
    args: readonly unknown[],
    take: (value: never) => boolean,
  ): Promise<void> => {
    const { promise: whole, resolve } = Promise.withResolvers<void>();
    const called: Called = (value) => {
      if (take(value)) resolve();
    };
    await Promise.all([call(method, args, called), whole]);
  };
  return {
    echo: (value) => call('echo', [value]),
    addAll: (pairs) => call('addAll', [pairs]),
    upload: (text) => call('upload', [text]),
    download: (length) => call('download', [length]),
    answered: () => call('answered', []),
    passed: () => call('passed', []),
    async calledBack(count) {
      let calls = 0;
      await calledWhole('callBack', [count], () => (calls += 1) >= count);
      return calls;
    },
    async down(shape) {
      const receiving = new Receiving(shape);
      await calledWhole('downTo', [shape], (item) => {
        receiving.take(item);
        return receiving.isWhole;
      });
      return receiving.received();
    },
    async up(shape) {
      const begun = send('beginItems', [shape]);
      await Promise.all([begun, ...Array.from(itemsOf(shape), (item) => send('takeItem', [item]))]);
      return call('received', []);
    },
    transfer: (buffer) => call('echo', [buffer]),
  };
}
