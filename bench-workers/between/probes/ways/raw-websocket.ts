import { apiOf, type Open, openTo } from './way.ts';

interface Answer {
  id: number;
  value?: unknown;
  error?: { name: string; message: string };
}

/** One JSON message each way for each call, written by hand. */
export const rawWebSocket: Open = async (callee) => {
  const socket = await openTo(callee(), 'raw');
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener('message', (event) => {
    const { id, value, error } = JSON.parse(event.data as string) as Answer;
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(Object.assign(new Error(error.message), { name: error.name }));
  });
  socket.addEventListener('close', ({ code }) => {
    for (const call of pending.values()) call.reject(new Error(`closed with code ${code}`));
    pending.clear();
  });
  const api = apiOf(async (method, args) => {
    if (socket.readyState !== WebSocket.OPEN) throw new Error('closed');
    const call = Promise.withResolvers<unknown>();
    socket.send(JSON.stringify({ id: (last += 1), method, args }));
    pending.set(last, call);
    return await call.promise;
  });
  return { api, [Symbol.dispose]: () => socket.close() };
};
