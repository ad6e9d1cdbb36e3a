import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newWebSocketRpcSession, type RpcTarget } from 'capnweb';
import { WebSocketServer } from 'ws';
import { PeerTarget } from '../../capnweb-target.ts';
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

/** With what is asked of a process besides. */
class Target extends PeerTarget implements ProcessMethods {
  readonly #service: ProcessService;

  constructor(service: ProcessService) {
    super(service);
    this.#service = service;
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
