/** Whether two values are alike in everything that can travel, and where they first differ. */

/** Undefined where the two are alike; otherwise where they differ, in a clause. */
export function difference(
  expected: unknown,
  got: unknown,
  path = '',
  seen: Map<unknown, unknown> = new Map(),
): string | undefined {
  const differ = () =>
    `${path === '' ? 'arrives' : `${path} arrives`} as ${show(got)} where ${show(expected)} was sent`;
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, got) ? undefined : differ();
  }
  if (typeof got !== 'object' || got === null || kindOf(expected) !== kindOf(got)) return differ();
  // A cycle or an alias must be one at the other end too.
  if (seen.has(expected)) {
    return seen.get(expected) === got ? undefined : `${path || 'it'} is no longer the same object`;
  }
  seen.set(expected, got);
  const text = textOf(expected);
  if (text !== undefined) return text === textOf(got) ? undefined : differ();
  const [wanted, found] = [partsOf(expected), partsOf(got)];
  if (wanted.length !== found.length) return differ();
  for (const [index, [key, value]] of wanted.entries()) {
    const [otherKey, other] = found[index] ?? [];
    const at = `${path}[${show(key)}]`;
    const result =
      difference(key, otherKey, `${at} key`, seen) ?? difference(value, other, at, seen);
    if (result !== undefined) return result;
  }
  return undefined;
}

function kindOf(value: object): string {
  return Object.prototype.toString.call(value);
}

/** The content of values that have no parts to walk. */
function textOf(value: object): string | undefined {
  if (value instanceof Date) return String(value.getTime());
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (value instanceof Headers) return JSON.stringify([...value]);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)].join();
  if (ArrayBuffer.isView(value)) {
    return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)].join();
  }
  return undefined;
}

function partsOf(value: object): Array<readonly [unknown, unknown]> {
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value].map((each, index) => [index, each] as const);
  // The order of an object's keys is no part of its value.
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A value as a person would write it, shortened. */
export function show(value: unknown): string {
  const text = shown(value, 3);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function shown(value: unknown, depth: number): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const kind = kindOf(value).slice(8, -1);
  const text = textOf(value);
  if (text !== undefined) return `${kind}(${text})`;
  if (depth === 0) return '…';
  const parts = partsOf(value).map(([key, each]) => {
    const inner = shown(each, depth - 1);
    if (Array.isArray(value) || value instanceof Set) return inner;
    return value instanceof Map ? `${shown(key, 1)} → ${inner}` : `${String(key)}: ${inner}`;
  });
  const all = parts.join(', ');
  if (Array.isArray(value)) return `[${all}]`;
  return kind === 'Object' ? `{${all}}` : `${kind}{${all}}`;
}
