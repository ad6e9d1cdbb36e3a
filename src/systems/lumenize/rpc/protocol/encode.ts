/**
 * Values to JSON, in the format of `@lumenize/structured-clone` 0.26: what JSON lacks becomes
 * `{"$type": …}`, keys that begin with `$` get another one, and what stands in two places goes to
 * `meta.aliases`, with `{"$ref": id}` in each place. One walk does it all: where a value turns up
 * again, what was written for it the first time is moved.
 */

import { errorFields, setField } from './protocol.ts';

/** A value as JSON has it. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The two parts of a frame. */
interface Envelope {
  json: Json;
  meta: { aliases?: { [id: string]: Json } };
}

/**
 * @param secret an object of which nothing travels: it becomes `{}`
 * @throws TypeError on what cannot travel: a symbol, a Request, a Response
 */
export function toEnvelope(value: unknown, secret?: object): Envelope {
  return new Encoder(secret).envelope(value);
}

/** An array, or an object by its keys. */
type Holder = Json[] | { [key: string]: Json };

/** Where something was written, so that it can be moved. */
interface Written {
  json: Json;
  holder: Holder;
  key: string | number;
  /** Given where the value stands in more than one place. */
  id?: number;
}

class Encoder {
  readonly #written = new Map<object, Written>();
  readonly #aliases: { [id: string]: Json } = {};
  readonly #secret: object | undefined;
  #count = 0;

  constructor(secret: object | undefined) {
    this.#secret = secret;
  }

  envelope(value: unknown): Envelope {
    const root: { [key: string]: Json } = {};
    this.#put(root, 'json', value);
    return {
      json: root['json'] ?? null,
      meta: this.#count === 0 ? {} : { aliases: this.#aliases },
    };
  }

  /** Writes a value at a place. */
  #put(holder: Holder, key: string | number, value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      setField(holder, key, primitive(value));
      return;
    }
    const known = this.#written.get(value);
    if (known === undefined) {
      const written: Written = { json: null, holder, key };
      this.#written.set(value, written);
      const json = this.#object(value, written);
      // A value that holds itself has been moved by now.
      if (written.id === undefined) setField(holder, key, json);
      else this.#aliases[written.id] = json;
      return;
    }
    if (known.id === undefined) {
      known.id = this.#count;
      this.#count += 1;
      setField(known.holder, known.key, { $ref: known.id });
      this.#aliases[known.id] = known.json;
    }
    setField(holder, key, { $ref: known.id });
  }

  /** What stands for an object. `written` learns of it before its parts are looked at. */
  #object(value: object, written: Written): Json {
    const start = <Start extends Json>(json: Start): Start => {
      written.json = json;
      return json;
    };
    if (Array.isArray(value)) {
      const list = start<Json[]>([]);
      for (let index = 0; index < value.length; index += 1) this.#put(list, index, value[index]);
      return list;
    }
    if (value === this.#secret) return start({});
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#fields(start({}), value);
    if (value instanceof Map) {
      const entries: Json[] = [];
      const json = start({ $type: 'map', entries });
      for (const [key, item] of value) {
        const pair: Json[] = [];
        entries.push(pair);
        this.#put(pair, 0, key);
        this.#put(pair, 1, item);
      }
      return json;
    }
    if (value instanceof Set) {
      const values: Json[] = [];
      const json = start({ $type: 'set', values });
      for (const item of value) this.#put(values, values.length, item);
      return json;
    }
    if (value instanceof Error) return this.#error(value, start);
    const json = atomic(value);
    return json === undefined ? this.#fields(start({}), value) : start(json);
  }

  #fields(json: { [key: string]: Json }, value: object): Json {
    for (const key of Object.keys(value)) {
      this.#put(json, key.startsWith('$') ? `$${key}` : key, Reflect.get(value, key));
    }
    return json;
  }

  #error(error: Error, start: <Start extends Json>(json: Start) => Start): Json {
    const json = start<{ [key: string]: Json }>({
      $type: 'error',
      name: error.name || 'Error',
      message: error.message || '',
    });
    if (error.stack) json['stack'] = error.stack;
    if (error.cause !== undefined) this.#put(json, 'cause', error.cause);
    for (const key of Object.getOwnPropertyNames(error)) {
      const value: unknown = Reflect.get(error, key);
      // What cannot travel is left out of an error: it is the error that matters.
      if (errorFields.includes(key) || typeof value === 'symbol' || isExchange(value)) continue;
      this.#put(json, key.startsWith('$') ? `$${key}` : key, value);
    }
    return json;
  }
}

function primitive(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : { $type: 'number-special', value: String(value) };
    case 'undefined':
      return { $type: 'undefined' };
    case 'bigint':
      return { $type: 'bigint', value: String(value) };
    case 'function':
      // All that is left of a function that nothing else stands for.
      return { $type: 'function', name: value.name || 'anonymous' };
    case 'object':
      return null;
    case 'symbol':
      throw new TypeError('value: got a symbol, expected data');
  }
}

/** Whether a value is half of an HTTP exchange: its body is a stream, which no text can hold. */
function isExchange(value: unknown): value is Request | Response {
  return value instanceof Request || value instanceof Response;
}

/** What stands for an object that holds no others; undefined where it does. */
function atomic(value: object): Json | undefined {
  if (value instanceof Date) return { $type: 'date', iso: value.toISOString() };
  if (value instanceof RegExp) return { $type: 'regexp', source: value.source, flags: value.flags };
  if (value instanceof URL) return { $type: 'url', href: value.href };
  if (value instanceof Headers) return { $type: 'headers', entries: [...value] };
  if (
    value instanceof Boolean ||
    value instanceof String ||
    value instanceof Number ||
    value instanceof BigInt
  ) {
    const inner: boolean | string | number | bigint = value.valueOf();
    const asText = typeof inner === 'bigint' || (typeof inner === 'number' && !isFinite(inner));
    return { $type: `${typeof inner}-object`, value: asText ? String(inner) : inner };
  }
  if (isExchange(value)) {
    throw new TypeError('value: got a Request or Response, expected data');
  }
  return binary(value);
}

function binary(value: object): Json | undefined {
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const tag = (data: Json[]) => ({ $type: 'arraybuffer', subtype: name, data });
  if (value instanceof ArrayBuffer) return tag([...new Uint8Array(value)]);
  if (!ArrayBuffer.isView(value)) return undefined;
  if (value instanceof DataView) {
    const { buffer, byteOffset, byteLength } = value;
    return { ...tag([...new Uint8Array(buffer)]), byteOffset, byteLength };
  }
  const items = [...(value as unknown as Iterable<number | bigint>)];
  if (items.every((item) => typeof item === 'number' && Number.isFinite(item))) {
    return tag(items as number[]);
  }
  throw new TypeError(`value: got a ${name}, expected one of finite numbers`);
}
