import type { EffectTarget, SpokenBetween } from '../../../../bench-workers/server.ts';
import { createRpcClient, createWebSocketTransport } from './rpc/client.ts';
import { answerFrame } from './rpc/server.ts';

const PREFIX = 'bench/lumenize';

/** The reimplementation of Lumenize RPC between two objects. */
export const between: SpokenBetween = {
  serve(socket, target) {
    const reached = { effect: (n: number) => target.effect(n) };
    socket.addEventListener('message', (event) => {
      const answered = answerFrame(reached, event.data as string, PREFIX) ?? '';
      if (typeof answered === 'string') socket.send(answered);
      else void answered.then((text) => socket.send(text));
    });
  },
  connect(socket) {
    // The socket is there before the library asks for one.
    const Opened = function () {
      return socket;
    } as unknown as new (url: string) => WebSocket;
    const transport = createWebSocketTransport('callee', '0', {
      prefix: PREFIX,
      WebSocketClass: Opened,
    });
    return createRpcClient<EffectTarget>({ transport });
  },
};
