import { CALL, type Call, Calls } from './client/calls.ts';
import type { DownstreamHandler, RpcTransport } from './client/transport.ts';
import type { Step } from './protocol/protocol.ts';

/** What a client is made of. */
interface RpcClientConfig {
  transport: RpcTransport;
  /** Id under which the server can reach this client without being asked. */
  clientId?: string;
  /** Is given what the server sends without being asked. Keeps the connection up. */
  onDownstream?: DownstreamHandler;
}

/**
 * Makes a client of an object. A call is put down as a chain of steps and sends itself in the
 * microtask in which it was made, awaited or not; all of one microtask goes out as one frame. A call
 * may be an argument of another, or be continued by members and calls of its result: both stay in
 * one round trip. A member alone is read when it is awaited. Pending calls are rejected when the
 * connection is lost or the transport's timeout passes. `Symbol.dispose` closes the connection,
 * and a call afterwards opens another one.
 *
 * @typeParam Target the object's class, or its type, on the server
 * @throws TypeError where the server is to send to a client without an id
 */
export function createRpcClient<Target>({
  transport,
  clientId,
  onDownstream,
}: RpcClientConfig): RpcClient<Target> {
  if (onDownstream && !clientId) {
    throw new TypeError('clientId: got none, expected one with onDownstream');
  }
  if (clientId) transport.setClientId?.(clientId);
  if (onDownstream) {
    transport.setDownstreamHandler?.(onDownstream);
    transport.setKeepAlive(true);
  }
  const calls: Calls = new Calls(transport, (steps) =>
    stand(new Link(calls, steps, undefined, false)),
  );
  return stand(new Link(calls, [], undefined, false)) as RpcClient<Target>;
}

/** What every stand-in is a proxy of; a function, so that it can be called. */
const target = (): undefined => undefined;

/** A callable stand-in for whatever the steps of a link lead to on the server. */
function stand(link: Link): object {
  return new Proxy(target, link);
}

/** The handler of one stand-in. A class, because a call makes two of them and closures cost more. */
class Link implements ProxyHandler<typeof target>, Call {
  readonly calls: Calls;
  readonly steps: readonly Step[];
  readonly head: Link | undefined;
  answer: Promise<unknown> | undefined = undefined;
  awaited = false;
  sent = false;
  absorbed = false;
  /**
   * Whether it can be awaited. The client itself and a function that arrived must not look like
   * promises: a promise of one would ask the server for it.
   */
  readonly #awaitable: boolean;

  constructor(calls: Calls, steps: readonly Step[], head: Link | undefined, awaitable = true) {
    this.calls = calls;
    this.steps = steps;
    this.head = head;
    this.#awaitable = awaitable;
  }

  get(_target: unknown, key: string | symbol): unknown {
    if (typeof key === 'symbol') {
      if (key === CALL) return this;
      if (key !== Symbol.dispose || this.steps.length > 0) return undefined;
      return () => this.calls.close();
    }
    if (this.#awaitable) {
      if (key === 'then' || key === 'catch' || key === 'finally') {
        const promise = this.calls.answerOf(this);
        return promise[key].bind(promise);
      }
    } else if (key === 'then') return undefined;
    return stand(this.#followedBy({ type: 'get', key }));
  }

  apply(_target: unknown, _self: unknown, args: unknown[]): unknown {
    if (this.#awaitable && this.steps.at(-1)?.type === 'apply') return this.#callAnswer(args);
    const link = this.#followedBy({ type: 'apply', args });
    void this.calls.make(link);
    return stand(link);
  }

  #followedBy(step: Step): Link {
    return new Link(this.calls, [...this.steps, step], this);
  }

  /** Calls the function that a call answers with. */
  async #callAnswer(args: unknown[]): Promise<unknown> {
    const answer = (await this.calls.answerOf(this)) as (...args: unknown[]) => unknown;
    return answer(...args);
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

/** A client of an object: its methods, and what is the client's own. */
export type RpcClient<Target> = RemoteMembers<
  Target extends abstract new (...args: never[]) => infer Instance ? Instance : Target
> &
  Disposable;

/** The client half: `createRpcClient` over a WebSocket, over HTTP, or over a transport of one's own. */
export { createHttpTransport } from './client/transport.ts';
export type { BatchRequest, BatchResponse, RpcTransport } from './client/transport.ts';
export {
  createWebSocketTransport,
  type WebSocketTransportOptions,
} from './client/web-socket-transport.ts';
