/** Streams by hand: a question in JSON, each item a frame of its own, and what came of it in JSON. */
import type { StreamServer, StreamServing } from '../../../bench-workers/probes/server.ts';
import type { Message } from '../../../bench-workers/object.ts';
import { armOf } from '../../../bench-workers/http.ts';
import { Receiving } from '../../service/items.ts';

/** Streams that clients are sent, by their sockets, to be ended with these. */
const giving = new WeakMap<WebSocket, AsyncGenerator>();

/** Streams that clients send, by their sockets: what came before it was paid for, then what reads it. */
const taking = new WeakMap<WebSocket, Message[] | Receiving>();

export const streamServer: StreamServer = {
  open: (request, serving) =>
    serving.upgrade((socket) => {
      if (armOf(request) === 'raw-hibernating') serving.ctx.acceptWebSocket(socket);
      else {
        serving.acceptInMemory(socket, undefined, (message) => void take(socket, message, serving));
        socket.addEventListener('close', () => close(socket));
      }
    }),
  sleeping: { take, close },
};

function close(socket: WebSocket): void {
  void giving.get(socket)?.return(undefined);
}

function take(socket: WebSocket, message: Message, serving: StreamServing): Promise<void> | void {
  const under = taking.get(socket);
  if (under === undefined) return answer(socket, message, serving);
  if (under instanceof Receiving) read(socket, under, message);
  else under.push(message);
}

function read(socket: WebSocket, receiving: Receiving, item: Message): void {
  receiving.take(item);
  if (!receiving.isWhole) return;
  taking.delete(socket);
  socket.send(JSON.stringify({ received: receiving.received() }));
}

async function answer(socket: WebSocket, message: Message, { streams }: StreamServing) {
  const tell = (said: object) => socket.send(JSON.stringify(said));
  try {
    const { down, up } = JSON.parse(typeof message === 'string' ? message : '') as Record<
      string,
      unknown
    >;
    if (down !== undefined) {
      const items = streams.down(down);
      giving.set(socket, items);
      for await (const item of items) socket.send(item);
      tell({ ended: true });
    } else if (up === undefined) tell({ passed: streams.passed() });
    else {
      const early: Message[] = [];
      taking.set(socket, early);
      const receiving = await streams.take(up);
      taking.set(socket, receiving);
      for (const item of early) read(socket, receiving, item);
    }
  } catch (error) {
    taking.delete(socket);
    tell({ error: String(error) });
  }
}
