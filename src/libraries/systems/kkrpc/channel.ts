import type { IoInterface } from 'kkrpc/browser';
import { plainApi } from '../../../wire/service/api.ts';
import { Receiving } from '../../../wire/service/items.ts';
import type { Called, ClientMethods } from '../../../wire/service/objects.ts';

/** State of an open socket, by the standard. */
const OPEN = 1;

/**
 * A transport of kkrpc over an open WebSocket, for both ends. The adapter of kkrpc 0.2.2, `WebSocketClientIO`, is for
 * Node only, and opens a socket of the global class, whose messages nobody could count.
 */
export class SocketIo implements IoInterface {
  readonly name = 'websocket';
  readonly #socket: Pick<WebSocket, 'readyState' | 'send'>;
  readonly #waiting: string[] = [];
  #deliver: ((message: string) => void) | undefined;

  constructor(socket: Pick<WebSocket, 'readyState' | 'send'>) {
    this.#socket = socket;
  }

  /** The transport of a client, whose messages need no check. */
  static over(socket: WebSocket): SocketIo {
    const io = new SocketIo(socket);
    socket.addEventListener('message', ({ data }) => io.take(data as string));
    return io;
  }

  /** Hands a message to the library. */
  take(message: string): void {
    const deliver = this.#deliver;
    this.#deliver = undefined;
    if (deliver === undefined) this.#waiting.push(message);
    else deliver(message);
  }

  /** The next message. Stays pending after the last: the library asks again at once for nothing. */
  read(): Promise<string> {
    const message = this.#waiting.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => (this.#deliver = resolve));
  }

  /** Sends a message. A closing socket takes none, so the message is dropped. */
  write(data: string): Promise<void> {
    if (this.#socket.readyState === OPEN) this.#socket.send(data);
    return Promise.resolve();
  }
}

/**
 * The methods that a client offers to the server. The answer of a function among a call’s arguments does not come
 * back, so that `calledBack` sends the number of a function instead, and the server calls `run`.
 */
export type ClientOffer = ClientMethods & { run(given: number, index: number): number };

/** The client’s half of either version: what it exposes, and its operations. @param call calls a method by its name */
export function clientOver(call: Parameters<typeof plainApi>[0]) {
  const functions = new Map<number, Called>();
  let last = 0;
  const expose: Omit<ClientOffer, 'clientName'> = {
    run: (given, index) => (functions.get(given) as Called)(index),
  };
  const operations = plainApi(call, {
    async calledBack(count, called) {
      const given = (last += 1);
      functions.set(given, called);
      try {
        return await call('calledBack', [count, given]);
      } finally {
        functions.delete(given);
      }
    },
    async down(shape) {
      const receiving = new Receiving(shape);
      await call('downTo', [shape, (item: string) => receiving.take(item)]);
      return receiving.received();
    },
  });
  return { expose, operations };
}

/** How the messages of an arm are written. */
export const serializationOf = (arm: string): { version: 'json' | 'superjson' } => ({
  version: arm === 'superjson' ? 'superjson' : 'json',
});
