import { type RpcStub, RpcTarget } from 'capnweb';
import { peerMethods, type PeerService } from '../../../wire/peers/service.ts';

/**
 * A class of what clients reach by reference: methods of these names, which call those of an object,
 * and nothing else. The library takes none that are the target’s own and not its class’s.
 *
 * @param instead what is called in the place of some of the methods, with the object first
 * @param getters names that are read
 */
export function targetClass<Methods extends object>(
  names: readonly string[],
  instead: Readonly<Record<string, (object: Methods, ...args: never[]) => unknown>> = {},
  getters: readonly string[] = [],
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
      for (const name of getters) {
        const get = function (this: Target): unknown {
          return Reflect.get(this.#object, name);
        };
        Object.defineProperty(this.prototype, name, { get });
      }
    }

    /** The library calls this once no client holds the target. */
    [Symbol.dispose](): void {
      (this.#object as Partial<Disposable>)[Symbol.dispose]?.();
    }
  }
  return Target;
}

/** Clients’ functions arrive as stubs: nothing is awaited of their calls, and the library asks to dispose what is not awaited. */
const unawaited =
  <Value>(call: unknown) =>
  (value: Value): void =>
    (call as RpcStub<(value: Value) => void>)(value as never)[Symbol.dispose]();

/** The service of processes, workers and frames, as this library offers it. */
export const PeerTarget = targetClass<PeerService>(peerMethods, {
  callBack: (service, count: number, call) => service.callBack(count, unawaited(call)),
});
