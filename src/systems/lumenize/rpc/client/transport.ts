import { arePlain, encode, encodePlain, open, read } from '../protocol/codec.ts';
import {
  type CallItem,
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  frameType,
  PARSE_ERROR_ID,
  REMOTE_KEY,
  type ResultItem,
} from '../protocol/protocol.ts';

/** The calls of one batch, in the order in which they were made. */
export interface BatchRequest {
  batch: CallItem[];
}

/** The answers to a batch. */
export interface BatchResponse {
  batch: ResultItem[];
  /** Whether a result may hold a function. It is looked for where nothing is said. */
  mayHoldFunctions?: boolean;
}

/** Is given what the server sends without being asked. */
export type DownstreamHandler = (payload: unknown) => unknown;

/** What a client sends its batches through; one’s own will do. */
export interface RpcTransport {
  /** Sends a batch, connecting first where that takes something. */
  execute(request: BatchRequest): Promise<BatchResponse>;
  /** Opens the connection unless it is open; rejects when it does not open. */
  connect?(): Promise<void>;
  /** Closes the connection; what is pending is rejected. The next batch opens another one. */
  disconnect?(): void;
  isConnected?(): boolean;
  /** Says whether to connect again whenever the connection is lost. */
  setKeepAlive(enabled: boolean): void;
  setDownstreamHandler?(handler: DownstreamHandler): void;
  /** Gives the id under which the server can reach this client, for connections yet to be opened. */
  setClientId?(clientId: string): void;
}

/** Longest that a batch may wait unless the transport was told otherwise, in ms. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** Options that every transport takes. */
export interface TransportOptions {
  /** Origin of the server; the page’s own unless given, or `http://localhost:8787` without a page. */
  baseUrl?: string;
  /** Address prefix, `__rpc` unless the server was configured otherwise. */
  prefix?: string;
  /** Longest that a batch may wait for its answer, in ms; 30,000 unless given. */
  timeout?: number;
}

/** `{baseUrl}/{prefix}/{binding}/{instance}/call`, and the `type` of the frames that go there. */
export function addressOf(
  binding: string,
  instance: string,
  { baseUrl, prefix = DEFAULT_PREFIX }: TransportOptions,
): { address: string; type: string } {
  const page = (globalThis as { location?: { origin: string } }).location;
  const base = baseUrl ?? page?.origin ?? 'http://localhost:8787';
  const parts = [base, prefix, binding, instance, 'call'];
  return { address: parts.map(frameType).join('/'), type: frameType(prefix) };
}

/**
 * The text of a batch.
 *
 * @param type that of the frames of a socket; undefined over HTTP
 */
export function encodeBatch({ batch }: BatchRequest, type: string | undefined): string {
  const frame = type === undefined ? { batch } : { type, batch };
  return batch.every(hasPlainArguments) ? encodePlain(frame) : encode(frame);
}

/** Whether the arguments of a call are JSON already. */
export function hasPlainArguments({ operations }: CallItem): boolean {
  return operations.every((step) => step.type === 'get' || arePlain(step.args));
}

/** A message of the server: answers to a batch, or what it sent without being asked. */
type ServerMessage = BatchResponse | { payload: unknown };

/**
 * Reads a message of the server.
 *
 * @param type that of the frames of a socket; undefined over HTTP
 * @returns undefined for a message that is none of this protocol
 * @throws an Error where its values cannot be read, and the server’s own where it could not read the
 *   batch
 */
export function readServerMessage(
  text: string,
  type: string | undefined,
): ServerMessage | undefined {
  const envelope = open(text);
  if (
    envelope === undefined ||
    ![type, DOWNSTREAM_TYPE].includes(envelope.json['type'] as string)
  ) {
    return undefined;
  }
  const message = read(envelope) as Record<string, unknown>;
  if (message['type'] === DOWNSTREAM_TYPE) return { payload: message['payload'] };
  const batch = message['batch'] as ResultItem[];
  if (!Array.isArray(batch)) throw new TypeError('batch: expected an array');
  const [first] = batch;
  if (first?.id === PARSE_ERROR_ID && !first.success) throw first.error;
  return { batch, mayHoldFunctions: text.includes(REMOTE_KEY) || text.includes('\\u') };
}

/** How to reach one object over HTTP. */
interface HttpTransportOptions extends TransportOptions {
  /** What sends a request, the global one unless given. */
  fetch?: typeof fetch;
}

/** A transport that posts each batch: one request and one response for it. */
export function createHttpTransport(
  binding: string,
  instance: string,
  options: HttpTransportOptions = {},
): RpcTransport {
  const { fetch: send = fetch, timeout = DEFAULT_TIMEOUT_MS } = options;
  const { address } = addressOf(binding, instance, options);
  const headers = { 'Content-Type': 'application/json' };
  let closing = new AbortController();
  return {
    async execute(request) {
      const body = encodeBatch(request, undefined);
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeout)]);
      const response = await send(address, { method: 'POST', body, headers, signal });
      const message = readServerMessage(await response.text(), undefined);
      // 500 says that a call of the batch failed, and has answers to all; others say what they like.
      if (message !== undefined && 'batch' in message) return message;
      throw new Error(`${address}: got status ${response.status}, expected answers to a batch`);
    },
    disconnect() {
      closing.abort(new Error('the client was closed'));
      closing = new AbortController();
    },
    isConnected: () => true,
    setKeepAlive: () => undefined,
  };
}
