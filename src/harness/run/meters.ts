import type { WebSocketClass } from '../plan/index.ts';

/** Frames and payload bytes in each direction, as the client sees them. */
export interface Traffic {
  frames: { out: number; in: number };
  bytes: { out: number; in: number };
  /** How often a frame came in after one had gone out: round trips, where calls do not overlap. */
  roundTrips: number;
}

/** A socket class that counts, and what it counted. */
export interface SocketMeter {
  WebSocketClass: WebSocketClass;
  /** Counts everything since the meter was made. */
  read(): Traffic;
  /** Negotiated extensions of the newest socket; empty until it is open. */
  extensions(): string;
  /** True once any of its sockets has closed, whoever closed it. */
  readonly closed: boolean;
  /** Calls back when a socket closes, with the sentence that says how. */
  onClose(callback: (how: string) => void): void;
}

type Payload = Parameters<WebSocket['send']>[0];

/**
 * Wraps any WebSocket class so that frames and payload bytes are counted, the same for every
 * arm. Inside a timed operation it only keeps a reference to what passed; the bytes of text
 * are counted when somebody reads, because encoding them there would be timed as well.
 */
export function meterSockets(Base: WebSocketClass): SocketMeter {
  const passed = { out: tally(), in: tally() };
  const listeners: Array<(how: string) => void> = [];
  let extensions = '';
  let closed = false;
  let roundTrips = 0;
  let sentLast = false;

  class MeteredWebSocket extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('open', () => {
        extensions = this.extensions;
      });
      this.addEventListener('message', (event: MessageEvent<Payload>) => {
        if (sentLast) roundTrips += 1;
        sentLast = false;
        passed.in.add(event.data);
      });
      this.addEventListener('close', (event) => {
        closed = true;
        const reason = event.reason === '' ? '' : ` (${event.reason})`;
        for (const listener of listeners) {
          listener(`the socket closed with code ${event.code}${reason}`);
        }
      });
    }

    override send(data: Payload): void {
      super.send(data);
      sentLast = true;
      passed.out.add(data);
    }
  }

  return {
    WebSocketClass: MeteredWebSocket,
    read() {
      const [sent, received] = [passed.out.read(), passed.in.read()];
      return {
        frames: { out: sent.frames, in: received.frames },
        bytes: { out: sent.bytes, in: received.bytes },
        roundTrips,
      };
    },
    extensions: () => extensions,
    get closed() {
      return closed;
    },
    onClose(callback) {
      listeners.push(callback);
    },
  };
}

const encoder = new TextEncoder();

/** Counts messages at once, and the bytes of texts when somebody reads. */
function tally() {
  let frames = 0;
  let bytes = 0;
  let texts: string[] = [];
  return {
    add(data: Payload) {
      frames += 1;
      if (typeof data === 'string') texts.push(data);
      else bytes += data instanceof Blob ? data.size : data.byteLength;
    },
    read() {
      for (const text of texts) bytes += encoder.encode(text).byteLength;
      texts = [];
      return { frames, bytes };
    },
  };
}

type Fetch = typeof globalThis.fetch;

/** A fetch that counts, and what it counted. */
export interface FetchMeter {
  fetch: Fetch;
  /** Counts everything since the meter was made: a request and its answer are a frame each. */
  read(): Traffic;
}

/**
 * Wraps a fetch so that requests, answers and the bytes of their bodies are counted, without
 * their heads. Counts request bodies that are text, and answers that are read as text. As with
 * sockets, bytes are counted when somebody reads, and not while an operation is timed.
 */
export function meterFetch(base: Fetch): FetchMeter {
  const passed = { out: tally(), in: tally() };
  let roundTrips = 0;
  let sentLast = false;
  return {
    async fetch(input, init) {
      passed.out.add(typeof init?.body === 'string' ? init.body : '');
      sentLast = true;
      const response = await base(input, init);
      const text = response.text.bind(response);
      let counted = false;
      response.text = async () => {
        const body = await text();
        if (!counted) passed.in.add(body);
        if (sentLast) roundTrips += 1;
        sentLast = false;
        counted = true;
        return body;
      };
      return response;
    },
    read() {
      const [sent, received] = [passed.out.read(), passed.in.read()];
      return {
        frames: { out: sent.frames, in: received.frames },
        bytes: { out: sent.bytes, in: received.bytes },
        roundTrips,
      };
    },
  };
}
