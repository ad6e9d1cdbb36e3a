/** Checks the annotations of superjson, which writes through any path and converts any value. */
import {
  checkDigits,
  checkPatternText,
  checkSpecial,
  expectFrame,
  isFields,
  markOf,
} from './frame.ts';

const META = markOf('meta"');

/**
 * True if a frame may have annotations. @throws FrameRefused for a large one
 *
 * @param usual annotation of every plain call, if a library has superjson write an undefined value
 */
export function checkAnnotated(text: string, usual: string): boolean {
  // Inside a text its quotation marks would be escaped.
  return checkSpecial(text.replaceAll(`"meta":${usual}`, ''), META);
}

/**
 * Accepts annotations as superjson writes them: paths to existing parts, each container once, and types
 * that fit the values. A number that was called a typed array would become one of that length.
 *
 * @param json the value without its annotations
 */
export function checkSuperjson(json: unknown, meta: unknown): void {
  if (meta === undefined) return;
  expectWritten(isFields(meta) && meta['v'] === 1);
  const { values, referentialEqualities: equal } = meta;
  if (Array.isArray(values)) checkNode(values, json);
  else if (values !== undefined) checkTree(values, json);
  // A value that holds itself has its own places first.
  const [ofRoot, ofParts] = (Array.isArray(equal) ? equal : [[], equal]) as unknown[];
  const places = [ofRoot, Object.entries(ofParts ?? {})].flat(3);
  for (const path of places) follow(path, json);
}

function expectWritten(holds: boolean): asserts holds {
  expectFrame(holds, 'annotations as superjson writes them');
}

function checkTree(tree: unknown, from: unknown): void {
  expectWritten(isFields(tree));
  const paths = Object.keys(tree);
  // A path into a converted container would lead elsewhere, so that its parts have annotations of their own.
  expectWritten(!paths.some((path) => paths.some((other) => other.startsWith(`${path}.`))));
  for (const path of paths) checkNode(tree[path], follow(path, from));
}

/** Checks a converted value, and the values within it. */
function checkNode(node: unknown, value: unknown): void {
  expectWritten(Array.isArray(node));
  const [type, children] = node as unknown[];
  checkType(type, value);
  if (children !== undefined) checkTree(children, value);
}

/** Follows a path to an own property, which has only one spelling. */
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

/** Keys of a path. A dot separates them, a backslash escapes. */
function keysOf(path: string): string[] {
  const keys = [''];
  for (const [piece] of path.matchAll(/\\.|[^]/g)) {
    if (piece === '.') keys.push('');
    else keys.push((keys.pop() ?? '') + piece.slice(-1));
  }
  return keys;
}

/** @throws FrameRefused for a value that cannot become its annotated type, or would cost too much */
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
