/** Checks the annotations of superjson, which writes through any path and converts any value. */
import { checkDigits, checkPatternText, checkSpecial, expectFrame } from './frame.ts';
import { isFields, limitFrame, markOf } from './frame.ts';

/** Places that hold the same value as another: superjson counts its way to each through a Set. */
const MOST_EQUALITIES = 256;
const META = markOf('meta"');

/**
 * Whether a frame may have annotations. @throws FrameRefused for a large one
 *
 * @param usual annotation of every plain call, where a library has superjson write an undefined value
 */
export function checkAnnotated(text: string, usual: string): boolean {
  // Within a text its quotation marks would be escaped.
  return checkSpecial(text.replaceAll(`"meta":${usual}`, ''), META);
}

/**
 * Lets annotations through as superjson writes them: paths to what is there, each container once, and
 * types of the values that they are made of. A typed array of a number would have that length.
 *
 * @param json the value without its annotations
 */
export function checkSuperjson(json: unknown, meta: unknown): void {
  if (meta !== undefined) new Annotations(json).check(meta);
}

function expectWritten(holds: boolean): asserts holds {
  expectFrame(holds, 'annotations as superjson writes them');
}

class Annotations {
  readonly #root: unknown;
  /** Annotated containers, and those on the way of a path. */
  readonly #annotated = new Set<unknown>();
  readonly #passed: unknown[] = [];
  #equalities = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  check(meta: unknown): void {
    expectWritten(isFields(meta) && meta['v'] === 1);
    const { values, referentialEqualities: equal } = meta;
    if (Array.isArray(values)) this.#convert(values, this.#root);
    else if (values !== undefined) this.#convertAll(values, this.#root);
    // Within a converted container a path leads elsewhere: only its own annotations know the way.
    expectWritten(!this.#passed.some((each) => this.#annotated.has(each)));
    if (Array.isArray(equal)) {
      const [ofRoot, others = {}] = equal as unknown[];
      this.#checkPlaces(ofRoot);
      this.#checkEqual(others);
    } else if (equal !== undefined) this.#checkEqual(equal);
  }

  #convertAll(tree: unknown, from: unknown): void {
    expectWritten(isFields(tree));
    for (const [path, node] of Object.entries(tree)) this.#convert(node, this.#follow(path, from));
  }

  /** A value that becomes another, and the values within it. */
  #convert(node: unknown, value: unknown): void {
    expectWritten(Array.isArray(node));
    const [type, children] = node as unknown[];
    checkType(type, value);
    if (typeof value === 'object' && value !== null) {
      expectWritten(!this.#annotated.has(value));
      this.#annotated.add(value);
    }
    if (children !== undefined) this.#convertAll(children, value);
  }

  /** The end of a path: an own property, by the one spelling that it has. */
  #follow(path: string, from: unknown): unknown {
    let value = from;
    for (const [index, key] of keysOf(path).entries()) {
      if (index > 0) this.#passed.push(value);
      expectWritten(typeof value === 'object' && value !== null && Object.hasOwn(value, key));
      expectWritten(!Array.isArray(value) || String(Number(key)) === key);
      value = (value as Record<string, unknown>)[key];
    }
    return value;
  }

  #checkEqual(equal: unknown): void {
    expectWritten(isFields(equal));
    for (const [path, places] of Object.entries(equal)) {
      this.#checkPlaces([path]);
      this.#checkPlaces(places);
    }
  }

  #checkPlaces(places: unknown): void {
    expectWritten(Array.isArray(places));
    for (const path of places as unknown[]) {
      this.#equalities += 1;
      limitFrame('equalities', this.#equalities, MOST_EQUALITIES);
      expectWritten(typeof path === 'string');
      this.#follow(path, this.#root);
    }
  }
}

/** Keys of a path, in which a dot separates and a backslash escapes. */
function keysOf(path: string): string[] {
  const keys = [''];
  for (const [piece] of path.matchAll(/\\.|[^]/g)) {
    if (piece === '.') keys.push('');
    else keys.push((keys.pop() ?? '') + piece.slice(-1));
  }
  return keys;
}

/** @throws FrameRefused for a value that cannot become what its annotation says, or at too high a cost */
function checkType(type: unknown, value: unknown): void {
  if (type === 'undefined') return;
  if (type === 'bigint') {
    checkDigits(value);
    return expectWritten(/^-?\d+$/.test(value as string));
  }
  if (type === 'regexp') return checkPatternText(value);
  const isList =
    type === 'set' || type === 'map' || (Array.isArray(type) && type[0] === 'typed-array');
  if (isList) return expectWritten(Array.isArray(value));
  if (type === 'Error') return expectWritten(isFields(value));
  expectWritten(type === 'Date' || type === 'number' || type === 'URL');
  expectWritten(typeof value === 'string');
}
