import {
  createRpcClient,
  createWebSocketTransport,
} from '../../../../src/systems/lumenize/rpc/client.ts';
import type { AskedMethods } from '../kit.ts';
import { type Callee, type Open, openTo } from './way.ts';

/** Lumenize’s protocol, as this site implements it, over a socket between the objects. */
export const lumenize: Open = async (callee) => {
  const client = createRpcClient<AskedMethods>({
    transport: createWebSocketTransport('callee', 'callee', {
      prefix: 'bench/lumenize',
      WebSocketClass: socketsTo(callee),
    }),
  });
  return { api: client, [Symbol.dispose]: () => client[Symbol.dispose]() };
};

/** What the library opens its sockets with, also after one was lost: a stub gives them as answers. */
function socketsTo(callee: () => Callee): new (url: string) => WebSocket {
  class StubSocket extends EventTarget {
    #socket: WebSocket | undefined;
    #state: number = WebSocket.CONNECTING;

    constructor() {
      super();
      openTo(callee(), 'lumenize').then(
        (socket) => this.#opened(socket),
        (error: unknown) =>
          this.#close(new CloseEvent('close', { code: 1006, reason: String(error) })),
      );
    }

    get readyState(): number {
      return this.#socket?.readyState ?? this.#state;
    }

    send(message: string): void {
      this.#socket?.send(message);
    }

    close(): void {
      this.#socket?.close();
    }

    #opened(socket: WebSocket): void {
      this.#socket = socket;
      socket.addEventListener('message', ({ data }) => {
        this.dispatchEvent(new MessageEvent('message', { data: data as unknown }));
      });
      socket.addEventListener('close', ({ code, reason }) => {
        this.#close(new CloseEvent('close', { code, reason }));
      });
      this.dispatchEvent(new Event('open'));
    }

    #close(event: CloseEvent): void {
      this.#state = WebSocket.CLOSED;
      this.dispatchEvent(event);
    }
  }
  return StubSocket as unknown as new (url: string) => WebSocket;
}
