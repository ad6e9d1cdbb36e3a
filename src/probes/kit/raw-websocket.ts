import { address, type Kit, type ProbeWorld } from './kit.ts';
import { apiOf } from './plain-api.ts';
import { openLogged } from './socket-log.ts';

interface Answer {
  id: number;
  result?: unknown;
  error?: { name: string; message: string };
}

/** Opens the floor: one JSON message each way for each call, written by hand. */
export function rawKit(world: ProbeWorld): Kit {
  const addressOf = address(world.origin, `raw-websocket/hibernating/${world.freshObject()}`);
  return {
    system: 'raw-websocket',
    address: addressOf,
    async connect() {
      const { socket, log } = await openLogged(world, addressOf('ws'));
      const pending = new Map<number, PromiseWithResolvers<unknown>>();
      let lastId = 0;
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const { id, result, error } = JSON.parse(data) as Answer;
        const call = pending.get(id);
        pending.delete(id);
        if (error === undefined) call?.resolve(result);
        else call?.reject(Object.assign(new Error(error.message), { name: error.name }));
      });
      socket.addEventListener('close', ({ code }) => {
        for (const call of pending.values()) call.reject(new Error(`closed with code ${code}`));
        pending.clear();
      });
      const call = (method: string, args: readonly unknown[]): Promise<unknown> => {
        if (socket.readyState !== socket.OPEN) return Promise.reject(new Error('closed'));
        const waiting = Promise.withResolvers<unknown>();
        const id = (lastId += 1);
        // Whoever made the call hears of it; nobody else has to.
        waiting.promise.catch(() => undefined);
        pending.set(id, waiting);
        socket.send(JSON.stringify({ id, method, args }));
        return waiting.promise;
      };
      return { api: apiOf(call), log, [Symbol.dispose]: () => socket.close() };
    },
  };
}
