import type { Step } from '../protocol/protocol.ts';
import { Calls } from './calls.ts';
import type { Transport } from './transport.ts';

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
  const calls: Calls = new Calls(transport, {
    stepsOf: (value) => {
      const link = linkOf(value);
      return link?.calls === calls ? link.path : undefined;
    },
    remoteFunction: (path) => stand(calls, path, false),
  });
  return stand(calls, [], false) as RpcClient<Target>;
}

/** What every stand-in is a proxy of; a function, so that it can be called. */
const target = (): undefined => undefined;

/** Key by which a stand-in tells what it stands for. No other code has it. */
const LINK = Symbol('link');

/** What a stand-in stands for; undefined for any other function. */
function linkOf(value: unknown): Link | undefined {
  if (typeof value !== 'function') return undefined;
  const link: unknown = Reflect.get(value, LINK);
  return link instanceof Link ? link : undefined;
}

/** A callable stand-in for whatever the steps lead to on the server. */
function stand(calls: Calls, path: readonly Step[], awaitable: boolean): object {
  return new Proxy(target, new Link(calls, path, awaitable));
}

/** The handler of one stand-in. A class, because a call makes two of them and closures cost more. */
class Link implements ProxyHandler<typeof target> {
  readonly calls: Calls;
  readonly path: readonly Step[];
  /**
   * Whether awaiting it sends it. The client itself and a function that arrived must not look like
   * promises: a promise of one would send it without being asked.
   */
  readonly #awaitable: boolean;
  #sent: Promise<unknown> | undefined;

  constructor(calls: Calls, path: readonly Step[], awaitable: boolean) {
    this.calls = calls;
    this.path = path;
    this.#awaitable = awaitable;
  }

  get(_target: unknown, key: string | symbol): unknown {
    if (typeof key === 'symbol') {
      if (key === LINK) return this;
      if (key !== Symbol.dispose || this.path.length > 0) return undefined;
      return () => this.calls.close();
    }
    if (key === 'then' || key === 'catch' || key === 'finally') {
      if (this.#awaitable) {
        const promise = (this.#sent ??= this.calls.send(this.path));
        return promise[key].bind(promise);
      }
      if (key === 'then') return undefined;
    }
    return stand(this.calls, [...this.path, { type: 'get', key }], true);
  }

  apply(_target: unknown, _self: unknown, args: unknown[]): unknown {
    return stand(this.calls, [...this.path, { type: 'apply', args }], true);
  }
}

// What a client sees of the methods of an object: everything can be awaited, and chained before.

/** A value on the server: a promise of it, and its members, which are reached in the same round trip. */
export type Remote<Value> = [Value] extends [never]
  ? Promise<never>
  : Promise<Received<Value>> & RemoteMembers<Value>;

/** The members of a value on the server. Builtins arrive whole and have none. */
export type RemoteMembers<Value> = Value extends Builtin
  ? unknown
  : { readonly [Key in keyof Value]: RemoteMember<Value[Key]> };

type RemoteMember<Member> = Member extends (...args: infer Args) => infer Result
  ? (...args: Sent<Args>) => Remote<Awaited<Result>>
  : Remote<Member>;

/** Arguments: each may be a call that is not awaited, whose result then stands in its place. */
export type Sent<Args extends readonly unknown[]> = {
  [Index in keyof Args]: Args[Index] | Remote<Args[Index]>;
};

/** A result as it arrives: functions in it are callable, and answer by a promise. */
export type Received<Value> = Value extends Builtin
  ? Value
  : Value extends (...args: infer Args) => infer Result
    ? (...args: Sent<Args>) => Remote<Awaited<Result>>
    : Value extends object
      ? { [Key in keyof Value]: Received<Value[Key]> }
      : Value;

type Builtin =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | Date
  | RegExp
  | Error
  | URL
  | Headers
  | ArrayBuffer
  | ArrayBufferView
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;

/** A client of an object: its methods, and what closes the connection. */
export type RpcClient<Target> = RemoteMembers<Target> & Disposable;
