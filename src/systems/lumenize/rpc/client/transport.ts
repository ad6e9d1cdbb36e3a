import { encode, encodePlain, Look, type Need, PLAIN } from '../protocol/codec.ts';
import { DEFAULT_PREFIX, frameType, type CallItem, type ResultItem } from '../protocol/protocol.ts';

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

/** Is told that the connection closed, whoever closed it. */
export type CloseHandler = (code: number, reason: string) => unknown;

/** What a client sends its batches through; one’s own will do. */
export interface RpcTransport {
  /**
   * Sends a batch, connecting first where that takes something.
   *
   * @param need what its arguments need in order to travel, where the client knows it already
   */
  execute(request: BatchRequest, need?: Need): Promise<BatchResponse>;
  /** Opens the connection unless it is open; rejects when it does not open. */
  connect?(): Promise<void>;
  /** Closes the connection; what is pending is rejected. The next batch opens another one. */
  disconnect?(): void;
  isConnected?(): boolean;
  /** Says whether to connect again whenever the connection is lost. */
  setKeepAlive(enabled: boolean): void;
  setDownstreamHandler?(handler: DownstreamHandler): void;
  setCloseHandler?(handler: CloseHandler): void;
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

const untravelling = new WeakSet<object>();

/** Whether an error says that a batch cannot travel, so that nothing of it was sent. */
export function isUntravelling(error: unknown): boolean {
  return untravelling.has(Object(error) as object);
}

/**
 * The text of a batch.
 *
 * @param type that of the frames of a socket; undefined over HTTP
 * @throws an error of which `isUntravelling` is true
 */
export function encodeBatch(
  { batch }: BatchRequest,
  type: string | undefined,
  need = needOf(batch),
): string {
  const frame = type === undefined ? { batch } : { type, batch };
  if (need === PLAIN) return encodePlain(frame);
  try {
    return encode(frame);
  } catch (error) {
    untravelling.add(Object(error) as object);
    throw error;
  }
}

/** What the arguments of a batch need in order to travel. */
export function needOf(batch: readonly CallItem[]): Need {
  const look = new Look();
  let need: Need = PLAIN;
  for (const { operations } of batch) {
    for (const step of operations) {
      if (step.type === 'apply') need = look.mostOf(step.args, need);
    }
  }
  return need;
}
