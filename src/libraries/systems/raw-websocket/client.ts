import { Pending } from '../../../wire/links/pending.ts';
import { type CallAnswer, toError } from '../../../wire/peers/baseline.ts';
import { type Client, plainApi } from '../../../wire/service/api.ts';
import { itemsOf, type Received, Receiving } from '../../../wire/service/items.ts';
import type { Called } from '../../../wire/service/objects.ts';
import type { Link } from '../../../wire/links/link.ts';
import type { Call, Callback, CallbackAnswer } from './system.ts';

/** A call that waits: the function that stayed behind with it, or what reads the items of its stream. */
type Note = Called | Receiving;

/** Opens one socket and offers the service over it. */
export async function open(link: Link): Promise<Client> {
  const socket = await link.socket();
  const pending = new Pending<Note>();
  /** Reads the items that come before the answer of a call. */
  let receiving: Receiving | undefined;

  const answerTo = ({ callback, of, index }: Callback): CallbackAnswer => {
    const called = pending.noteOf(of);
    try {
      return { callback, result: typeof called === 'function' ? called(index) : undefined };
    } catch (error) {
      return { callback, error: String(error) };
    }
  };
  socket.addEventListener('message', (event: MessageEvent<string>) => {
    // Items begin with their numbers.
    if (receiving !== undefined && !event.data.startsWith('{')) return receiving.take(event.data);
    const message = JSON.parse(event.data) as CallAnswer | Callback;
    if ('callback' in message) return socket.send(JSON.stringify(answerTo(message)));
    if ('error' in message) pending.reject(message.id, toError(message.error));
    else pending.resolve(message.id, message.result);
  });
  socket.addEventListener('close', ({ code }) => {
    pending.end(new Error(`the socket closed with code ${code}`));
  });

  const call = (method: string, args: readonly unknown[], note?: Note): Promise<never> => {
    if (socket.readyState !== socket.OPEN) {
      return Promise.reject(new Error(`${method}: got a closed socket, expected an open one`));
    }
    return pending.ask((id) => {
      const message: Call = { id, method, args: args.length > 0 ? args : undefined };
      socket.send(JSON.stringify(message));
    }, note);
  };

  return {
    operations: plainApi(call, {
      calledBack: (count, called) => call('calledBack', [count], called),
      async down(shape) {
        const own = new Receiving(shape);
        receiving = own;
        await call('down', [shape]);
        return own.received();
      },
      up(shape) {
        const answer: Promise<Received> = call('up', [shape]);
        for (const item of itemsOf(shape)) socket.send(item);
        return answer;
      },
    }),
    close: () => socket.close(),
  };
}
