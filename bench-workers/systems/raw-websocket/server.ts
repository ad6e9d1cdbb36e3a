import { BenchObject, type Message } from '../../object.ts';
import type { CounterMethods } from '../../operations.ts';
import { publicMethods } from '../../service.ts';
import { type Answer, type Call, PING, PONG } from './protocol.ts';

/** The floor's server half: parse, call the service, answer. */
export class RawWebSocketObject extends BenchObject {
  override fetch(request: Request): Response {
    this.enter(request);
    const { 0: client, 1: server } = new WebSocketPair();
    // The runtime answers it on the socket: the network's part of a round trip, and nothing else.
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.accept(request, server, undefined, (message) => this.#answer(server, message));
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: Message): void {
    if (this.admit(socket, message)) this.#answer(socket, message);
  }

  #answer(socket: WebSocket, message: Message): void {
    socket.send(JSON.stringify(answer(this.service, message)));
  }
}

function answer(service: CounterMethods, message: Message): Answer {
  let id = -1;
  try {
    const call = readCall(message);
    id = call.id;
    const method = publicMethods.find((name) => name === call.method);
    if (method === undefined) {
      throw new TypeError(
        `method: got ${JSON.stringify(call.method.slice(0, 80))}, expected one of ${publicMethods.join(', ')}`,
      );
    }
    const implementation: (this: CounterMethods, ...args: never[]) => unknown = service[method];
    return { id, result: implementation.apply(service, (call.args ?? []) as never[]) };
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { name, message: text } };
  }
}

/** Reads a call; the id of an unreadable one is -1 in its answer. */
function readCall(message: Message): Call {
  const expected = 'expected {"id": number, "method": string, "args"?: array}';
  if (typeof message !== 'string') throw new TypeError(`frame: got bytes, ${expected}`);
  let call: unknown;
  try {
    call = JSON.parse(message);
  } catch (cause) {
    throw new TypeError(`frame: got no JSON, ${expected}`, { cause });
  }
  if (typeof call !== 'object' || call === null || !('id' in call) || !('method' in call)) {
    throw new TypeError(`frame: got ${message.slice(0, 80)}, ${expected}`);
  }
  const { id, method } = call;
  const args = 'args' in call ? call.args : [];
  if (typeof id !== 'number' || typeof method !== 'string' || !Array.isArray(args)) {
    throw new TypeError(`frame: got ${message.slice(0, 80)}, ${expected}`);
  }
  return { id, method, args };
}
