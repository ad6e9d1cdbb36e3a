import { RPCChannel } from 'kkrpc/browser';
import { CostBudget, refusalIn } from '../../../bench-workers/guard/message.ts';
import {
  checkText,
  type Message,
  type SocketGuard,
} from '../../../bench-workers/guard/socket-guard.ts';
import { armOf } from '../../../bench-workers/http.ts';
import { BenchObject } from '../../../bench-workers/object.ts';
import { counterMethods } from '../../service/api.ts';
import {
  type ClientMethods,
  serializationOf,
  type ServerMethods,
  settling,
  SocketIo,
} from './channel.ts';
import { checkLines, type Kind, Lines } from './check.ts';
import { sealed } from './sealed.ts';

/**
 * kkrpc’s transport over the server’s end of a socket: the library gets whole lines, each checked.
 *
 * @param kinds what clients may send
 * @param accept opens the socket and gives its messages on
 */
export function guardedIo(
  socket: WebSocket,
  kinds: readonly Kind[],
  accept: (onMessage: (message: Message) => void) => SocketGuard,
): SocketIo {
  const lines = new Lines();
  const costs = new CostBudget();
  let deliver: ((event: { data: string }) => void) | undefined;
  const guard = accept((message) => {
    if (typeof message !== 'string') return;
    let whole = '';
    const found =
      refusalIn(() => (whole = lines.add(message))) ??
      checkText(whole, (text) => checkLines(text, kinds, costs), costs);
    if (found !== undefined) guard.refuse(found);
    else deliver?.({ data: whole });
  });
  return new SocketIo({
    get readyState() {
      return socket.readyState;
    },
    send: (text) => socket.send(text),
    addEventListener: (_type, listener) => (deliver = listener),
  });
}

/** kkrpc’s server half: a channel for each socket, in memory as long as the socket is open. */
export class KkrpcObject extends BenchObject {
  protected override serve(request: Request): Response {
    return this.upgrade((socket) => this.#serveSocket(socket, armOf(request)));
  }

  #serveSocket(socket: WebSocket, arm: string): void {
    const io = guardedIo(socket, ['request', 'response'], (onMessage) =>
      this.acceptInMemory(socket, undefined, onMessage),
    );
    const settle = settling(socket);
    const calledBack: ServerMethods['calledBack'] = (count, given) => {
      // Sent with every call of the function, so nothing that could be long.
      if (typeof given !== 'number') {
        throw new TypeError(`calledBack: got a ${typeof given}, expected the number of a function`);
      }
      return this.service.calledBack(count, (index) => settle(() => remote.run(given, index)));
    };
    const expose = sealed(this.service, counterMethods, { calledBack });
    const remote = new RPCChannel<typeof expose, ClientMethods>(io, {
      expose,
      serialization: { version: serializationOf(arm) },
    }).getAPI();
  }
}
