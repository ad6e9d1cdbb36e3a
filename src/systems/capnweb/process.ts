/** Cap’n Web over a WebSocket: of the class that the runtime has, to the server that the runtime has. */
import { newWebSocketRpcSession, type RpcTarget } from 'capnweb';
import { meterSockets, openSocket } from '../../links/socket.ts';
import {
  callsOf,
  operationsByName,
  peerMethods,
  type PeerService,
} from '../../places/peers/service.ts';
import {
  announce,
  serveSockets,
  thisRuntime,
  type Transport,
} from '../../places/processes/service.ts';
import { callBack, targetClass } from './target.ts';

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

const Target = targetClass<PeerService>(peerMethods, { callBack });
type Target = InstanceType<typeof Target>;

const at = { hostname: '127.0.0.1', port: 0 };

/** Each runtime’s own server, as the library’s documentation has it; each says where it listens. */
const listen = {
  node: (target: Target): Promise<void> =>
    serveSockets((socket) => void newWebSocketRpcSession(socket, target)),
  async bun(target: Target): Promise<void> {
    // Bun alone is given this part of the library.
    const { newBunWebSocketRpcHandler } = (await import('capnweb')) as unknown as {
      newBunWebSocketRpcHandler: (main: () => RpcTarget) => unknown;
    };
    const fetch: Parameters<typeof Bun.serve>[0]['fetch'] = (request, server) =>
      server.upgrade(request) ? undefined : new Response(null, { status: 426 });
    announce(Bun.serve({ ...at, fetch, websocket: newBunWebSocketRpcHandler(() => target) }).port);
  },
  deno(target: Target): void {
    const { addr } = Deno.serve({ ...at, onListen: () => undefined }, (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.addEventListener('open', () => newWebSocketRpcSession(socket, target));
      return response;
    });
    announce(addr.port);
  },
};

const websocket: Transport = {
  async open(server, meter) {
    const MeteredSocket = meterSockets(WebSocket, meter);
    const socket = await openSocket(new MeteredSocket(await server.listening()));
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
  serve: (service) => listen[thisRuntime()](new Target(service)),
};

export const transports = { websocket };
