/**
 * Messages of the Lumenize RPC protocol, as version 0.26 of the published packages speak it.
 * Every text frame is `{"json": message, "meta": {…}}` as `@lumenize/structured-clone` makes it.
 */
import { postprocess, preprocess, type LmzIntermediate } from '@lumenize/structured-clone';

/** Subprotocol that the client offers and the server answers with. */
export const SUBPROTOCOL = 'lumenize.rpc';

/** Id of the answer to a frame whose ids could not be read. */
export const PARSE_ERROR_ID = 'parse-error';

/** One step of a chain, run from the object itself. */
export type Step = { type: 'get'; key: string | number } | { type: 'apply'; args: unknown[] };

/** One call of a batch. The id is opaque and made by the client. */
export interface CallItem {
  id: string;
  operations: Step[];
}

/** The answer to one call. */
export type ResultItem =
  { id: string; success: true; result: unknown } | { id: string; success: false; error: unknown };

/** One frame of either direction. `type` is the address prefix without its outer slashes. */
export interface Frame<Item> {
  type: string;
  batch: Item[];
}

/** The `type` of the frames of an address prefix: `/bench/lumenize` has `bench/lumenize`. */
export function frameType(prefix: string): string {
  return prefix.replace(/^\/+|\/+$/g, '');
}

/** Turns a message into the text of a frame. Throws a TypeError on a value that cannot travel. */
export function encode(message: Frame<unknown>): string {
  return JSON.stringify(preprocess(message));
}

/**
 * Turns the text of a frame back into its message.
 *
 * @throws SyntaxError or TypeError naming what was expected.
 */
export function decode(text: string): unknown {
  // Tags, references and escaped keys all begin with `$`, which JSON may also spell `\u0024`.
  // A text without either is plain JSON and needs no walk.
  if (!text.includes('$') && !text.includes('\\u')) {
    return envelope(JSON.parse(text)).json;
  }
  return postprocess(envelope(JSON.parse(text, disarm)));
}

function envelope(value: unknown): LmzIntermediate {
  if (typeof value === 'object' && value !== null && 'json' in value) {
    const meta = 'meta' in value && isObject(value.meta) ? value.meta : {};
    return { json: value.json, meta };
  }
  throw new TypeError('frame: expected {"json": message, "meta": object}');
}

/**
 * structured-clone 0.26 builds an error with whatever global constructor the frame names, so
 * that `"name":"WebSocket"` would open one. An error that names a global that makes no errors
 * becomes a plain Error.
 */
function disarm(_key: string, value: unknown): unknown {
  if (!isObject(value) || value['$type'] !== 'error' || typeof value['name'] !== 'string') {
    return value;
  }
  const named: unknown = Reflect.get(globalThis, value['name']);
  return named === undefined || makesErrors(named) ? value : { ...value, name: 'Error' };
}

function makesErrors(value: unknown): boolean {
  return value === Error || (typeof value === 'function' && value.prototype instanceof Error);
}

/** Whether a value is an object that may have properties of any name. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
