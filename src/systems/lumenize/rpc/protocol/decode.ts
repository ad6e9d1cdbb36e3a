/**
 * JSON back to values: the inverse of encode.ts. It builds nothing but the types of the format,
 * whatever a frame names, and sets no prototype.
 */
import { errorFields, hideField, isObject, setField } from './protocol.ts';

type Fields = Record<string, unknown>;

/** What errors may be built as; any other name is kept on a plain Error. */
const ERROR = /^(Eval|Range|Reference|Syntax|Type|URI)?Error$/;
const VIEW = /^(Ui|I)nt(8|16|32)Array$|^Uint8ClampedArray$|^Float(16|32|64)Array$/;

type ViewClass = new (data: ArrayLike<number>) => ArrayBufferView;

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

  #fields(json: Fields, keep: (value: unknown) => void, except?: readonly string[]): Fields {
    const fields: Fields = {};
    keep(fields);
    this.#fill(fields, json, except);
    return fields;
  }

  #alias(id: unknown): unknown {
    const key = String(id);
    if (this.#decoded.has(key)) return this.#decoded.get(key);
    if (!Object.hasOwn(this.#aliases, key)) throw wrong(key, 'an id of meta.aliases');
    const value = this.value(this.#aliases[key], (container) => {
      this.#decoded.set(key, container);
    });
    this.#decoded.set(key, value);
    return value;
  }

  #fill(target: object, json: Fields, except?: readonly string[]): void {
    for (const key of Object.keys(json)) {
      if (except?.includes(key)) continue;
      const value = this.value(json[key]);
      setField(target, key.startsWith('$$') ? key.slice(1) : key, value);
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
      case 'string-object':
        return Object(text(value));
      case 'number-object':
        return Object(Number(value));
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
      case 'function':
        return this.#fields(json, keep, tag);
      default:
        // A tag that is not known here travels on as data.
        return this.#fields(json, keep);
    }
  }

  #error(json: Fields, keep: (value: unknown) => void): Error {
    const { name, message, stack } = json;
    const Class = typeof name === 'string' && ERROR.test(name) ? builtin(name) : Error;
    const error = new (Class as ErrorConstructor)(typeof message === 'string' ? message : '');
    keep(error);
    if (typeof name === 'string' && name !== error.name) hideField(error, 'name', name);
    hideField(error, 'stack', typeof stack === 'string' ? stack : undefined);
    if (json['cause'] !== undefined) hideField(error, 'cause', this.value(json['cause']));
    this.#fill(error, json, notOwn);
    return error;
  }
}

const tag = ['$type'];
const notOwn = [...tag, ...errorFields];

function wrong(value: unknown, expected: string): TypeError {
  return new TypeError(`value: got ${String(value).slice(0, 80)}, expected ${expected}`);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw wrong(value, 'a string');
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(value, 'an array');
}

function pairs(value: unknown): [unknown, unknown][] {
  return list(value).map((pair) => {
    if (Array.isArray(pair) && pair.length === 2) return pair as [unknown, unknown];
    throw wrong(pair, '[key, value]');
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
  if (typeof subtype !== 'string' || !VIEW.test(subtype)) throw wrong(subtype, 'a view');
  // Where the language has no halves yet, the next wider type holds each of them.
  const View = (builtin(subtype) ?? Float32Array) as ViewClass;
  return new View(numbers);
}

/** A class of the language by a name that was checked. */
function builtin(name: string): unknown {
  return Reflect.get(globalThis, name);
}
