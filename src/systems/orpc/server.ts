import { RPCHandler as FetchHandler } from '@orpc/server/fetch';
import { HibernationPlugin } from '@orpc/server/hibernation';
import { RPCHandler as SocketHandler } from '@orpc/server/websocket';
import { limits } from '../../../bench-workers/limits.ts';
import { BenchObject, type Message } from '../../../bench-workers/object.ts';
import { answerRequest } from './answer.ts';
import { checkOrpc } from './check.ts';
import { router } from './router.ts';

const handlers = {
  socket: new SocketHandler(router, { plugins: [new HibernationPlugin()] }),
  fetch: new FetchHandler(router),
};

/** oRPC’s server half: its handlers over the service, with both kinds of socket and over HTTP. */
export class OrpcObject extends BenchObject {
  protected override serve(request: Request): Response | Promise<Response> {
    const given = { context: { counter: this.service } };
    if (request.headers.get('Upgrade') === null) {
      return answerRequest(request, limits.answerSeconds.arms, (checked, prefix) =>
        handlers.fetch.handle(checked, { ...given, prefix }),
      );
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.accept(request, server, checkOrpc, (message) => this.#answer(server, message));
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: Message): void {
    if (this.admit(socket, message, checkOrpc)) this.#answer(socket, message);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    handlers.socket.close(socket);
    super.webSocketClose(socket, code);
  }

  #answer(socket: WebSocket, message: Message): void {
    if (typeof message !== 'string') return this.end(socket, UNREADABLE, 'expected text frames');
    handlers.socket.message(socket, message, { context: { counter: this.service } }).catch(() => {
      // What is no message of the protocol, or has no answer that could be sent.
      this.end(socket, UNREADABLE, 'expected a message of oRPC');
    });
  }
}

/** Policy (RFC 6455, section 7.4.1). */
const UNREADABLE = 1008;
