/** Cap’n Web over a WebSocket: of the class that the runtime has, to the server that the runtime has. */
import { newWebSocketRpcSession, type RpcTarget } from 'capnweb';
import { meterSockets, openSocket } from '../../links/socket.ts';
import { callsOf, operationsByName } from '../../places/peers/operations.ts';
import {
  addressAt,
  serveSockets,
  thisRuntime,
  type Transport,
} from '../../places/processes/transport.ts';
import { PeerTarget } from './target.ts';

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

const at = { hostname: '127.0.0.1', port: 0 };

/** Each runtime’s own server, as the library’s documentation has it; each gives its address. */
const listen = {
  node: (target: RpcTarget): Promise<string> =>
    serveSockets((socket) => void newWebSocketRpcSession(socket, target)),
  async bun(target: RpcTarget): Promise<string> {
    // Bun alone is given this part of the library.
    const { newBunWebSocketRpcHandler } = (await import('capnweb')) as unknown as {
      newBunWebSocketRpcHandler: (main: () => RpcTarget) => unknown;
    };
    const fetch: Parameters<typeof Bun.serve>[0]['fetch'] = (request, server) =>
      server.upgrade(request) ? undefined : new Response(null, { status: 426 });
    return addressAt(
      Bun.serve({ ...at, fetch, websocket: newBunWebSocketRpcHandler(() => target) }).port,
    );
  },
  deno(target: RpcTarget): string {
    const { addr } = Deno.serve({ ...at, onListen: () => undefined }, (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.addEventListener('open', () => newWebSocketRpcSession(socket, target));
      return response;
    });
    return addressAt(addr.port);
  },
};

const websocket: Transport = {
  async open(server, meter) {
    const MeteredSocket = meterSockets(WebSocket, meter);
    const socket = await openSocket(new MeteredSocket(server.address));
    const remote = newWebSocketRpcSession(socket);
    return {
      operations: operationsByName(callsOf(remote)),
      aside: '["release",',
      close() {
        remote[Symbol.dispose]();
        socket.close();
      },
    };
  },
  serve: (service) => listen[thisRuntime()](new PeerTarget(service)),
};

export const transports = { websocket };
