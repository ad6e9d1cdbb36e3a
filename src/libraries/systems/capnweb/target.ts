import { type RpcStub, RpcTarget } from 'capnweb';
import { peerMethods, type PeerService } from '../../../wire/peers/service.ts';

/**
 * A class of targets with methods of these names, which call those of an object. Clients reach nothing else. The
 * library looks for methods in the class and not in the target.
 *
 * @param instead functions that are called instead of some methods, with the object first
 */
export function targetClass<Methods extends object>(
  names: readonly string[],
  instead: Readonly<Record<string, (object: Methods, ...args: never[]) => unknown>> = {},
): new (object: Methods) => RpcTarget {
  class Target extends RpcTarget {
    readonly #object: Methods;

    constructor(object: Methods) {
      super();
      this.#object = object;
    }

    static {
      for (const name of names) {
        const own = instead[name];
        const value = function (this: Target, ...args: unknown[]): unknown {
          if (own !== undefined) return own(this.#object, ...(args as never[]));
          return (this.#object as Record<string, (...given: unknown[]) => unknown>)[name]?.(
            ...args,
          );
        };
        Object.defineProperty(this.prototype, name, { value });
      }
    }

    /** The library calls this once no client holds the target. */
    [Symbol.dispose](): void {
      (this.#object as Partial<Disposable>)[Symbol.dispose]?.();
    }
  }
  return Target;
}

/** Calls a function of the client, which is a stub. The library asks to dispose a result that is not awaited. */
const unawaited =
  <Value>(call: unknown) =>
  (value: Value): void =>
    (call as RpcStub<(value: Value) => void>)(value as never)[Symbol.dispose]();

/** The service of processes, workers and frames, as this library offers it. */
export const PeerTarget = targetClass<PeerService>(peerMethods, {
  callBack: (service, count: number, call) => service.callBack(count, unawaited(call)),
});
