import { CostBudget } from '../../../bench-workers/guard/cost-budget.ts';
import { type Check, lookAt } from '../../../bench-workers/guard/look-at.ts';
import type { Message, SocketGuard } from '../../../bench-workers/guard/socket-guard.ts';
import { SocketIo } from './channel.ts';
import { checkLines, type Kind, Lines } from './check.ts';

/**
 * kkrpc’s transport over the server’s end of a socket: the library gets whole lines, each looked at.
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
    const whole = lines.add(message);
    const check: Check = (text) => checkLines(text, kinds, costs);
    const wrong = typeof whole === 'string' ? lookAt(whole, check, costs) : whole;
    if (wrong !== undefined) guard.refuse(wrong);
    else if (typeof whole === 'string') deliver?.({ data: whole });
  });
  return new SocketIo({
    get readyState() {
      return socket.readyState;
    },
    send: (text) => socket.send(text),
    addEventListener: (_type, listener) => (deliver = listener),
  });
}
