import { BenchObject, type Message } from '../../../bench-workers/object.ts';
import { Cursor, publicMethods } from '../../../bench-workers/service.ts';
import { checkLumenize } from './check.ts';
import { answerFrame, declarePublicMembers, SUBPROTOCOL } from './rpc/server.ts';

const FRAME_TYPE = 'bench/lumenize';

/** Unsupported data (RFC 6455, section 7.4.1). */
const UNSUPPORTED = 1003;

declarePublicMembers(Cursor, ['next', 'position']);

/** Lumenize's server half: the protocol over the service, with both kinds of socket. */
export class LumenizeObject extends BenchObject {
  protected override serve(request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.accept(request, server, checkLumenize, (message) => this.#answer(server, message));
    const offered = request.headers.get('Sec-WebSocket-Protocol')?.split(',') ?? [];
    const headers = new Headers();
    if (offered.some((name) => name.trim() === SUBPROTOCOL)) {
      headers.set('Sec-WebSocket-Protocol', SUBPROTOCOL);
    }
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  override webSocketMessage(socket: WebSocket, message: Message): void {
    if (this.admit(socket, message, checkLumenize)) this.#answer(socket, message);
  }

  #answer(socket: WebSocket, message: Message): void {
    if (typeof message !== 'string') {
      socket.close(UNSUPPORTED, 'expected text frames');
      return;
    }
    const exposed = { target: this.service, publicMethods };
    const answer = answerFrame(exposed, message, FRAME_TYPE);
    // Most calls end at once, and so does their answer, without a turn of the microtask queue.
    if (answer instanceof Promise) void answer.then(({ text }) => socket.send(text));
    else socket.send(answer.text);
  }
}
