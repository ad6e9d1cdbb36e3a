/** Calls by name, for clients that have no interface of their own. */
import { type Answer, Caller } from '../peers/by-hand.ts';

/** An interface whose every member is a call by its name: for clients that have none of their own. */
export function apiOf<Api>(call: (method: string, args: readonly unknown[]) => unknown): Api {
  const get =
    (_target: object, name: string | symbol) =>
    (...args: unknown[]) =>
      call(String(name), args);
  return new Proxy({}, { get }) as Api;
}

/** Calls over a socket by one JSON message each way, written by hand. */
export function callsByMessage(
  socket: WebSocket,
): (method: string, args: readonly unknown[]) => Promise<unknown> {
  const caller = new Caller((question) => socket.send(JSON.stringify(question)));
  socket.addEventListener('message', (event) => {
    caller.take(JSON.parse(event.data as string) as Answer);
  });
  socket.addEventListener('close', ({ code }) => caller.end(new Error(`closed with code ${code}`)));
  return (method, args) => {
    if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('closed'));
    const answer = caller.call(method, args);
    // Whoever made the call hears of it; nobody else has to.
    answer.catch(() => undefined);
    return answer;
  };
}
