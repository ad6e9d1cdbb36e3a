/** Looks at what superjson is told to make of a value before it does. */
import { limits } from '../limits.ts';
import { type CostBudget, type CostlyType, ensureReadable, isFields } from './message.ts';

/**
 * Refuses annotations that superjson would not have written, and pays for those that it would: it makes a
 * typed array of any number, writes through any path, and repeats what stands in two places.
 *
 * @param json the value without its annotations
 */
export function checkSuperjson(json: unknown, meta: unknown, costs: CostBudget): void {
  new Annotations(json, costs).check(meta);
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
    if (Array.isArray(values)) this.#become(values, this.#root);
    else if (values !== undefined) this.#tree(values, this.#root);
    // Below a container that becomes something else, its own annotations alone know the way.
    ensureWritten(!this.#passed.some((each) => this.#annotated.has(each)));
    if (equal !== undefined) this.#equalities(equal);
  }

  /** Annotations by path from a container. */
  #tree(tree: unknown, from: unknown): void {
    ensureWritten(isFields(tree));
    for (const [path, node] of Object.entries(tree)) {
      this.#become(node, this.#follow(path, from));
    }
  }

  /** What one value becomes, and what is within it. */
  #become(node: unknown, value: unknown): void {
    ensureWritten(Array.isArray(node));
    const [type, children] = node as unknown[];
    ensureWritten(canBecome(type, value, this.#costs));
    if (typeof value === 'object' && value !== null) {
      ensureWritten(!this.#annotated.has(value));
      this.#annotated.add(value);
    }
    if (children !== undefined) this.#tree(children, value);
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
