import { closeCodes } from '../../../bench-workers/limits.ts';
import { BenchObject, type Message } from '../../../bench-workers/object.ts';
import { counterMethods } from '../../service/api.ts';
import { Cursor } from '../../../bench-workers/service.ts';
import { checkLumenize } from './check.ts';
import { answerFrame, declarePublicMembers, SUBPROTOCOL } from './rpc/server.ts';

const FRAME_TYPE = 'bench/lumenize';

declarePublicMembers(Cursor, ['next', 'position']);

/** Lumenize's server half: the protocol over the service, with both kinds of socket. */
export class LumenizeObject extends BenchObject {
  protected override readonly check = checkLumenize;

  protected override serve(request: Request): Response {
    const offered = request.headers.get('Sec-WebSocket-Protocol')?.split(',') ?? [];
    const headers = new Headers();
    if (offered.some((name) => name.trim() === SUBPROTOCOL)) {
      headers.set('Sec-WebSocket-Protocol', SUBPROTOCOL);
    }
    return this.upgrade((socket) => this.accept(request, socket), headers);
  }

  protected override take(socket: WebSocket, message: Message): void {
    if (typeof message !== 'string') {
      socket.close(closeCodes.unsupported, 'expected text frames');
      return;
    }
    const exposed = { target: this.service, publicMethods: counterMethods };
    const answer = answerFrame(exposed, message, FRAME_TYPE);
    // Most calls end at once, and so does their answer, without a turn of the microtask queue.
    if (answer instanceof Promise) void answer.then(({ text }) => socket.send(text));
    else socket.send(answer.text);
  }
}
