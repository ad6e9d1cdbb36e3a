/** Values as a person would write them: two are alike in everything that can travel where they are written alike. */

/** Undefined where the two are alike; otherwise how the second differs, in a clause. */
export function difference(expected: unknown, got: unknown): string | undefined {
  if (written(expected, Infinity) === written(got, Infinity)) return undefined;
  return `arrives as ${show(got)} where ${show(expected)} was sent`;
}

/** A value, shortened. */
export function show(value: unknown): string {
  const text = written(value, 3);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** @param places of the objects written so far: a cycle or an alias is one at the other end too */
function written(value: unknown, depth: number, places = new Map<object, number>()): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const place = places.get(value);
  if (place !== undefined) return `#${place}`;
  places.set(value, places.size);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const text = textOf(value);
  if (text !== undefined) return `${kind}(${text})`;
  if (depth === 0) return '…';
  const parts = partsOf(value).map(([key, each]) => {
    const name =
      value instanceof Map ? `${written(key, depth - 1, places)} → ` : `${String(key)}: `;
    const isList = Array.isArray(value) || value instanceof Set;
    return (isList ? '' : name) + written(each, depth - 1, places);
  });
  const all = parts.join(', ');
  if (Array.isArray(value)) return `[${all}]`;
  return kind === 'Object' ? `{${all}}` : `${kind}{${all}}`;
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
