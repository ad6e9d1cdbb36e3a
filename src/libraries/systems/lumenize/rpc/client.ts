/** The client half: `createRpcClient` over a WebSocket, or over a transport of one's own. */
import {
  type CallItem,
  isObject,
  NESTED_KEY,
  type NestedOperation,
  REMOTE_KEY,
  replaceDeep,
  type Step,
} from './protocol.ts';
import type { DownstreamHandler, RpcTransport } from './transport.ts';

export { createWebSocketTransport, type RpcTransport } from './transport.ts';

interface RpcClientConfig {
  transport: RpcTransport;
  /** Id under which the server can reach this client, the same as its transport’s. */
  clientId?: string;
  /** Is given what the server sends without being asked. Keeps the connection up. */
  onDownstream?: DownstreamHandler;
}

/**
 * Makes a client of an object. A call is sent in the microtask in which it was made, awaited or not; all calls of one
 * microtask are one frame. A call may be an argument of another, or be continued by members and calls of its result:
 * both stay in one round trip. A member by itself is read when it is awaited. Pending calls are rejected when the
 * connection is lost or the timeout passes. `Symbol.dispose` closes the connection, and a later call opens another.
 *
 * @typeParam Target the object’s class, or its type, on the server
 * @throws TypeError for `onDownstream` without a client id
 */
export function createRpcClient<Target>(config: RpcClientConfig): RpcClient<Target> {
  const { transport, clientId, onDownstream } = config;
  if (onDownstream) {
    if (!clientId) throw new TypeError('clientId: got none, expected one with onDownstream');
    transport.setDownstreamHandler?.(onDownstream);
    transport.setKeepAlive(true);
  }
  return standIn(new Call(new Calls(transport), [])) as RpcClient<Target>;
}

// Calls, and the stand-ins for their results.

/** The calls behind the stand-ins of all clients. */
const standsFor = new WeakMap<object, Call>();

/** The target of every stand-in’s proxy: a function, so that it can be called. */
const target = (): undefined => undefined;

/** A callable stand-in for the result of a call on the server. */
function standIn(call: Call): object {
  const made = new Proxy(target, call);
  standsFor.set(made, call);
  return made;
}

/** One thing that a client can ask for: a chain of steps, and the handler of its stand-in. */
class Call implements ProxyHandler<typeof target> {
  readonly calls: Calls;
  readonly steps: readonly Step[];
  /** Call that it continues. */
  readonly head: Call | undefined;
  /** Settles with the answer; there once the call is to be sent. */
  answer: PromiseWithResolvers<unknown> | undefined = undefined;
  /** True if somebody wants the answer. */
  awaited = false;
  /** True if a longer chain of its batch begins with it. */
  continued = false;
  /** True if it is an argument of another call. */
  nested = false;
  /** True if it is sent by itself. */
  sent = false;
  /** True if its arguments hold calls or promises. */
  isCompound = false;

  constructor(calls: Calls, steps: readonly Step[], head?: Call) {
    this.calls = calls;
    this.steps = steps;
    this.head = head;
  }

  get(_target: unknown, key: string | symbol): unknown {
    if (key === Symbol.dispose && this.steps.length === 0) return () => this.calls.close();
    if (typeof key === 'symbol') return undefined;
    if (key === 'then' || key === 'catch' || key === 'finally') {
      // The client itself and a function that arrived must not look like promises: a promise of one
      // would ask the server for it.
      if (this.head === undefined) return undefined;
      this.awaited = true;
      const promise = this.calls.make(this);
      return promise[key].bind(promise);
    }
    return standIn(this.#followedBy({ type: 'get', key }));
  }

  apply(_target: unknown, _self: unknown, args: unknown[]): unknown {
    const call = this.#followedBy({ type: 'apply', args });
    void this.calls.make(call);
    return standIn(call);
  }

  #followedBy(step: Step): Call {
    return new Call(this.calls, [...this.steps, step], this);
  }
}

/** Ids of the calls of a page, so that clients can share a transport. */
let lastId = 0;

/** The calls of one client, and the batch that the next microtask sends. */
class Calls {
  readonly #transport: RpcTransport;
  #batch: Call[] = [];
  readonly #flush = () => {
    const batch = this.#batch;
    this.#batch = [];
    void this.#send(batch.filter(isSent));
  };

  constructor(transport: RpcTransport) {
    this.#transport = transport;
  }

  /** Puts a call into the batch, once; the promise settles with its answer. */
  make(call: Call): Promise<unknown> {
    if (call.answer === undefined) {
      call.answer = Promise.withResolvers<unknown>();
      markParts(call);
      if (this.#batch.length === 0) queueMicrotask(this.#flush);
      this.#batch.push(call);
    }
    return call.answer.promise;
  }

  /** Closes the connection after the calls so far are sent. Pending calls are rejected. */
  close(): void {
    this.#flush();
    this.#transport.disconnect?.();
  }

  /** Sends calls in order. A call that waits for its arguments holds up those behind it. */
  async #send(calls: readonly Call[]): Promise<void> {
    let batch: CallItem[] = [];
    let sent = new Map<string, Call>();
    let references: References = new Map();
    for (const call of calls) {
      const id = String((lastId += 1));
      try {
        let { steps } = call;
        if (call.isCompound) {
          const promises = promisesOf(call);
          const values = new Map<object, unknown>();
          if (promises.size > 0) {
            void this.#execute(batch, sent);
            [batch, sent] = [[], new Map<string, Call>()];
            references = new Map();
            await Promise.all(promises.values());
            for (const [given, promise] of promises) values.set(given, await promise);
          }
          steps = travelling(call, references, values);
        }
        batch.push({ id, operations: steps });
        sent.set(id, call);
      } catch (error) {
        call.answer?.reject(error);
      }
    }
    void this.#execute(batch, sent);
  }

  async #execute(batch: CallItem[], sent: Map<string, Call>): Promise<void> {
    if (sent.size === 0) return;
    let missing: unknown = new Error('call: got no answer');
    try {
      const answers = await this.#transport.execute({ batch });
      for (const item of answers.batch) {
        const answer = sent.get(item.id)?.answer;
        sent.delete(item.id);
        if (item.success) answer?.resolve(this.#withFunctions(item.result));
        else answer?.reject(item.error);
      }
    } catch (error) {
      missing = error;
    }
    for (const { answer } of sent.values()) answer?.reject(missing);
  }

  #withFunctions(result: unknown): unknown {
    return replaceDeep(result, (value) => {
      if (!isObject(value) || value[REMOTE_KEY] !== true) return undefined;
      return { value: standIn(new Call(this, value['__operationChain'] as Step[])) };
    });
  }
}

/** Marks the parts of a call: the calls that it continues, and its arguments. A part is sent only if it is awaited. */
function markParts(call: Call): void {
  for (let each = call.head; each; each = each.head) each.continued = true;
  const last = call.steps.at(-1);
  call.isCompound = call.head?.isCompound ?? false;
  if (last?.type !== 'apply') return;
  replaceDeep(last.args, (value, path) => {
    const part = standsFor.get(value);
    if (part === undefined && !(value instanceof Promise)) return undefined;
    call.isCompound = true;
    if (part?.calls === call.calls) {
      part.nested = true;
      // The published server looks into no Map and no Set: what stands there has to be a value.
      if (path === undefined) part.awaited = true;
    }
    return { value };
  });
}

/** Decides whether a call is sent by itself. */
function isSent(call: Call): boolean {
  const { answer, nested, continued } = call;
  call.sent = call.awaited || !(nested || continued);
  if (call.sent) return true;
  // Each longer chain runs its beginning anew, and so may it be awaited anew.
  call.answer = nested ? answer : undefined;
  // The result of an argument stays at the server.
  answer?.promise.catch(() => undefined);
  answer?.reject(new TypeError('call: got an await of a sent argument'));
  return false;
}

// The arguments of calls.

/** The arguments of a call that must be values when it is sent: promises, and calls that are sent by themselves. */
function promisesOf(
  { calls, steps }: Call,
  found = new Map<object, Promise<unknown>>(),
): Map<object, Promise<unknown>> {
  replaceDeep(steps, (value, path) => {
    const call = standsFor.get(value);
    if (value instanceof Promise) found.set(value, value);
    else if (call === undefined) return undefined;
    // The published server looks into no Map and no Set: what stands there has to be a value.
    else if (call.sent || call.calls !== calls || path === undefined) {
      found.set(value, call.calls.make(call));
    } else promisesOf(call, found);
    return { value };
  });
  return found;
}

/** Names in a frame of the calls that are arguments. */
type References = Map<Call, string>;

/**
 * The steps of a call as they are sent.
 *
 * @param references gets the calls that are used for the first time
 * @param values of the arguments that were waited for
 */
function travelling(
  { steps }: Call,
  references: References,
  values: ReadonlyMap<object, unknown>,
): Step[] {
  return replaceDeep(steps, (value) => {
    if (values.has(value)) return { value: values.get(value) };
    const call = standsFor.get(value);
    if (call === undefined) return undefined;
    const known = references.get(call);
    const __refId = known ?? `proxy-${references.size}`;
    const marker: NestedOperation = { [NESTED_KEY]: true, __refId };
    if (known !== undefined) return { value: marker };
    references.set(call, __refId);
    return { value: { ...marker, __operationChain: travelling(call, references, values) } };
  }) as Step[];
}

// Types of a client: everything can be awaited, and chained before.

/** A value on the server: a promise of it, and its members, which are reached in the same round trip. */
type Remote<Value> = [Value] extends [never]
  ? Promise<never>
  : Promise<Received<Value>> & RemoteMembers<Value>;

/** The members of a value on the server. Builtins arrive whole and have none. */
export type RemoteMembers<Value> = Value extends Builtin
  ? unknown
  : { readonly [Key in keyof Value]: RemoteMember<Value[Key]> };

type RemoteMember<Member> = Member extends (...args: infer Args) => infer Result
  ? (...args: Sent<Args>) => Remote<Awaited<Result>>
  : Remote<Member>;

/** Arguments: each may be a call that is not awaited, and stands for its result. */
type Sent<Args extends readonly unknown[]> = {
  [Index in keyof Args]: Args[Index] | Remote<Args[Index]>;
};

/** A result as it arrives: functions in it are callable, and answer by a promise. */
type Received<Value> = Value extends Builtin
  ? Value
  : Value extends (...args: infer Args) => infer Result
    ? (...args: Sent<Args>) => Remote<Awaited<Result>>
    : Value extends object
      ? { [Key in keyof Value]: Received<Value[Key]> }
      : Value;

type Builtin = Primitive | Date | RegExp | Error | URL | Headers | Bytes | Collection;
type Primitive = string | number | boolean | bigint | null | undefined;
type Bytes = ArrayBuffer | ArrayBufferView;
type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

/** A client of an object: its methods, and what is the client's own. */
export type RpcClient<Target> = RemoteMembers<
  Target extends abstract new (...args: never[]) => infer Instance ? Instance : Target
> &
  Disposable;
