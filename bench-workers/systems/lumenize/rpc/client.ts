import { encode, PARSE_ERROR_ID, type CallItem, type ResultItem, type Step } from './protocol.ts';
import type { Transport } from './websocket-transport.ts';

/** A client of an object with these methods: calls are typed as the object's own. */
export type RpcClient<Methods> = Methods & Disposable;

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Makes a client. A call is put down as a chain of steps; awaiting it is what sends it, and all
 * that is awaited in one microtask goes out as one frame. Pending calls are rejected when the
 * connection is lost; `Symbol.dispose` closes it.
 */
export function createRpcClient<Methods extends object>({
  transport,
}: {
  transport: Transport;
}): RpcClient<Methods> {
  const calls = new Calls(transport);
  const dispose = () => transport.close();
  return chain(calls, [], dispose) as RpcClient<Methods>;
}

/** The calls under way and the batch that the next microtask sends. */
class Calls {
  readonly #transport: Transport;
  readonly #pending = new Map<string, Pending>();
  #batch: CallItem[] = [];
  #lastId = 0;
  /** Tells this client's ids from those of the one before it on the same object. */
  readonly #session = Date.now();

  constructor(transport: Transport) {
    this.#transport = transport;
    transport.listen({
      onResults: (results) => {
        for (const result of results) this.#settle(result);
      },
      onLost: (error) => this.#rejectAll(error),
    });
  }

  send(operations: Step[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = `${this.#session}-${(this.#lastId += 1)}`;
      this.#pending.set(id, { resolve, reject });
      if (this.#batch.length === 0) queueMicrotask(() => this.#flush());
      this.#batch.push({ id, operations });
    });
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    const fail = (error: unknown) => {
      for (const { id } of batch) this.#settle({ id, success: false, error });
    };
    try {
      const sent = this.#transport.send(encode({ type: this.#transport.type, batch }));
      sent?.catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  #settle(result: ResultItem): void {
    if (!result.success && result.id === PARSE_ERROR_ID) {
      // The server could not tell whose frame it was: none of them will be answered.
      this.#rejectAll(result.error);
      return;
    }
    const call = this.#pending.get(result.id);
    this.#pending.delete(result.id);
    if (result.success) call?.resolve(result.result);
    else call?.reject(result.error);
  }

  #rejectAll(error: unknown): void {
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of lost) call.reject(error);
  }
}

/** A callable stand-in for whatever the steps lead to on the server. */
function chain(calls: Calls, steps: Step[], dispose?: () => void): object {
  let sent: Promise<unknown> | undefined;
  const send = () => (sent ??= calls.send(steps));
  return new Proxy(() => undefined, {
    get(_target, key) {
      if (key === Symbol.dispose) return dispose;
      if (typeof key === 'symbol') return undefined;
      // The client itself must not look like a promise, or awaiting it would send an empty chain.
      if (steps.length > 0 && (key === 'then' || key === 'catch' || key === 'finally')) {
        const promise = send();
        return promise[key].bind(promise);
      }
      if (key === 'then') return undefined;
      return chain(calls, [...steps, { type: 'get', key }]);
    },
    apply(_target, _self, args: unknown[]) {
      return chain(calls, [...steps, { type: 'apply', args }]);
    },
  });
}
