import {
  CLIENT_ID_SUBPROTOCOL,
  DEFAULT_PREFIX,
  frameType,
  SUBPROTOCOL,
} from '../protocol/protocol.ts';
import {
  callAddress,
  DEFAULT_TIMEOUT_MS,
  readServerMessage,
  type Transport,
  type TransportListener,
  type TransportOptions,
} from './transport.ts';

/** How to reach one object over a WebSocket. */
export interface WebSocketTransportOptions extends TransportOptions {
  /** Socket class, the global one unless given. */
  WebSocketClass?: new (url: string, protocols?: string | string[]) => WebSocket;
  /** Waits until a socket is open, and rejects when it closes instead: by its events unless given. */
  open?: (socket: WebSocket) => Promise<unknown>;
  /** Id under which the server can reach this client without being asked. */
  clientId?: string;
  /** Is given what the server sends without being asked. Keeps the connection up. */
  onDownstream?: (payload: unknown) => void;
  /** Is told each time the socket closed, whoever closed it. */
  onClose?: (code: number, reason: string) => void;
}

/** Pauses before reconnecting, in ms: the first, doubled each time up to the last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 30_000;

/**
 * A transport to `{baseUrl}/{prefix}/{binding}/{instance}/call`. It connects on the first call, or
 * when told to, and again on the first call after a drop. With `onDownstream` it reconnects by
 * itself, after pauses that grow from 1 s to 30 s.
 */
export function createWebSocketTransport(
  binding: string,
  instance: string,
  options: WebSocketTransportOptions = {},
): Transport {
  return new WebSocketTransport(binding, instance, options);
}

class WebSocketTransport implements Transport {
  readonly type: string;
  readonly timeoutMs: number;
  readonly #address: string;
  readonly #options: WebSocketTransportOptions;
  #listener: TransportListener | undefined;
  #socket: WebSocket | undefined;
  #opening: Promise<void> | undefined;
  #closed = false;
  #pauseMs = FIRST_PAUSE_MS;
  #reconnecting: ReturnType<typeof setTimeout> | undefined;

  constructor(binding: string, instance: string, options: WebSocketTransportOptions) {
    this.type = frameType(options.prefix ?? DEFAULT_PREFIX);
    this.timeoutMs = options.timeout ?? DEFAULT_TIMEOUT_MS;
    this.#options = options;
    this.#address = callAddress(binding, instance, this.type, options.baseUrl).replace(
      /^http/,
      'ws',
    );
    if (options.onDownstream) this.connect().catch(() => undefined);
  }

  connect(): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the client was closed'));
    this.#opening ??= this.#open();
    return this.#opening;
  }

  send(text: string): Promise<void> | void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(text);
      return;
    }
    return this.connect().then(() => this.#socket?.send(text));
  }

  listen(listener: TransportListener): void {
    this.#listener = listener;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#reconnecting);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#listener?.onLost(new Error('the client was closed'));
  }

  #open(): Promise<void> {
    const { WebSocketClass = WebSocket, open = untilOpen, clientId, onClose } = this.#options;
    const id = clientId === undefined ? [] : [`${CLIENT_ID_SUBPROTOCOL}${clientId}`];
    const socket = new WebSocketClass(this.#address, [SUBPROTOCOL, ...id]);
    this.#socket = socket;
    socket.addEventListener('message', (event: MessageEvent<unknown>) => this.#read(socket, event));
    const opening = open(socket).then(() => {
      this.#pauseMs = FIRST_PAUSE_MS;
    });
    socket.addEventListener('close', ({ code, reason }) => {
      onClose?.(code, reason);
      if (this.#socket === socket) this.#lost(closedError(code));
    });
    return opening;
  }

  #lost(error: Error): void {
    this.#socket = undefined;
    this.#opening = undefined;
    this.#listener?.onLost(error);
    if (this.#closed || this.#options.onDownstream === undefined) return;
    this.#reconnecting = setTimeout(() => {
      this.connect().catch(() => undefined);
    }, this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LAST_PAUSE_MS);
  }

  #read(socket: WebSocket, { data }: MessageEvent<unknown>): void {
    try {
      if (typeof data !== 'string') throw new TypeError('frame: got bytes, expected text');
      const message = readServerMessage(data, this.type);
      if ('results' in message) this.#listener?.onResults(message.results, data);
      else this.#options.onDownstream?.(message.payload);
    } catch (error) {
      // Nobody can say which calls it answered, so none is left waiting.
      this.#listener?.onLost(new Error('an answer could not be read', { cause: error }));
      socket.close();
    }
  }
}

function untilOpen(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('close', ({ code }) => reject(closedError(code)));
  });
}

function closedError(code: number): Error {
  return new Error(`the socket closed with code ${code}`);
}
