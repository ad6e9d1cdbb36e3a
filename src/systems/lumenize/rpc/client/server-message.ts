import { open, read } from '../protocol/codec.ts';
import {
  DOWNSTREAM_TYPE,
  isObject,
  PARSE_ERROR_ID,
  REMOTE_KEY,
  type ResultItem,
} from '../protocol/protocol.ts';
import type { BatchResponse } from './transport.ts';

/** A message of the server: answers to a batch, or what it sent without being asked. */
export type ServerMessage = BatchResponse | { payload: unknown };

/**
 * Reads a message of the server.
 *
 * @param type that of the frames of a socket; undefined over HTTP
 * @returns undefined for a message that is none of this protocol
 * @throws TypeError, RangeError or SyntaxError where its values cannot be read, and the server’s own
 *   error where the server could not read the batch
 */
export function readServerMessage(
  text: string,
  type: string | undefined,
): ServerMessage | undefined {
  const envelope = openOwn(text, type);
  if (envelope === undefined) return undefined;
  const message = read(envelope) as Record<string, unknown>;
  if (message['type'] === DOWNSTREAM_TYPE) return { payload: message['payload'] };
  const batch = message['batch'] as ResultItem[];
  if (!Array.isArray(batch)) throw new TypeError('batch: expected an array');
  const [first] = batch;
  if (first?.id === PARSE_ERROR_ID && !first.success) throw first.error;
  return { batch, mayHoldFunctions: text.includes(REMOTE_KEY) || text.includes('\\u') };
}

function openOwn(text: string, type: string | undefined) {
  try {
    const envelope = open(text);
    const { json } = envelope;
    if (!isObject(json)) return undefined;
    const of = json['type'];
    return type === undefined || of === type || of === DOWNSTREAM_TYPE ? envelope : undefined;
  } catch {
    return undefined;
  }
}
