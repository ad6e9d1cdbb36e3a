import type { SocketLog } from './socket-log.ts';

/** What passed through a client without a socket, in order, and the fetch that it is given. */
export interface RequestLog extends SocketLog {
  fetch: typeof globalThis.fetch;
  /** Method and address of each request. */
  readonly requests: readonly string[];
}

/** Requests under way at once: as many as a browser sends to one origin over HTTP/1.1. */
const AT_ONCE = 6;

/** Watches what is sent by its fetch. A request counts as a frame, and so does its answer. */
export function logRequests(): RequestLog {
  const requests: string[] = [];
  const connection = { current: new AbortController() };
  let directions: Array<'out' | 'in'> = [];
  let underWay = 0;
  const waiting: Array<() => void> = [];
  return {
    WebSocketClass: WebSocket,
    sockets: [],
    requests,
    async fetch(input, init) {
      if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      underWay += 1;
      const asked = input instanceof Request ? input : undefined;
      const { method = asked?.method ?? 'GET' } = init ?? {};
      requests.push(`${method} ${input instanceof Request ? input.url : input.toString()}`);
      directions.push('out');
      const lost = connection.current.signal;
      const given = init?.signal ?? asked?.signal;
      try {
        const answer = await fetch(input, {
          ...init,
          signal: AbortSignal.any(given ? [given, lost] : [lost]),
        });
        directions.push('in');
        return answer;
      } finally {
        underWay -= 1;
        waiting.shift()?.();
      }
    },
    frames: () => ({
      out: directions.filter((each) => each === 'out').length,
      in: directions.filter((each) => each === 'in').length,
    }),
    roundTrips: () =>
      directions.filter((each, index) => each === 'in' && directions[index - 1] === 'out').length,
    clear() {
      directions = [];
    },
    /** Cuts what is under way; what comes later finds a connection again. */
    drop() {
      connection.current.abort(new Error('the connection was lost'));
      connection.current = new AbortController();
      return Promise.resolve();
    },
  };
}
