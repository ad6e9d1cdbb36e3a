import { newWebSocketRpcSession, RpcTarget } from 'capnweb';
import { BenchObject } from '../../object.ts';
import type { CounterMethods, CounterService } from '../../service.ts';

/** What a client can reach: the counter's methods and nothing else. */
class CounterTarget extends RpcTarget implements CounterMethods {
  readonly #service: CounterService;

  constructor(service: CounterService) {
    super();
    this.#service = service;
  }

  increment(amount: number): number {
    return this.#service.increment(amount);
  }

  getValue(): number {
    return this.#service.getValue();
  }

  reset(): number {
    return this.#service.reset();
  }

  echo<Value>(value: Value): Value {
    return this.#service.echo(value);
  }
}

/** Cap’n Web's server half: a session over a socket that stays in memory, its only kind. */
export class CapnwebObject extends BenchObject {
  override fetch(): Response {
    this.touch();
    const { 0: client, 1: server } = new WebSocketPair();
    this.acceptInMemory(server);
    newWebSocketRpcSession(server, new CounterTarget(this.service));
    return new Response(null, { status: 101, webSocket: client });
  }
}
