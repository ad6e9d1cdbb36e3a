/**
 * JSON back to values: the inverse of encode.ts. It builds nothing but the types of the format,
 * whatever a frame names, and sets no prototype.
 */
import { isObject } from './protocol.ts';

type Fields = Record<string, unknown>;

/** What errors may be built as; any other name is kept on a plain Error. */
const errors: Readonly<Record<string, ErrorConstructor>> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

type ViewClass = new (data: ArrayLike<number>) => ArrayBufferView;

const views: Readonly<Record<string, ViewClass>> = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
};

/** @throws TypeError, RangeError or SyntaxError on a tag whose parts are not what it needs. */
export function fromEnvelope(json: unknown, meta: unknown): unknown {
  const aliases = isObject(meta) && isObject(meta['aliases']) ? meta['aliases'] : {};
  return new Decoder(aliases).value(json);
}

class Decoder {
  readonly #aliases: Fields;
  readonly #decoded = new Map<string, unknown>();

  constructor(aliases: Fields) {
    this.#aliases = aliases;
  }

  /** @param keep is given a container before it is filled, so that what holds itself finds itself */
  value(json: unknown, keep: (value: unknown) => void = () => undefined): unknown {
    if (Array.isArray(json)) {
      const list: unknown[] = [];
      keep(list);
      for (const item of json) list.push(this.value(item));
      return list;
    }
    if (!isObject(json)) return json;
    if ('$ref' in json && Object.keys(json).length === 1) return this.#alias(json['$ref']);
    return '$type' in json ? this.#tagged(json, keep) : this.#fields(json, keep);
  }

  #fields(json: Fields, keep: (value: unknown) => void): Fields {
    const fields: Fields = {};
    keep(fields);
    this.#fill(fields, json);
    return fields;
  }

  #alias(id: unknown): unknown {
    const key = String(id);
    if (this.#decoded.has(key)) return this.#decoded.get(key);
    if (!Object.hasOwn(this.#aliases, key)) {
      throw new TypeError(`$ref: got ${key.slice(0, 80)}, expected an id of meta.aliases`);
    }
    const value = this.value(this.#aliases[key], (container) => {
      this.#decoded.set(key, container);
    });
    this.#decoded.set(key, value);
    return value;
  }

  #fill(target: object, json: Fields, except?: ReadonlySet<string>): void {
    for (const key of Object.keys(json)) {
      if (except?.has(key)) continue;
      const value = this.value(json[key]);
      // Defined, not assigned: a key such as `__proto__` is data like any other.
      Object.defineProperty(target, key.startsWith('$$') ? key.slice(1) : key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }

  #tagged(json: Fields, keep: (value: unknown) => void): unknown {
    const { $type: type, value } = json;
    switch (type) {
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(text(value));
      case 'number-special':
        return Number(text(value));
      case 'date':
        return new Date(text(json['iso']));
      case 'regexp':
        return new RegExp(text(json['source']), text(json['flags']));
      case 'url':
        return new URL(text(json['href']));
      case 'headers':
        return new Headers(pairs(json['entries']) as [string, string][]);
      case 'boolean-object':
        return Object(value === true);
      case 'number-object':
        return Object(Number(value));
      case 'string-object':
        return Object(text(value));
      case 'bigint-object':
        return Object(BigInt(text(value)));
      case 'arraybuffer':
        return binary(json);
      case 'map': {
        const map = new Map<unknown, unknown>();
        keep(map);
        for (const [key, item] of pairs(json['entries'])) {
          map.set(this.value(key), this.value(item));
        }
        return map;
      }
      case 'set': {
        const set = new Set<unknown>();
        keep(set);
        for (const item of list(json['values'])) set.add(this.value(item));
        return set;
      }
      case 'error':
        return this.#error(json, keep);
      default:
        // A tag that is not known here travels on as data.
        return this.#fields(json, keep);
    }
  }

  #error(json: Fields, keep: (value: unknown) => void): Error {
    const { name, message, stack } = json;
    const Class = typeof name === 'string' && Object.hasOwn(errors, name) ? errors[name] : Error;
    const error = new (Class ?? Error)(typeof message === 'string' ? message : '');
    keep(error);
    if (typeof name === 'string' && name !== error.name) hide(error, 'name', name);
    hide(error, 'stack', typeof stack === 'string' ? stack : undefined);
    if (json['cause'] !== undefined) hide(error, 'cause', this.value(json['cause']));
    this.#fill(error, json, notOwn);
    return error;
  }
}

const notOwn: ReadonlySet<string> = new Set(['$type', 'name', 'message', 'stack', 'cause']);

/** Sets a field as the language sets those of errors: it is not enumerated. */
function hide(error: Error, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, writable: true, configurable: true });
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`$type: got a ${typeof value} for a text, expected a string`);
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`$type: got a ${typeof value} for items, expected an array`);
}

function pairs(value: unknown): [unknown, unknown][] {
  return list(value).map((pair) => {
    if (Array.isArray(pair) && pair.length === 2) return pair as [unknown, unknown];
    throw new TypeError('$type: got an entry that is no pair, expected [key, value]');
  });
}

function binary({ subtype, data, byteOffset, byteLength }: Fields): unknown {
  const numbers = list(data) as number[];
  if (subtype === 'ArrayBuffer') return new Uint8Array(numbers).buffer;
  if (subtype === 'DataView') {
    const [offset, length] = [byteOffset, byteLength].map((each) =>
      typeof each === 'number' ? each : undefined,
    );
    return new DataView(new Uint8Array(numbers).buffer, offset, length);
  }
  const View = typeof subtype === 'string' && Object.hasOwn(views, subtype) ? views[subtype] : null;
  if (!View) {
    throw new TypeError(
      `arraybuffer: got the subtype ${String(subtype).slice(0, 80)}, expected a view`,
    );
  }
  return new View(numbers);
}
