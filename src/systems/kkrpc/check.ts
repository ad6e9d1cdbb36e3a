import {
  type CostBudget,
  type CostlyType,
  ensure,
  ensureReadable,
  isFields,
  parseSkeleton,
} from '../../../bench-workers/guard/message.ts';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';

/** Characters of a request’s id; the library’s own have about 55. */
const LONGEST_ID = 128;

/** What a client may send besides requests, where the server makes calls too. */
export type Kind = 'request' | 'response' | 'callback';

/**
 * The whole lines of what a socket sends. The library takes a message from as many frames as it
 * comes in, collects what has no end, and goes through all of it again for each frame.
 */
export class Lines {
  #parts: string[] = [];
  #length = 0;

  /**
   * Takes a frame, and gives the lines that are whole now.
   *
   * @throws MessageRefused once an unfinished one is longer than a message may be
   */
  add(frame: string): string {
    const end = frame.lastIndexOf('\n') + 1;
    const rest = frame.slice(end);
    const whole = end === 0 ? '' : [...this.#parts.splice(0), frame.slice(0, end)].join('');
    if (end > 0) this.#length = 0;
    this.#length += rest.length;
    if (rest !== '') this.#parts.push(rest);
    const most = limits.maxMessageBytes;
    // A frame of a few bytes holds some in memory too.
    const tooMany = this.#parts.length > limits.message.lines;
    const length = tooMany ? Infinity : Math.max(whole.length, this.#length);
    ensure('maxMessageBytes', length, most, closeCodes.tooBig);
    return whole;
  }
}

/** Looks at whole lines before the library does: see {@link checkKkrpc}. */
export function checkLines(lines: string, kinds: readonly Kind[], costs: CostBudget): void {
  let count = 0;
  for (const line of lines.split('\n')) {
    const text = line.trim();
    if (text === '') continue;
    count += 1;
    ensure('message.lines', count, limits.message.lines);
    checkKkrpc(text, kinds, costs);
  }
}

/**
 * Refuses what the library cannot read, which it would write to the console, and what would cost it
 * more than its size: superjson makes a typed array of any number, writes through any path, and
 * repeats what stands in two places. The arm that writes JSON reads superjson too.
 */
export function checkKkrpc(text: string, kinds: readonly Kind[], costs: CostBudget): void {
  const parsed = parseSkeleton(text);
  ensureReadable(isFields(parsed), 'a message of kkrpc');
  const isSuperjson = text.startsWith('{"json":');
  const message = isSuperjson ? parsed['json'] : parsed;
  const isMessage =
    isFields(message) &&
    kinds.some((kind) => kind === message['type']) &&
    typeof message['id'] === 'string' &&
    message['id'].length <= LONGEST_ID &&
    typeof message['method'] === 'string' &&
    (message['type'] === 'response' ? isFields(message['args']) : Array.isArray(message['args']));
  ensureReadable(isMessage, `a ${kinds.join(' or ')} of kkrpc`);
  if (isSuperjson) new Annotations(message, costs).check(parsed['meta']);
}

/** Refuses what superjson would not have written. */
function ensureWritten(holds: boolean): asserts holds {
  ensureReadable(holds, 'what superjson itself writes');
}

/** What superjson is told to make of parts of a message, held against what the parts are. */
class Annotations {
  readonly #root: unknown;
  /** Annotated containers, and those that a path led through on its way to something below. */
  readonly #annotated = new Set<unknown>();
  readonly #passed: unknown[] = [];
  readonly #costs: CostBudget;
  #places = 0;

  constructor(root: unknown, costs: CostBudget) {
    this.#root = root;
    this.#costs = costs;
  }

  check(meta: unknown): void {
    if (meta === undefined) return;
    ensureWritten(isFields(meta) && meta['v'] === 1);
    const { values, referentialEqualities: equal } = meta;
    if (values !== undefined) this.#tree(values, this.#root);
    // Below a container that becomes something else, its own annotations alone know the way.
    ensureWritten(!this.#passed.some((each) => this.#annotated.has(each)));
    if (equal !== undefined) this.#equalities(equal);
  }

  /** Annotations by path from a container. */
  #tree(tree: unknown, from: unknown): void {
    ensureWritten(isFields(tree));
    for (const [path, node] of Object.entries(tree)) {
      const value = this.#follow(path, from);
      ensureWritten(Array.isArray(node));
      const [type, children] = node as unknown[];
      ensureWritten(canBecome(type, value, this.#costs));
      if (typeof value === 'object' && value !== null) {
        ensureWritten(!this.#annotated.has(value));
        this.#annotated.add(value);
      }
      if (children !== undefined) this.#tree(children, value);
    }
  }

  /** The end of a path: only what is there, by the one spelling that it has. */
  #follow(path: string, from: unknown): unknown {
    let value = from;
    for (const [index, key] of segments(path).entries()) {
      if (index > 0) this.#passed.push(value);
      ensureWritten(typeof value === 'object' && value !== null && Object.hasOwn(value, key));
      ensureWritten(!Array.isArray(value) || String(Number(key)) === key);
      value = (value as Record<string, unknown>)[key];
    }
    return value;
  }

  /** The first places of values, each with the others where it stands; of the root in a list. */
  #equalities(equal: unknown): void {
    if (Array.isArray(equal)) {
      const [ofRoot, others] = equal as unknown[];
      this.#ensurePlaces(ofRoot);
      if (others !== undefined) this.#equalities(others);
      return;
    }
    ensureWritten(isFields(equal));
    for (const [path, places] of Object.entries(equal)) this.#ensurePlaces([path], places);
  }

  #ensurePlaces(...lists: unknown[]): void {
    for (const paths of lists) {
      ensureWritten(Array.isArray(paths));
      for (const path of paths as unknown[]) {
        this.#places += 1;
        ensureWritten(this.#places <= limits.message.equalities && typeof path === 'string');
        this.#follow(path, this.#root);
      }
    }
  }
}

/** Keys of a path, in which a dot separates and a backslash escapes. */
function segments(path: string): string[] {
  if (!path.includes('\\')) return path.split('.');
  const keys = [''];
  for (const [piece] of path.matchAll(/\\.|[^]/g)) {
    if (piece === '.') keys.push('');
    else keys.push((keys.pop() ?? '') + piece.slice(-1));
  }
  return keys;
}

/** The types that take more than a plain value, by superjson’s names for them. */
const costly = new Map([
  ['set', 'set'],
  ['map', 'map'],
  ['Error', 'error'],
  ['bigint', 'bigint'],
  ['regexp', 'regexp'],
  ['URL', 'url'],
] as const);
/** The others that are made of texts; any further type is one that superjson does not know. */
const ofText: readonly unknown[] = ['Date', 'number'];

/** Pays for what a part becomes; whether it can become that. */
function canBecome(type: unknown, value: unknown, costs: CostBudget): boolean {
  if (Array.isArray(type)) return type[0] === 'typed-array' && Array.isArray(value);
  if (type === 'undefined') return true;
  if (ofText.includes(type)) return typeof value === 'string';
  const made = (costly as ReadonlyMap<unknown, CostlyType>).get(type);
  if (made === undefined || !costs.madeOf(value, made)) return false;
  return made !== 'bigint' || /^-?\d+$/.test(value as string);
}
