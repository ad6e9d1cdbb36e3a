/** The operations of a caller of processes, workers and frames, for all libraries. */
import type { Connection } from '../../core/plan/index.ts';
import { type Api, callMethod } from '../service/api.ts';
import { itemsOf, Receiving } from '../service/items.ts';
import type { Called, PeerService } from './service.ts';

/** Operations of the studies of processes and of windows. Bytes always arrive as bytes. */
export interface PeerOperations extends Pick<
  Api,
  'echo' | 'upload' | 'download' | 'down' | 'up' | 'passed'
> {
  addAll(...args: Parameters<PeerService['addAll']>): Promise<number[]>;
  answered(): Promise<number>;
  /** Resolves to how often the function has been called by then, once it has been called `count` times. */
  calledBack(count: number): Promise<number>;
  /** Sends a buffer there and back, handed over and not copied if the library can do that. It is empty afterwards. */
  transfer(buffer: ArrayBuffer): Promise<ArrayBuffer>;
}

/** The caller’s half of a connection. Its `close` rejects pending calls, and leaves the other side running. */
export type CallerSide = Pick<
  Connection<PeerOperations>,
  'operations' | 'unansweredPrefix' | 'close'
>;

/** Makes a call by the name of its method, with a function of the caller if given. */
export type CallByName = (
  method: string,
  args: readonly unknown[],
  called?: Called,
) => Promise<never>;

/** A library’s object for the remote side. The library’s own types of it lose type parameters. */
export type Remote = Readonly<Record<string, (...args: unknown[]) => Promise<never>>>;

/** Calls the methods of a library’s remote object. @param pass wraps a function for the library */
export function callsOf(
  remote: object,
  pass: (called: Called) => unknown = (called) => called,
): CallByName {
  return (method, args, called) =>
    callMethod(remote, method, called === undefined ? args : [...args, pass(called)]);
}

/**
 * The operations of a library that passes only data and functions. A stream is a call for each item, none awaited
 * before the next. `transfer` answers, but hands nothing over.
 *
 * @param send makes a call whose answer nobody needs
 */
export function operationsByName(
  call: CallByName,
  send: (method: string, args: readonly unknown[]) => unknown = call,
): PeerOperations {
  /** Waits for the answer and for the last call, which may come in either order. */
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
