import { newWebSocketRpcSession, RpcTarget } from 'capnweb';
import { limits } from '../../../bench-workers/limits.ts';
import { BenchObject } from '../../../bench-workers/object.ts';
import { answerBatch } from './answer-batch.ts';
import { CapnwebSession } from './check.ts';
import type {
  CalledRemotely,
  CounterMethods,
  CursorMethods,
} from '../../places/bench/operations.ts';
import type { CounterService } from '../../../bench-workers/service.ts';

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

  add(a: number, b: number): number {
    return this.#service.add(a, b);
  }

  upload(text: string): number {
    return this.#service.upload(text);
  }

  download(length: number): string {
    return this.#service.download(length);
  }

  fail(): never {
    return this.#service.fail();
  }

  ids(first: number): number[] {
    return this.#service.ids(first);
  }

  nameOf(id: number): string {
    return this.#service.nameOf(id);
  }

  calledBack(count: number, call: CalledRemotely): Promise<number> {
    return this.#service.calledBack(count, call);
  }

  cursor(): CursorTarget {
    return new CursorTarget(this.#service.cursor());
  }

  cursorStart(): number {
    return this.#service.cursorStart();
  }

  cursorNext(position: number): number {
    return this.#service.cursorNext(position);
  }

  cursorPosition(position: number): number {
    return this.#service.cursorPosition(position);
  }
}

/** A cursor passed by reference: the client gets a stub of it. */
class CursorTarget extends RpcTarget implements CursorMethods {
  readonly #cursor: CursorMethods;

  constructor(cursor: CursorMethods) {
    super();
    this.#cursor = cursor;
  }

  next(): CursorTarget {
    return new CursorTarget(this.#cursor.next());
  }

  position(): number {
    return this.#cursor.position();
  }
}

/** Cap’n Web’s server half: a session over a socket that stays in memory, or one for each request. */
export class CapnwebObject extends BenchObject {
  protected override serve(request: Request): Response | Promise<Response> {
    const counter = new CounterTarget(this.service);
    if (request.method === 'POST') {
      return answerBatch(request, counter, limits.answerSeconds.arms);
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.acceptInMemory(server, new CapnwebSession().check);
    newWebSocketRpcSession(server, counter);
    return new Response(null, { status: 101, webSocket: client });
  }
}
