import type { Meter, WebSocketClass } from '../../core/plan/index.ts';
import { TrafficMeter } from '../../core/run/index.ts';
import { type Link, meterSockets, noMeter, openSocket } from './link.ts';

/** The traffic between a client and its server, in order. */
export interface TrafficLog {
  /** Sockets that were opened, the newest last. */
  readonly sockets: readonly WebSocket[];
  /** Frames since the log began or was cleared: those sent, and those received. */
  frames(): { out: number; in: number };
  /** Round trips since then. Frames that leave together count once; Cap’n Web’s releases, which ask nothing, do not. */
  roundTrips(): number;
  clear(): void;
  /** Cuts the newest connection, and resolves once its end is known. */
  drop(): Promise<void>;
}

/** The beginning of frames that ask for nothing: releases of Cap’n Web. */
const UNANSWERED_PREFIX = '["release"';

/** Counts frames by their directions, by the meter of a run. */
function countFrames() {
  const begin = () => Object.assign(new TrafficMeter(), { unansweredPrefix: UNANSWERED_PREFIX });
  let counted = begin();
  const log: Pick<TrafficLog, 'frames' | 'roundTrips' | 'clear'> = {
    frames: () => counted.read().frames,
    roundTrips: () => counted.read().roundTrips,
    clear: () => (counted = begin()),
  };
  return { log, meter: { ...noMeter, count: (...frame: CountedFrame) => counted.count(...frame) } };
}

type CountedFrame = Parameters<Meter['count']>;

/** Closing sockets. WebKit forgets one, with its listeners, unless something refers to it. */
const closing = new Set<WebSocket>();

/** Watches every socket made with its class. */
export function logSockets(Base: WebSocketClass): TrafficLog & { WebSocketClass: WebSocketClass } {
  const sockets: WebSocket[] = [];
  const { log, meter } = countFrames();
  class LoggedWebSocket extends meterSockets(Base, meter) {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
    }
  }
  return {
    WebSocketClass: LoggedWebSocket,
    sockets,
    ...log,
    drop() {
      const socket = sockets.at(-1);
      if (socket === undefined) throw new Error('drop: got no socket, expected an open one');
      closing.add(socket);
      return new Promise((resolve) => {
        socket.addEventListener('close', () => {
          closing.delete(socket);
          resolve();
        });
        socket.close();
      });
    },
  };
}

/** Opens a socket, and watches it. */
export async function openLogged(
  link: Link,
): Promise<{ socket: WebSocket; log: ReturnType<typeof logSockets> }> {
  const log = logSockets(link.WebSocketClass);
  return { log, socket: await openSocket(new log.WebSocketClass(link.url('ws'))) };
}

/** Requests under way at once: as many as a browser sends to one origin over HTTP/1.1. */
const AT_ONCE = 6;

/** Watches the requests of its fetch. A request counts as a frame, and so does its answer. */
export function logRequests(): TrafficLog & {
  fetch: typeof globalThis.fetch;
  /** Method and address of each request since the log began or was cleared. */
  readonly requests: readonly string[];
} {
  const requests: string[] = [];
  const { log, meter } = countFrames();
  let connection = new AbortController();
  let underWay = 0;
  const waiting: Array<() => void> = [];
  return {
    sockets: [],
    requests,
    ...log,
    clear() {
      requests.length = 0;
      log.clear();
    },
    async fetch(input, init) {
      if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      underWay += 1;
      const asked = input instanceof Request ? input : undefined;
      const { method = asked?.method ?? 'GET' } = init ?? {};
      requests.push(`${method} ${input instanceof Request ? input.url : input.toString()}`);
      meter.count('out', '');
      const given = init?.signal ?? asked?.signal;
      const signals = [connection.signal];
      if (given) signals.push(given);
      try {
        const answer = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
        meter.count('in', '');
        return answer;
      } finally {
        underWay -= 1;
        waiting.shift()?.();
      }
    },
    /** Cuts requests under way. Later ones find a connection again. */
    drop() {
      connection.abort(new Error('the connection was lost'));
      connection = new AbortController();
      return Promise.resolve();
    },
  };
}
