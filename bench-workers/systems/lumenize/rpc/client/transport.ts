import type { ResultItem } from '../protocol/protocol.ts';

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
