import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newWebSocketRpcSession, type RpcStub, RpcTarget } from 'capnweb';
import { WebSocketServer } from 'ws';
import type { Called } from '../../operations.ts';
import type { ProcessMethods } from '../operations.ts';
import { thisRuntime } from '../runtimes.ts';
import type { ProcessService } from '../service.ts';
import { announce } from './announce.ts';

declare const Bun: {
  serve(options: {
    hostname: string;
    port: number;
    fetch(request: Request, server: { upgrade(request: Request): boolean }): Response | undefined;
    websocket: unknown;
  }): { port: number };
};
declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handle: (request: Request) => Response,
  ): { addr: { port: number } };
  upgradeWebSocket(request: Request): { socket: WebSocket; response: Response };
};

/** What a client can reach: the service’s methods and nothing else. */
class Target extends RpcTarget implements ProcessMethods {
  readonly #service: ProcessService;

  constructor(service: ProcessService) {
    super();
    this.#service = service;
  }

  echo<Value>(value: Value): Value {
    return this.#service.echo(value);
  }

  addAll(pairs: ReadonlyArray<readonly [number, number]>): number[] {
    return this.#service.addAll(pairs);
  }

  upload(data: string | Uint8Array): number {
    return this.#service.upload(data);
  }

  downloadText(length: number): string {
    return this.#service.downloadText(length);
  }

  downloadBytes(length: number): Uint8Array {
    return this.#service.downloadBytes(length);
  }

  callBack(count: number, call: Called): number {
    const stub = call as unknown as RpcStub<Called>;
    // Nothing is awaited of the calls, and the library asks to dispose what is not awaited.
    return this.#service.callBack(count, (index) => stub(index)[Symbol.dispose]());
  }

  answered(): number {
    return this.#service.answered();
  }

  residentSet(): number {
    return this.#service.residentSet();
  }
}

const at = { hostname: '127.0.0.1', port: 0 };

/** Each runtime’s own server, as the library’s documentation has it. */
const listen = {
  async node(target: Target): Promise<number> {
    const server = createServer();
    new WebSocketServer({ server }).on('connection', (socket) => {
      newWebSocketRpcSession(socket as unknown as WebSocket, target);
    });
    await new Promise<void>((resolve) => server.listen(at.port, at.hostname, resolve));
    return (server.address() as AddressInfo).port;
  },
  async bun(target: Target): Promise<number> {
    // Bun alone is given this part of the library.
    const { newBunWebSocketRpcHandler } = (await import('capnweb')) as unknown as {
      newBunWebSocketRpcHandler: (main: () => RpcTarget) => unknown;
    };
    const fetch: Parameters<typeof Bun.serve>[0]['fetch'] = (request, server) =>
      server.upgrade(request) ? undefined : new Response(null, { status: 426 });
    return Bun.serve({ ...at, fetch, websocket: newBunWebSocketRpcHandler(() => target) }).port;
  },
  deno(target: Target): number {
    return Deno.serve({ ...at, onListen: () => undefined }, (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.addEventListener('open', () => newWebSocketRpcSession(socket, target));
      return response;
    }).addr.port;
  },
};

export async function serve(service: ProcessService): Promise<void> {
  const port = await listen[thisRuntime()](new Target(service));
  announce(`ws://${at.hostname}:${port}`);
}
