import { Call, Calls, standIn } from './calls.ts';
import type { DownstreamHandler, RpcTransport } from './transport.ts';

/** The client half: `createRpcClient` over a WebSocket, or over a transport of one's own. */
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
