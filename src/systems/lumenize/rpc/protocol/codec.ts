/**
 * Frames to text and back: `{"json": message, "meta": {…}}`, by the codec of the published library.
 * Plain JSON goes past it, which leaves the same text.
 */
import { postprocess, stringify, TRANSFORM_SKIP } from '@lumenize/structured-clone';
import { type Fields, isObject, isPlainObject } from './protocol.ts';

/** The text of a message whose values are JSON already. */
export function encodePlain(message: unknown): string {
  return `{"json":${JSON.stringify(message)},"meta":{}}`;
}

/**
 * The text of any message.
 *
 * @param secret an object of which nothing travels, wherever it is held
 * @throws an Error on what cannot travel: a symbol, a Request, a Response
 */
export function encode(message: unknown, secret?: object): string {
  return stringify(message, {
    transform: (value: unknown): unknown =>
      value === secret && secret !== undefined ? {} : TRANSFORM_SKIP,
  });
}

/**
 * Whether values are JSON already: text, truth values, finite numbers, null, and lists and plain
 * objects of these, each of which stands in one place.
 */
export function arePlain(values: readonly unknown[]): boolean {
  try {
    return areJson(values, new Set());
  } catch {
    // Too deep to look into, or with a getter that throws: the codec says so for each call.
    return false;
  }
}

function areJson(values: readonly unknown[], seen: Set<object>): boolean {
  for (const value of values) {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) continue;
    if (typeof value === 'number' && Number.isFinite(value)) continue;
    if (typeof value !== 'object' || seen.has(value)) return false;
    seen.add(value);
    if (Array.isArray(value)) {
      if (!areJson(value, seen)) return false;
    } else {
      // The codec writes keys that begin with `$` in another way.
      if (!isPlainObject(value) || Object.keys(value).some((key) => key.startsWith('$'))) {
        return false;
      }
      if (!areJson(Object.values(value), seen)) return false;
    }
  }
  return true;
}

/** A message in its envelope, before its values are read. */
export interface Envelope {
  json: Fields;
  meta: unknown;
  /** Whether nothing in it may need more than JSON. */
  plain: boolean;
}

/** Opens the envelope of a text; undefined for a text that is none. */
export function open(text: string): Envelope | undefined {
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(envelope) || !isObject(envelope['json'])) return undefined;
  // Tags, references and escaped keys all begin with `$`, which JSON may also spell `\u0024`. A
  // text without either is plain JSON.
  const plain = !text.includes('$') && !text.includes('\\u');
  return { json: envelope['json'], meta: envelope['meta'], plain };
}

/**
 * The message in an envelope.
 *
 * @throws an Error naming what cannot be read
 */
export function read({ json, meta, plain }: Envelope): unknown {
  if (plain) return json;
  checkNames([json, meta]);
  return postprocess({ json, meta: isObject(meta) ? meta : {} });
}

/**
 * The message in a text.
 *
 * @throws an Error naming what cannot be read
 */
export function decode(text: string): unknown {
  const envelope = open(text);
  if (envelope === undefined) throw new TypeError('frame: expected {"json", "meta"}');
  return read(envelope);
}

/** Errors of the language. An error of any other name is built as a plain one. */
const ERROR = /^(Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/;
const VIEW = /^(ArrayBuffer|DataView|(Big)?(Ui|I)nt\d+Array|Uint8ClampedArray|Float\d\dArray)$/;

/**
 * Refuses what a frame must not name: the codec calls whatever of `globalThis` an error or a view is
 * named after, makes a view as long as a number says, and assigns `__proto__`.
 */
function checkNames(left: unknown[]): void {
  while (left.length > 0) {
    const value = left.pop();
    if (!isObject(value)) continue;
    const { $type: type, name, subtype, data } = value;
    const isOther = typeof Reflect.get(globalThis, String(name)) === 'function';
    if (type === 'error' && isOther && !ERROR.test(String(name))) {
      throw new TypeError(`value: got the error ${String(name)}, expected one of the language`);
    }
    if (type === 'arraybuffer' && !(VIEW.test(String(subtype)) && Array.isArray(data))) {
      throw new TypeError(`value: got ${String(subtype)}, expected a view`);
    }
    if (Object.hasOwn(value, '__proto__')) throw new TypeError('value: got the key __proto__');
    for (const part of Object.values(value)) left.push(part);
  }
}
