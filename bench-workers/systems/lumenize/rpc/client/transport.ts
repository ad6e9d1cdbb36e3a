import { decode } from '../protocol/codec.ts';
import {
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  frameType,
  isObject,
  type ResultItem,
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
export const DEFAULT_TIMEOUT_MS = 30_000;

/** Options that every transport takes. */
export interface TransportOptions {
  /** Origin of the server: `https://example.org`. The page's own where there is one. */
  baseUrl?: string;
  /** Address prefix, `__rpc` unless the server was configured otherwise. */
  prefix?: string;
  /** Longest that a batch may wait for its answer, in ms; 30,000 unless given. */
  timeout?: number;
}

/** `{baseUrl}/{prefix}/{binding}/{instance}/call`. */
export function callAddress(
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
