import type { AskedObject } from '../callee.ts';
import type { Connection } from '../kit.ts';

/** The called object as the platform has it for its caller. */
export type Callee = DurableObjectStub<AskedObject>;

/**
 * Opens a way to the called object.
 *
 * @param callee a new stub of it each time: one that met an error may stay broken
 */
export type Open<Opened extends Connection = Connection> = (
  callee: () => Callee,
) => Promise<Opened>;

/** Opens a socket to the called object; its address says what is spoken. */
export async function openTo(callee: Callee, spoken: string): Promise<WebSocket> {
  const headers = { Upgrade: 'websocket' };
  const { webSocket } = await callee.fetch(`https://callee/${spoken}`, { headers });
  if (webSocket === null) throw new Error(`${spoken}: got no WebSocket, expected one`);
  webSocket.accept();
  return webSocket;
}

type Api = Connection['api'];

/** An interface whose every member is a call by its name: for ways that have no client of their own. */
export function apiOf(call: (method: string, args: unknown[]) => Promise<unknown>): Api {
  const get =
    (_target: object, name: string | symbol) =>
    (...args: unknown[]) =>
      call(String(name), args);
  return new Proxy({}, { get }) as Api;
}
