/** The ways over a WebSocket that one object opens to the other, and keeps. */
import { newWebSocketRpcSession, type RpcStub } from 'capnweb';
import { Pending } from '../../../src/wire/links/pending.ts';
import {
  createRpcClient,
  createWebSocketTransport,
} from '../../../src/libraries/systems/lumenize/rpc/client.ts';
import type { Caller, EffectTarget, MakeWay, RawAnswer } from '../batch.ts';

/**
 * A socket to the object that is called, and what speaks over it: opened once, and anew after its end.
 *
 * @param spoken what the address says is spoken
 */
function speaking<Spoken>(
  { stub, gone }: Caller,
  spoken: string,
  over: (socket: WebSocket) => Spoken,
): () => Promise<Spoken> {
  let opened: Promise<Spoken> | undefined;
  const forget = () => (opened = undefined);
  const open = async (): Promise<Spoken> => {
    const headers = { Upgrade: 'websocket' };
    const { webSocket } = await stub().fetch(`https://callee/${spoken}`, { headers });
    if (webSocket === null) throw new Error(`${spoken}: got no WebSocket, expected one`);
    webSocket.accept();
    onEnd(webSocket, forget);
    // An open socket keeps the other object in memory.
    if (gone.aborted) webSocket.close();
    gone.addEventListener('abort', () => webSocket.close());
    return over(webSocket);
  };
  return () => {
    if (opened === undefined) {
      opened = open();
      opened.catch(forget);
    }
    return opened;
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
    return (n: number) => pending.ask<number>((id) => socket.send(JSON.stringify({ id, n })));
  });
  return async (n) => (await connection())(n);
};

const capnweb: MakeWay = (caller) => {
  const session = speaking(caller, 'capnweb', (socket): RpcStub<EffectTarget> =>
    newWebSocketRpcSession<EffectTarget>(socket),
  );
  return async (n) => (await session()).effect(n);
};

const lumenize: MakeWay = (caller) => {
  const client = speaking(caller, 'lumenize', (socket) => {
    // The socket is there before the library asks for one.
    const Opened = function () {
      return socket;
    } as unknown as new (url: string) => WebSocket;
    const transport = createWebSocketTransport('callee', '0', {
      prefix: 'bench/lumenize',
      WebSocketClass: Opened,
    });
    return createRpcClient<EffectTarget>({ transport });
  });
  return async (n) => (await client()).effect(n);
};

export const overSockets: Readonly<Record<string, MakeWay>> = {
  websocket: webSocket,
  capnweb,
  lumenize,
};
