/** The ways over a WebSocket that one object opens to the other, and keeps. */
import { newWebSocketRpcSession, type RpcStub } from 'capnweb';
import { Pending } from '../../../src/links/pending.ts';
import {
  createRpcClient,
  createWebSocketTransport,
} from '../../../src/systems/lumenize/rpc/client.ts';
import type { Caller, EffectTarget, MakeWay, RawAnswer } from '../batch.ts';

/**
 * A socket to the object at each place, and what speaks over it: opened once, and anew after its end.
 *
 * @param spoken what the address says is spoken
 */
function speaking<Spoken>(
  { stub, gone }: Caller,
  spoken: string,
  over: (socket: WebSocket, at: number) => Spoken,
): (at: number) => Promise<Spoken> {
  const opened = new Map<number, Promise<Spoken>>();
  const open = async (at: number): Promise<Spoken> => {
    const headers = { Upgrade: 'websocket' };
    const { webSocket } = await stub(at).fetch(`https://callee/${spoken}`, { headers });
    if (webSocket === null) throw new Error(`${spoken}: got no WebSocket, expected one`);
    webSocket.accept();
    onEnd(webSocket, () => opened.delete(at));
    // An open socket keeps the other object in memory.
    if (gone.aborted) webSocket.close();
    gone.addEventListener('abort', () => webSocket.close());
    return over(webSocket, at);
  };
  return (at) => {
    const known = opened.get(at);
    if (known !== undefined) return known;
    const opening = open(at);
    opening.catch(() => opened.delete(at));
    opened.set(at, opening);
    return opening;
  };
}

/** Calls back when a socket closes, or breaks. */
function onEnd(socket: WebSocket, callback: (why: string) => void): void {
  socket.addEventListener('close', ({ code }) => callback(`closed with code ${code}`));
  socket.addEventListener('error', ({ message }) => callback(`broke: ${message}`));
}

/** One small JSON message each way, told apart by a number. */
const webSocket: MakeWay = (caller) => {
  const connection = speaking(caller, 'raw', (socket) => {
    const pending = new Pending();
    socket.addEventListener('message', (event) => {
      const { id, value, error } = JSON.parse(event.data as string) as RawAnswer;
      if (error === undefined) pending.resolve(id, value);
      else pending.reject(id, new Error(error));
    });
    onEnd(socket, (why) => pending.end(new Error(`the socket between the objects ${why}`)));
    return (n: number, text: string) =>
      pending.ask<number>((id) => socket.send(JSON.stringify({ id, n, text })));
  });
  return async (at, n, text) => (await connection(at))(n, text);
};

const capnweb: MakeWay = (caller) => {
  const session = speaking(caller, 'capnweb', (socket): RpcStub<EffectTarget> =>
    newWebSocketRpcSession<EffectTarget>(socket),
  );
  return async (at, n, text) => (await session(at)).effect(n, text);
};

const lumenize: MakeWay = (caller) => {
  const client = speaking(caller, 'lumenize', (socket, at) => {
    // The socket is there before the library asks for one.
    const Opened = function () {
      return socket;
    } as unknown as new (url: string) => WebSocket;
    const transport = createWebSocketTransport('callee', String(at), {
      prefix: 'bench/lumenize',
      WebSocketClass: Opened,
    });
    return createRpcClient<EffectTarget>({ transport });
  });
  return async (at, n, text) => (await client(at)).effect(n, text);
};

export const overSockets: Readonly<Record<string, MakeWay>> = {
  websocket: webSocket,
  capnweb,
  lumenize,
};
