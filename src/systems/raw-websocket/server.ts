import { BenchObject, type Message } from '../../../bench-workers/object.ts';
import {
  counterMethods,
  type CalledRemotely,
  type CounterMethods,
} from '../../service/api.ts';
import { Pending } from '../../places/peers/by-hand.ts';
import {
  type Answer,
  type Call,
  type Callback,
  type CallbackAnswer,
  PING,
  PONG,
} from './protocol.ts';

/** The baseline’s server half: parse, call the service, answer. */
export class RawWebSocketObject extends BenchObject {
  /** By socket: the calls of its client’s functions that wait for their answers. */
  readonly #callbacks = new WeakMap<WebSocket, Pending>();

  protected override serve(request: Request): Response {
    // The runtime answers it on the socket: the network's part of a round trip, and nothing else.
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    return this.upgrade((socket) => this.accept(request, socket));
  }

  protected override gone(socket: WebSocket): void {
    this.#callbacksOf(socket).end(new Error('callback: got a closed socket, expected an answer'));
  }

  protected override take(socket: WebSocket, message: Message): void {
    const send = (answer: Answer) => socket.send(JSON.stringify(answer));
    let id = -1;
    try {
      const read = readMessage(message);
      if ('callback' in read) return this.#answered(socket, read);
      id = read.id;
      const result = this.#run(socket, read);
      if (result instanceof Promise) {
        // It waits for the client.
        result.then(
          (value: unknown) => send({ id, result: value }),
          (error: unknown) => send(failureOf(id, error)),
        );
      } else {
        send({ id, result });
      }
    } catch (error) {
      send(failureOf(id, error));
    }
  }

  #callbacksOf(socket: WebSocket): Pending {
    const pending = this.#callbacks.get(socket) ?? new Pending();
    this.#callbacks.set(socket, pending);
    return pending;
  }

  /** A stand-in for the function that stayed behind with a call. */
  #callback(socket: WebSocket, call: number): CalledRemotely {
    return (index) =>
      this.#callbacksOf(socket).ask((callback) =>
        socket.send(JSON.stringify({ callback, of: call, index } satisfies Callback)),
      );
  }

  #answered(socket: WebSocket, { callback, result, error }: CallbackAnswer): void {
    const pending = this.#callbacksOf(socket);
    // Whoever asked finds out what is no number.
    if (error === undefined) pending.resolve(callback, result);
    else
      pending.reject(
        callback,
        new Error(typeof error === 'string' ? error : 'callback: it failed'),
      );
  }

  #run(socket: WebSocket, call: Call): unknown {
    const service: CounterMethods = this.service;
    const method = counterMethods.find((name) => name === call.method);
    if (method === undefined) {
      throw new TypeError(
        `method: got ${JSON.stringify(call.method.slice(0, 80))}, expected one of ${counterMethods.join(', ')}`,
      );
    }
    const args = [...(call.args ?? [])];
    if (method === 'calledBack') args[1] = this.#callback(socket, call.id);
    const implementation: (this: CounterMethods, ...args: never[]) => unknown = service[method];
    return implementation.apply(service, args as never[]);
  }
}

function failureOf(id: number, error: unknown): Answer {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { id, error: { name, message } };
}

/** Reads a call, or an answer to one of the server; the id of an unreadable one is -1 in its answer. */
function readMessage(message: Message): Call | CallbackAnswer {
  const expected = 'expected {"id": number, "method": string, "args"?: array}';
  if (typeof message !== 'string') throw new TypeError(`frame: got bytes, ${expected}`);
  let read: unknown;
  try {
    read = JSON.parse(message);
  } catch (cause) {
    throw new TypeError(`frame: got no JSON, ${expected}`, { cause });
  }
  const wrong = () => new TypeError(`frame: got ${message.slice(0, 80)}, ${expected}`);
  if (typeof read !== 'object' || read === null) throw wrong();
  if ('callback' in read && typeof read.callback === 'number') return read as CallbackAnswer;
  if (!('id' in read) || !('method' in read)) throw wrong();
  const { id, method } = read;
  const args = 'args' in read ? read.args : [];
  if (typeof id !== 'number' || typeof method !== 'string' || !Array.isArray(args)) throw wrong();
  return { id, method, args };
}
