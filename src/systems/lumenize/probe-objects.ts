import {
  type Callee,
  type CalleeMethods,
  calleeMethods,
  type ObjectProbed,
} from '../../places/objects/probe.ts';
import { createRpcClient, createWebSocketTransport } from './rpc/client.ts';
import { answerFrame } from './rpc/server.ts';

const PREFIX = 'bench/lumenize';

/** Lumenize’s protocol, as this site implements it, over a socket between the objects. */
export const probed: ObjectProbed = {
  async connect(callee) {
    const WebSocketClass = socketsTo(callee);
    const settings = { prefix: PREFIX, WebSocketClass };
    const client = createRpcClient<CalleeMethods>({
      transport: createWebSocketTransport('callee', 'callee', settings),
    });
    return { api: client, [Symbol.dispose]: () => client[Symbol.dispose]() };
  },
  async answer(message, target) {
    return (await answerFrame({ target, publicMethods: calleeMethods }, message, PREFIX)).text;
  },
  skipped: [
    {
      probes: ['between-reference-dispose'],
      why: 'The called object holds nothing: a reference is the path to it, taken anew by each call.',
    },
  ],
};

/** What the library opens its sockets with, also after one was lost: a stub gives them as answers. */
function socketsTo(callee: Callee): new (url: string) => WebSocket {
  class StubSocket extends EventTarget {
    #socket: WebSocket | undefined;
    #state: number = WebSocket.CONNECTING;

    constructor() {
      super();
      callee.socket().then(
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
