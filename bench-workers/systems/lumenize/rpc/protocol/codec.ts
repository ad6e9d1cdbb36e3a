/** Frames to text and back: `{"json": message, "meta": {…}}`. */
import { fromEnvelope } from './decode.ts';
import { toEnvelope } from './encode.ts';
import { isObject, type Frame } from './protocol.ts';

/** The text of a frame whose batch is JSON already. */
export function encodePlain(message: Frame<unknown>): string {
  return `{"json":${JSON.stringify(message)},"meta":{}}`;
}

/** The text of any message. Throws a TypeError on a value that cannot travel. */
export function encode(message: unknown): string {
  return JSON.stringify(toEnvelope(message));
}

/**
 * Turns the text of a frame back into its message.
 *
 * @throws SyntaxError, TypeError or RangeError naming what was expected.
 */
export function decode(text: string): unknown {
  const envelope: unknown = JSON.parse(text);
  if (!isObject(envelope) || !('json' in envelope)) {
    throw new TypeError('frame: expected {"json": message, "meta": object}');
  }
  // Tags, references and escaped keys all begin with `$`, which JSON may also spell `\u0024`. A
  // text without either is plain JSON and needs no walk.
  const plain = !text.includes('$') && !text.includes('\\u');
  return plain ? envelope['json'] : fromEnvelope(envelope['json'], envelope['meta']);
}
