/** Checks the annotations of superjson, which writes through any path and converts any value. */
import { checkDigits, checkPatternText, checkSpecial, expectFrame } from './frame.ts';
import { isFields, markOf } from './frame.ts';

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
  if (meta === undefined) return;
  expectWritten(isFields(meta) && meta['v'] === 1);
  const { values, referentialEqualities: equal } = meta;
  if (Array.isArray(values)) checkNode(values, json);
  else if (values !== undefined) checkTree(values, json);
  // Where the value holds itself, its places stand before those of others.
  const [ofRoot, others] = (Array.isArray(equal) ? equal : [[], equal]) as unknown[];
  const places = [ofRoot, Object.entries(others ?? {})].flat(3);
  for (const path of places) follow(path, json);
}

function expectWritten(holds: boolean): asserts holds {
  expectFrame(holds, 'annotations as superjson writes them');
}

function checkTree(tree: unknown, from: unknown): void {
  expectWritten(isFields(tree));
  const paths = Object.keys(tree);
  // Within a converted container a path leads elsewhere: only its own annotations know the way.
  expectWritten(!paths.some((path) => paths.some((other) => other.startsWith(`${path}.`))));
  for (const path of paths) checkNode(tree[path], follow(path, from));
}

/** A value that becomes another, and the values within it. */
function checkNode(node: unknown, value: unknown): void {
  expectWritten(Array.isArray(node));
  const [type, children] = node as unknown[];
  checkType(type, value);
  if (children !== undefined) checkTree(children, value);
}

/** The end of a path: an own property, by the one spelling that it has. */
function follow(path: unknown, from: unknown): unknown {
  expectWritten(typeof path === 'string');
  let value = from;
  for (const key of keysOf(path)) {
    expectWritten(typeof value === 'object' && value !== null && Object.hasOwn(value, key));
    expectWritten(!Array.isArray(value) || String(Number(key)) === key);
    value = (value as Record<string, unknown>)[key];
  }
  return value;
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
