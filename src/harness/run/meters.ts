import type { WebSocketClass } from '../plan/index.ts';
import type { Block } from '../record/index.ts';

/** Frames and payload bytes in each direction, as the client sees them. */
export interface Traffic extends Pick<Block, 'frames' | 'bytes'> {
  /** How often a frame came in after one had gone out that asks for something: round trips, where calls do not overlap. */
  roundTrips: number;
}

type Payload = Parameters<WebSocket['send']>[0];

const encoder = new TextEncoder();

/**
 * Counts what passes. While an operation is timed it only keeps a reference to what passed; the
 * bytes of text are counted when somebody reads, because encoding them there would be timed as well.
 */
export class TrafficMeter {
  /** What messages begin with that ask for nothing; undefined where there are none. */
  aside: string | undefined;
  readonly #frames = { out: 0, in: 0 };
  readonly #bytes = { out: 0, in: 0 };
  #texts: Array<['out' | 'in', string]> = [];
  #roundTrips = 0;
  #sentLast = false;

  add(way: 'out' | 'in', data: Payload): void {
    if (way === 'in' && this.#sentLast) this.#roundTrips += 1;
    if (way === 'in' || !this.#isAside(data)) this.#sentLast = way === 'out';
    this.#frames[way] += 1;
    if (typeof data === 'string') this.#texts.push([way, data]);
    else this.#bytes[way] += data instanceof Blob ? data.size : data.byteLength;
  }

  #isAside(data: Payload): boolean {
    return this.aside !== undefined && typeof data === 'string' && data.startsWith(this.aside);
  }

  /** Everything since the meter was made. */
  read(): Traffic {
    for (const [way, text] of this.#texts) this.#bytes[way] += encoder.encode(text).byteLength;
    this.#texts = [];
    return {
      frames: { ...this.#frames },
      bytes: { ...this.#bytes },
      roundTrips: this.#roundTrips,
    };
  }
}

/** A socket class that counts, and what else its sockets tell. */
interface SocketMeter {
  WebSocketClass: WebSocketClass;
  /** Negotiated extensions of the newest socket; empty until it is open. */
  extensions(): string;
  /** True once any of its sockets is open. */
  readonly opened: boolean;
  /** True once any of its sockets has closed, whoever closed it. */
  readonly closed: boolean;
  /** Calls back when a socket closes, with the sentence that says how. */
  onClose(callback: (how: string) => void): void;
}

/** Wraps any WebSocket class so that frames and payload bytes are counted, the same for every arm. */
export function meterSockets(Base: WebSocketClass, traffic: TrafficMeter): SocketMeter {
  const listeners: Array<(how: string) => void> = [];
  let extensions = '';
  let [opened, closed] = [false, false];

  class MeteredWebSocket extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('open', () => {
        opened = true;
        extensions = this.extensions;
      });
      this.addEventListener('message', (event: MessageEvent<Payload>) => {
        traffic.add('in', event.data);
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
      traffic.add('out', data);
    }
  }

  return {
    WebSocketClass: MeteredWebSocket,
    extensions: () => extensions,
    get opened() {
      return opened;
    },
    get closed() {
      return closed;
    },
    onClose(callback) {
      listeners.push(callback);
    },
  };
}

/**
 * Wraps a fetch so that requests, answers and the bytes of their bodies are counted, without
 * their heads: a request and its answer are a frame each. Counts request bodies that are text, and
 * answers that are read as text or as JSON.
 */
export function meterFetch(
  base: typeof globalThis.fetch,
  traffic: TrafficMeter,
): typeof globalThis.fetch {
  return async (input, init) => {
    traffic.add('out', typeof init?.body === 'string' ? init.body : '');
    const response = await base(input, init);
    const text = response.text.bind(response);
    response.text = async () => {
      const body = await text();
      traffic.add('in', body);
      return body;
    };
    response.json = async () => JSON.parse(await response.text()) as unknown;
    return response;
  };
}
