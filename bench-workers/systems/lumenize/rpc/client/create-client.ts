import { Calls, type Chains } from './calls.ts';
import type { Step } from '../protocol/protocol.ts';
import type { Transport } from './transport.ts';
import type { RpcClient } from './types.ts';

/**
 * Makes a client of an object. A call is put down as a chain of steps; awaiting it is what sends
 * it, and all that is awaited in one microtask goes out as one frame. A call that is not awaited
 * may be an argument of another, or be continued by members and calls of its result: both stay in
 * one round trip. Pending calls are rejected when the connection is lost or the transport's
 * timeout passes. `Symbol.dispose` closes the connection.
 *
 * @typeParam Target the object's type on the server
 */
export function createRpcClient<Target extends object>({
  transport,
}: {
  transport: Transport;
}): RpcClient<Target> {
  const steps = new WeakMap<object, readonly Step[]>();
  const chains: Chains = {
    stepsOf: (value) => (typeof value === 'function' ? steps.get(value) : undefined),
    remoteFunction: (path) => chain(path, false),
  };
  const calls = new Calls(transport, chains);

  /**
   * A callable stand-in for whatever the steps lead to on the server.
   *
   * @param awaitable whether awaiting it sends it. The client itself and a function that arrived
   *   must not look like promises: a promise of one would send it without being asked.
   */
  function chain(path: readonly Step[], awaitable: boolean): object {
    let sent: Promise<unknown> | undefined;
    const proxy = new Proxy(target, {
      get(_target, key) {
        if (typeof key === 'symbol') {
          return key === Symbol.dispose && path.length === 0 ? () => calls.close() : undefined;
        }
        if (key === 'then' || key === 'catch' || key === 'finally') {
          if (awaitable) {
            const promise = (sent ??= calls.send(path));
            return promise[key].bind(promise);
          }
          if (key === 'then') return undefined;
        }
        return chain([...path, { type: 'get', key }], true);
      },
      apply: (_target, _self, args: unknown[]) => chain([...path, { type: 'apply', args }], true),
    });
    steps.set(proxy, path);
    return proxy;
  }
  return chain([], false) as RpcClient<Target>;
}

/** What every stand-in is a proxy of; a function, so that it can be called. */
const target = (): undefined => undefined;
