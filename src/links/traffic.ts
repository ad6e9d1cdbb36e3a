import type { Link } from './link.ts';
import { openSocket, type WebSocketClass } from './socket.ts';

/** What passed between a client and its server, in order. */
export interface Traffic {
  /** Sockets that were opened, the newest last. */
  readonly sockets: readonly WebSocket[];
  /** Frames since the log began or was cleared: those sent, and those received. */
  frames(): { out: number; in: number };
  /**
   * Round trips since then: how often the client asked for something and something came back before
   * it asked again. Frames that leave together count once, however many they are; Cap’n Web's
   * releases ask for nothing and count as none.
   */
  roundTrips(): number;
  clear(): void;
  /** Cuts the newest connection, and resolves once its end is known. */
  drop(): Promise<void>;
}

/** Counts frames by their directions. */
function countFrames() {
  let noted: Array<'out' | 'in' | 'release'> = [];
  const log: Pick<Traffic, 'frames' | 'roundTrips' | 'clear'> = {
    frames() {
      const received = noted.filter((each) => each === 'in').length;
      return { out: noted.length - received, in: received };
    },
    roundTrips() {
      const asked = noted.filter((each) => each !== 'release');
      return asked.filter((each, index) => each === 'in' && asked[index - 1] === 'out').length;
    },
    clear: () => (noted = []),
  };
  return { log, note: (direction: (typeof noted)[number]) => void noted.push(direction) };
}

/** Watches every socket made with its class. */
export function logSockets(Base: WebSocketClass): Traffic & { WebSocketClass: WebSocketClass } {
  const sockets: WebSocket[] = [];
  const frames = countFrames();
  class LoggedWebSocket extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
      this.addEventListener('message', () => frames.note('in'));
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data);
      const isRelease = typeof data === 'string' && data.startsWith('["release"');
      frames.note(isRelease ? 'release' : 'out');
    }
  }
  return {
    WebSocketClass: LoggedWebSocket,
    sockets,
    ...frames.log,
    drop() {
      const socket = sockets.at(-1);
      if (socket === undefined) throw new Error('drop: got no socket, expected an open one');
      return new Promise((resolve) => {
        socket.addEventListener('close', () => resolve());
        socket.close();
      });
    },
  };
}

/** Opens a socket, and watches it. */
export async function openLogged(link: Link): Promise<{ socket: WebSocket; log: Traffic }> {
  const log = logSockets(link.WebSocketClass);
  return { log, socket: await openSocket(new log.WebSocketClass(link.url('ws'))) };
}

/** Requests under way at once: as many as a browser sends to one origin over HTTP/1.1. */
const AT_ONCE = 6;

/** Watches what is sent by its fetch. A request counts as a frame, and so does its answer. */
export function logRequests(): Traffic & {
  fetch: typeof globalThis.fetch;
  /** Method and address of each request. */
  readonly requests: readonly string[];
} {
  const requests: string[] = [];
  const frames = countFrames();
  let connection = new AbortController();
  let underWay = 0;
  const waiting: Array<() => void> = [];
  return {
    sockets: [],
    requests,
    ...frames.log,
    async fetch(input, init) {
      if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      underWay += 1;
      const asked = input instanceof Request ? input : undefined;
      const { method = asked?.method ?? 'GET' } = init ?? {};
      requests.push(`${method} ${input instanceof Request ? input.url : input.toString()}`);
      frames.note('out');
      const given = init?.signal ?? asked?.signal;
      const signals = [connection.signal, ...(given ? [given] : [])];
      try {
        const answer = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
        frames.note('in');
        return answer;
      } finally {
        underWay -= 1;
        waiting.shift()?.();
      }
    },
    /** Cuts what is under way; what comes later finds a connection again. */
    drop() {
      connection.abort(new Error('the connection was lost'));
      connection = new AbortController();
      return Promise.resolve();
    },
  };
}
