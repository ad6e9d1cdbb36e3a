/**
 * Frames to text and back. What is JSON already is written as it is; everything else goes through
 * `@lumenize/structured-clone`, whose format this is.
 */
import { postprocess, preprocess, type LmzIntermediate } from '@lumenize/structured-clone';
import { isObject, type Frame } from './protocol.ts';

/** The text of a frame whose batch is JSON already. */
export function encodePlain(message: Frame<unknown>): string {
  return `{"json":${JSON.stringify(message)},"meta":{}}`;
}

/** The text of any message. Throws a TypeError on a value that cannot travel. */
export function encode(message: unknown): string {
  return JSON.stringify(preprocess(message));
}

/**
 * Turns the text of a frame back into its message.
 *
 * @throws SyntaxError, TypeError or RangeError naming what was expected.
 */
export function decode(text: string): unknown {
  // Tags, references and escaped keys all begin with `$`, which JSON may also spell `\u0024`.
  // A text without either is plain JSON and needs no walk.
  const spelled = text.includes('\\u');
  if (!spelled && !text.includes('$')) return envelope(JSON.parse(text)).json;
  const risky = spelled || /"(error|arraybuffer|__proto__)"/.test(text);
  return postprocess(envelope(JSON.parse(text, risky ? disarm : undefined)));
}

function envelope(value: unknown): LmzIntermediate {
  if (isObject(value) && 'json' in value) {
    const meta = 'meta' in value && isObject(value['meta']) ? value['meta'] : {};
    return { json: value['json'], meta };
  }
  throw new TypeError('frame: expected {"json": message, "meta": object}');
}

const views: ReadonlySet<unknown> = new Set([
  'ArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
]);

/**
 * structured-clone 0.26 builds errors and views with whatever global constructor a frame names, so
 * that `"name":"WebSocket"` would open one, and assigns keys, so that `__proto__` would become a
 * prototype. A name that makes no error becomes `Error`, a subtype that is no view `Uint8Array`,
 * and the key is left out.
 */
function disarm(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  if (!isObject(value)) return value;
  const { $type: type, name, subtype } = value;
  if (type === 'error' && typeof name === 'string') {
    const named: unknown = Reflect.get(globalThis, name);
    return named === undefined || makesErrors(named) ? value : { ...value, name: 'Error' };
  }
  if (type === 'arraybuffer' && !views.has(subtype)) return { ...value, subtype: 'Uint8Array' };
  return value;
}

function makesErrors(value: unknown): boolean {
  return value === Error || (typeof value === 'function' && value.prototype instanceof Error);
}
