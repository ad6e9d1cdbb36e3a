import type { CostBudget } from '../../../bench-workers/guard/cost-budget.ts';
import { isFields, lengthOf, parseSkeleton } from '../../../bench-workers/guard/scan.ts';
import {
  closeCodes,
  limits,
  refusal,
  type Refusal,
  unreadable,
} from '../../../bench-workers/limits.ts';

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

  /** The lines that are whole now; a refusal once an unfinished one is longer than a message may be. */
  add(frame: string): string | Refusal {
    const end = frame.lastIndexOf('\n') + 1;
    const rest = frame.slice(end);
    const whole = end === 0 ? '' : [...this.#parts.splice(0), frame.slice(0, end)].join('');
    if (end > 0) this.#length = 0;
    this.#length += rest.length;
    if (rest !== '') this.#parts.push(rest);
    const most = limits.maxMessageBytes;
    const tooLong = whole.length > most || this.#length > most;
    // A frame of a few bytes holds some in memory too.
    const tooMany = this.#parts.length > limits.message.lines;
    return tooLong || tooMany ? refusal(closeCodes.tooBig, 'maxMessageBytes', most) : whole;
  }
}

/** Looks at whole lines before the library does: see {@link checkMessage}. */
export function checkLines(
  lines: string,
  kinds: readonly Kind[],
  costs: CostBudget,
): Refusal | undefined {
  let count = 0;
  for (const line of lines.split('\n')) {
    const text = line.trim();
    if (text === '') continue;
    count += 1;
    if (count > limits.message.lines) {
      return refusal(closeCodes.policy, 'message.lines', limits.message.lines);
    }
    const found = checkMessage(text, kinds, costs);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Refuses what the library cannot read, which it would write to the console, and what would cost it
 * more than its size: superjson makes a typed array of any number, writes through any path, and
 * repeats what stands in two places. The arm that writes JSON reads superjson too.
 */
export function checkMessage(
  text: string,
  kinds: readonly Kind[],
  costs: CostBudget,
): Refusal | undefined {
  const parsed = parseSkeleton(text);
  if (!isFields(parsed)) return unreadable('a message of kkrpc');
  const isSuperjson = text.startsWith('{"json":');
  const message = isSuperjson ? parsed['json'] : parsed;
  const isMessage =
    isFields(message) &&
    kinds.some((kind) => kind === message['type']) &&
    typeof message['id'] === 'string' &&
    message['id'].length <= LONGEST_ID &&
    typeof message['method'] === 'string' &&
    (message['type'] === 'response' ? isFields(message['args']) : Array.isArray(message['args']));
  if (!isMessage) return unreadable(`a ${kinds.join(' or ')} of kkrpc`);
  return isSuperjson ? new Annotations(message, costs).check(parsed['meta']) : undefined;
}

const WRONG = unreadable('what superjson itself writes');

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

  check(meta: unknown): Refusal | undefined {
    if (meta === undefined) return undefined;
    if (!isFields(meta) || meta['v'] !== 1) return WRONG;
    const { values, referentialEqualities: equal } = meta;
    if (values !== undefined && !isFields(values)) return WRONG;
    const found = values === undefined ? undefined : this.#tree(values, this.#root);
    if (found !== undefined) return found;
    // Below a container that becomes something else, its own annotations alone know the way.
    if (this.#passed.some((each) => this.#annotated.has(each))) return WRONG;
    return equal === undefined || this.#areEqual(equal) ? undefined : WRONG;
  }

  /** Annotations by path from a container. */
  #tree(tree: Record<string, unknown>, from: unknown): Refusal | undefined {
    for (const [path, node] of Object.entries(tree)) {
      const at = this.#follow(path, from);
      if (at === undefined || !Array.isArray(node)) return WRONG;
      const [type, children] = node as unknown[];
      const { value } = at;
      const found = wrongWith(type, value, this.#costs);
      if (found !== undefined) return found;
      if (typeof value === 'object' && value !== null) {
        if (this.#annotated.has(value)) return WRONG;
        this.#annotated.add(value);
      }
      if (children === undefined) continue;
      if (!isFields(children)) return WRONG;
      const below = this.#tree(children, value);
      if (below !== undefined) return below;
    }
    return undefined;
  }

  /** What a path leads to: only what is there, by the one spelling that it has. */
  #follow(path: string, from: unknown): { value: unknown } | undefined {
    let value = from;
    for (const [index, key] of segments(path).entries()) {
      if (index > 0) this.#passed.push(value);
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
        return undefined;
      if (Array.isArray(value) && String(Number(key)) !== key) return undefined;
      value = (value as Record<string, unknown>)[key];
    }
    return { value };
  }

  /** The first places of values, each with the others where it stands; of the root in a list. */
  #areEqual(equal: unknown): boolean {
    if (Array.isArray(equal)) {
      const [ofRoot, others] = equal as unknown[];
      return this.#arePlaces(ofRoot) && (others === undefined || this.#areEqual(others));
    }
    if (!isFields(equal)) return false;
    return Object.entries(equal).every(
      ([path, places]) => this.#isPlace(path) && this.#arePlaces(places),
    );
  }

  #arePlaces(paths: unknown): boolean {
    return Array.isArray(paths) && paths.every((path) => this.#isPlace(path));
  }

  #isPlace(path: unknown): boolean {
    this.#places += 1;
    if (this.#places > limits.message.equalities) return false;
    return typeof path === 'string' && this.#follow(path, this.#root) !== undefined;
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

/** The types that are made of texts and lists; any other type is one that superjson does not know. */
const simple = new Set([
  'undefined',
  'bigint',
  'Date',
  'Error',
  'regexp',
  'set',
  'map',
  'number',
  'URL',
]);

/** Pays for what a part becomes; a refusal where it cannot become that. */
function wrongWith(type: unknown, value: unknown, costs: CostBudget): Refusal | undefined {
  if (Array.isArray(type)) {
    return type[0] === 'typed-array' && Array.isArray(value) ? undefined : WRONG;
  }
  if (typeof type !== 'string' || !simple.has(type)) return WRONG;
  if (type === 'set' || type === 'map') {
    if (!Array.isArray(value)) return WRONG;
    costs.members(value.length);
    return undefined;
  }
  if (type === 'Error') {
    if (!isFields(value)) return WRONG;
    costs.type('error');
    return undefined;
  }
  if (type === 'undefined') return undefined;
  if (typeof value !== 'string') return WRONG;
  if (type === 'URL') costs.type('url');
  if (type === 'regexp') costs.regexp(value, value.slice(value.lastIndexOf('/') + 1));
  if (type !== 'bigint') return undefined;
  costs.bigint(lengthOf(value));
  return /^-?\d+$/.test(value) ? undefined : WRONG;
}
