import { decode } from '../protocol/codec.ts';
import { DOWNSTREAM_TYPE, isObject, type ResultItem } from '../protocol/protocol.ts';

/** A message of the server: answers to a batch, or what it sent without being asked. */
export type ServerMessage = { results: ResultItem[] } | { payload: unknown };

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
