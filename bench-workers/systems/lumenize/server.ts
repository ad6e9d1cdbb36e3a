import { BenchObject, type Message } from '../../object.ts';
import { publicMethods } from '../../service.ts';
import { SUBPROTOCOL } from './rpc/protocol.ts';
import { handleRpcMessage } from './rpc/server.ts';

const FRAME_TYPE = 'bench/lumenize';

/** Unsupported data (RFC 6455, section 7.4.1). */
const UNSUPPORTED = 1003;

/** Lumenize's server half: the protocol over the service, with both kinds of socket. */
export class LumenizeObject extends BenchObject {
  override fetch(request: Request): Response {
    this.touch();
    const { 0: client, 1: server } = new WebSocketPair();
    this.accept(request, server, (message) => void this.#answer(server, message));
    const offered = request.headers.get('Sec-WebSocket-Protocol')?.split(',') ?? [];
    const headers = new Headers();
    if (offered.some((name) => name.trim() === SUBPROTOCOL)) {
      headers.set('Sec-WebSocket-Protocol', SUBPROTOCOL);
    }
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  override async webSocketMessage(socket: WebSocket, message: Message): Promise<void> {
    if (this.admit(socket, message)) await this.#answer(socket, message);
  }

  async #answer(socket: WebSocket, message: Message): Promise<void> {
    if (typeof message !== 'string') {
      socket.close(UNSUPPORTED, 'expected text frames');
      return;
    }
    const exposed = { target: this.service, publicMethods };
    socket.send(await handleRpcMessage(exposed, message, FRAME_TYPE));
  }
}
