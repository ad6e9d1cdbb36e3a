import type { World } from '../harness/run/index.ts';

/** Clock, timers, ids, sockets and requests of the runtime this is in: Node, a page, its worker. */
export function runtimeWorld(): World {
  return {
    now: () => performance.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    freshObject: () => crypto.randomUUID(),
    WebSocketClass: WebSocket,
    fetch: (...request) => fetch(...request),
  };
}
