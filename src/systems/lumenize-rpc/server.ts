import { handleRpcMessage } from '#lumenize-rpc/library';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';
import { BenchObject, type Message } from '../../../bench-workers/object.ts';
import { checkLumenizeRpc } from './check.ts';
import { SUBPROTOCOL } from '../lumenize/rpc/server.ts';

const CONFIG = { prefix: '/bench/lumenize-rpc', maxDepth: limits.message.steps };

/** The published library’s server half, by its handler for those who accept the socket themselves. */
export class LumenizeRpcObject extends BenchObject {
  protected override readonly check = checkLumenizeRpc;

  protected override serve(request: Request): Response {
    const headers = new Headers({ 'Sec-WebSocket-Protocol': SUBPROTOCOL });
    return this.upgrade((socket) => this.accept(request, socket), headers);
  }

  protected override take(socket: WebSocket, message: Message): void {
    void handleRpcMessage(socket, message, this.service, CONFIG).then((isAnswered) => {
      if (!isAnswered) this.end(socket, closeCodes.unsupported, 'expected frames of Lumenize RPC');
    });
  }
}
