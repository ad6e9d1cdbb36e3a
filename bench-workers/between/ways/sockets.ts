/** The ways over a WebSocket that one object opens to the other, and keeps. */
import { newWebSocketRpcSession, type RpcStub } from 'capnweb';
import { createRpcClient, createWebSocketTransport } from '../../systems/lumenize/rpc/client.ts';
import type { Caller, EffectTarget, MakeWay } from './way.ts';

/** Opens a socket to the object at a place; its address says what is spoken. */
async function open({ stub }: Caller, at: number, spoken: string): Promise<WebSocket> {
  const headers = { Upgrade: 'websocket' };
  const { webSocket } = await stub(at).fetch(`https://callee/${spoken}`, { headers });
  if (webSocket === null) throw new Error(`${spoken}: got no WebSocket, expected one`);
  webSocket.accept();
  return webSocket;
}

/** What is made once for the object at each place. */
function once<Made>(make: (at: number) => Promise<Made>): (at: number) => Promise<Made> {
  const made = new Map<number, Promise<Made>>();
  return (at) => {
    const known = made.get(at) ?? make(at);
    made.set(at, known);
    return known;
  };
}

/** One small JSON message each way, told apart by a number. */
export const webSocket: MakeWay = (caller) => {
  const connection = once(async (at) => {
    const socket = await open(caller, at, 'raw');
    const pending = new Map<number, (value: number) => void>();
    let last = 0;
    socket.addEventListener('message', (event) => {
      const { id, value } = JSON.parse(event.data as string) as { id: number; value: number };
      pending.get(id)?.(value);
      pending.delete(id);
    });
    return (n: number, text: string) =>
      new Promise<number>((resolve) => {
        pending.set((last += 1), resolve);
        socket.send(JSON.stringify({ id: last, n, text }));
      });
  });
  return async (at, n, text) => (await connection(at))(n, text);
};

export const capnweb: MakeWay = (caller) => {
  const session = once(async (at): Promise<RpcStub<EffectTarget>> =>
    newWebSocketRpcSession<EffectTarget>(await open(caller, at, 'capnweb')),
  );
  return async (at, n, text) => (await session(at)).effect(n, text);
};

export const lumenize: MakeWay = (caller) => {
  const client = once(async (at) => {
    const socket = await open(caller, at, 'lumenize');
    // The socket is there before the library asks for one.
    const Opened = function () {
      return socket;
    } as unknown as new (url: string) => WebSocket;
    const transport = createWebSocketTransport('callee', String(at), {
      prefix: 'bench/lumenize',
      WebSocketClass: Opened,
      open: () => Promise.resolve(socket),
    });
    return createRpcClient<{ effect: (n: number, text: string) => number }>({ transport });
  });
  return async (at, n, text) => (await client(at)).effect(n, text);
};
