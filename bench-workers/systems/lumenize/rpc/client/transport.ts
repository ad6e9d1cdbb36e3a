import { decode } from '../protocol/codec.ts';
import {
  CLIENT_ID_SUBPROTOCOL,
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  frameType,
  isObject,
  type ResultItem,
  SUBPROTOCOL,
} from '../protocol/protocol.ts';

/** What a client sends frames through. */
export interface Transport {
  /** `type` of the frames of this transport. */
  readonly type: string;
  /** Longest that a batch may wait for its answer, in ms. */
  readonly timeoutMs: number;
  /** Opens the connection unless it is open; rejects when it does not open. */
  connect(): Promise<void>;
  /** Sends the text of a frame, connecting first where needed. */
  send(text: string): Promise<void> | void;
  /** Where answers go; and, once the connection is gone, the reason. */
  listen(listener: TransportListener): void;
  close(): void;
}

export interface TransportListener {
  onResults(results: readonly ResultItem[], text: string): void;
  onLost(error: Error): void;
}

/** Longest that a batch may wait unless the transport was told otherwise, in ms. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** Options that every transport takes. */
interface TransportOptions {
  /** Origin of the server: `https://example.org`. The page's own where there is one. */
  baseUrl?: string;
  /** Address prefix, `__rpc` unless the server was configured otherwise. */
  prefix?: string;
  /** Longest that a batch may wait for its answer, in ms; 30,000 unless given. */
  timeout?: number;
}

/** `{baseUrl}/{prefix}/{binding}/{instance}/call`. */
function callAddress(
  binding: string,
  instance: string,
  type: string,
  baseUrl: string | undefined,
): string {
  const base = baseUrl ?? (globalThis as { location?: { origin: string } }).location?.origin;
  if (base === undefined) {
    throw new TypeError('baseUrl: got none, expected an origin such as https://example.org');
  }
  const path = [binding, instance].map(encodeURIComponent).join('/');
  return `${base.replace(/\/+$/, '')}/${type}/${path}/call`;
}

/** A message of the server: answers to a batch, or what it sent without being asked. */
type ServerMessage = { results: ResultItem[] } | { payload: unknown };

/**
 * Reads a message of the server.
 *
 * @throws TypeError or SyntaxError naming what was expected
 */
export function readServerMessage(text: string, type: string): ServerMessage {
  const message = decode(text);
  if (isObject(message) && message['type'] === type && Array.isArray(message['batch'])) {
    return { results: message['batch'].map(readResult) };
  }
  if (isObject(message) && message['type'] === DOWNSTREAM_TYPE) {
    return { payload: message['payload'] };
  }
  throw new TypeError(`frame: expected {"type": ${JSON.stringify(type)}, "batch": array}`);
}

function readResult(item: unknown): ResultItem {
  if (isObject(item) && typeof item['id'] === 'string' && typeof item['success'] === 'boolean') {
    return item as ResultItem;
  }
  throw new TypeError('batch: expected items of the form {"id": string, "success": boolean}');
}

/** How to reach one object over HTTP. */
export interface HttpTransportOptions extends TransportOptions {
  /** What sends a request, the global one unless given. */
  fetch?: typeof fetch;
}

/** A transport that posts each batch: one request and one response for it. */
export function createHttpTransport(
  binding: string,
  instance: string,
  options: HttpTransportOptions = {},
): Transport {
  const type = frameType(options.prefix ?? DEFAULT_PREFIX);
  const address = callAddress(binding, instance, type, options.baseUrl);
  const send = options.fetch ?? fetch;
  const closing = new AbortController();
  const timeoutMs = options.timeout ?? DEFAULT_TIMEOUT_MS;
  let listener: TransportListener | undefined;
  return {
    type,
    timeoutMs,
    connect: () => Promise.resolve(),
    async send(body) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      const headers = { 'Content-Type': 'application/json' };
      const response = await send(address, { method: 'POST', body, headers, signal });
      const text = await response.text();
      // 500 says that a call of the batch failed, 400 that none could be read: both have answers.
      if (!response.ok && response.status !== 500 && response.status !== 400) {
        throw new Error(`${address}: got status ${response.status}, expected 200, 400 or 500`);
      }
      const message = readServerMessage(text, type);
      if ('results' in message) listener?.onResults(message.results, text);
    },
    listen(added) {
      listener = added;
    },
    close() {
      const error = new Error('the client was closed');
      closing.abort(error);
      listener?.onLost(error);
    },
  };
}

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
  const { WebSocketClass = WebSocket, open = untilOpen, clientId, onClose, onDownstream } = options;
  const type = frameType(options.prefix ?? DEFAULT_PREFIX);
  const address = callAddress(binding, instance, type, options.baseUrl).replace(/^http/, 'ws');
  const id = clientId === undefined ? [] : [`${CLIENT_ID_SUBPROTOCOL}${clientId}`];
  let listener: TransportListener | undefined;
  let socket: WebSocket | undefined;
  let opening: Promise<void> | undefined;
  let closed = false;
  let pauseMs = FIRST_PAUSE_MS;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;

  function connect(): Promise<void> {
    if (closed) return Promise.reject(new Error('the client was closed'));
    opening ??= openSocket();
    return opening;
  }

  function openSocket(): Promise<void> {
    const opened = new WebSocketClass(address, [SUBPROTOCOL, ...id]);
    socket = opened;
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => read(opened, data));
    const whenOpen = open(opened).then(() => {
      pauseMs = FIRST_PAUSE_MS;
    });
    opened.addEventListener('close', ({ code, reason }) => {
      onClose?.(code, reason);
      if (socket === opened) lost(closedError(code));
    });
    return whenOpen;
  }

  function lost(error: Error): void {
    socket = undefined;
    opening = undefined;
    listener?.onLost(error);
    if (closed || onDownstream === undefined) return;
    reconnecting = setTimeout(() => {
      connect().catch(() => undefined);
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
  }

  function read(from: WebSocket, data: unknown): void {
    try {
      if (typeof data !== 'string') throw new TypeError('frame: got bytes, expected text');
      const message = readServerMessage(data, type);
      if ('results' in message) listener?.onResults(message.results, data);
      else onDownstream?.(message.payload);
    } catch (error) {
      // Nobody can say which calls it answered, so none is left waiting.
      listener?.onLost(new Error('an answer could not be read', { cause: error }));
      from.close();
    }
  }

  if (onDownstream) connect().catch(() => undefined);
  return {
    type,
    timeoutMs: options.timeout ?? DEFAULT_TIMEOUT_MS,
    connect,
    send(text) {
      if (socket?.readyState === WebSocket.OPEN) {
        socket.send(text);
        return;
      }
      return connect().then(() => socket?.send(text));
    },
    listen(added) {
      listener = added;
    },
    close() {
      closed = true;
      clearTimeout(reconnecting);
      const last = socket;
      socket = undefined;
      last?.close();
      listener?.onLost(new Error('the client was closed'));
    },
  };
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
