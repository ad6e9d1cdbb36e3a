/** Random values, with cycles and aliases, through a client and a server. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decode, encode } from './protocol/codec.ts';
import { isPlainObject } from './protocol/protocol.ts';
import { loopback } from './testing/loopback.ts';

// The codec assigns `__proto__`, and takes `constructor` for the class of the value.
const key = fc.oneof(
  fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__'),
  // They look like what makes a frame take the long way, and are not.
  fc.constantFrom('\\u', '__isNestedOperations', '__isRemoteFunctions'),
  fc.constantFrom('$type', '$ref', '$$x', 'then', 'toJSON', 'meta'),
);

/** The format has no negative zero, as JSON has none. */
function withoutNegativeZero(view: Float32Array): Float32Array {
  return view.map((value) => value + 0);
}

/** Values without objects in two places; those come in below. */
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    fc.string(),
    // The format has no negative zero, as JSON has none.
    fc.double().map((value) => value + 0),
    fc.integer(),
    fc.boolean(),
    fc.bigInt(),
    fc.constantFrom(null, undefined),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array({ maxLength: 6 }),
    fc.int16Array({ maxLength: 6 }).map((view) => (view.length > 2 ? view.buffer : view)),
    fc
      .float32Array({ maxLength: 4, noNaN: true, noDefaultInfinity: true })
      .map(withoutNegativeZero),
    fc.uint8Array({ minLength: 4, maxLength: 8 }).map(({ buffer }) => new DataView(buffer, 1, 2)),
    fc.stringMatching(/^[a-z]+$/).map((path) => new URL(path, 'https://example.org')),
    fc.stringMatching(/^[a-z]+$/).map((source) => new RegExp(source, 'giu')),
    fc.constantFrom(true, 7, 'text', 8n, Infinity).map((value): unknown => Object(value)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new Set(items)),
    fc
      .array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 })
      .map((entries) => new Map(entries)),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((fields) => {
      const object: Record<string, unknown> = {};
      for (const [name, value] of fields) {
        Object.defineProperty(object, name, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return object;
    }),
  ),
})).value;

/** What a value holds, keys of Maps included. */
function partsOf(value: object): unknown[] {
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  if (value instanceof Set || Array.isArray(value)) return [...(value as Iterable<unknown>)];
  return isPlainObject(value) ? Object.values(value) : [];
}

/** Each object of a value at its first place, and the number of that place at every other. */
function places(value: unknown, found = new Map<unknown, number>()): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const known = found.get(value);
  if (known !== undefined) return [known];
  found.set(value, found.size);
  return [
    Object.prototype.toString.call(value),
    ...partsOf(value).map((each) => places(each, found)),
  ];
}

/** Objects of a value that others can be hung into. */
function containers(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  const isContainer = Array.isArray(value) || value instanceof Map || value instanceof Set;
  if (isContainer || isPlainObject(value)) found.add(value);
  for (const part of partsOf(value)) containers(part, found);
  return found;
}

/** Values some of whose parts hold each other. */
const graph = fc
  .tuple(tree, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }))
  .map(([value, joins]) => {
    const all = [...containers(value)];
    for (const [from, to] of joins) {
      const [holder, held] = [all[from % all.length], all[to % all.length]];
      if (Array.isArray(holder)) holder.push(held);
      else if (holder instanceof Map) holder.set('joined', held);
      else if (holder instanceof Set) holder.add(held);
      else if (holder !== undefined) Object.assign(holder, { joined: held });
    }
    return value;
  });

class Mirror {
  echo(value: unknown): unknown {
    return value;
  }
}

it('echoes any value', async () => {
  await fc.assert(
    fc.asyncProperty(graph, async (value) => {
      const { client } = loopback(new Mirror(), ['echo']);
      // Inside an array: a value with a `then` of its own must not be taken for a promise.
      const [read] = (await client.echo([value])) as unknown[];
      // Node's own comparison: it follows cycles through Maps and Sets.
      expect(isDeepStrictEqual(read, value)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('reads back what it wrote, with everything in the places where it was', () => {
  fc.assert(
    fc.property(graph, (value) => {
      const { value: read } = decode(encode({ value })) as { value: unknown };
      expect(isDeepStrictEqual(read, value)).toBe(true);
      expect(places(read)).toEqual(places(value));
    }),
    { numRuns: 500 },
  );
});
