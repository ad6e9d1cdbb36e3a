/** Values that cost more than their size, in the protocols that carry more than JSON. */
import { addressOf, type Attack, endingOf, many, send } from '../hostile.ts';

/** BigInts of which the last 64 bits, all that a Set looks at first, are alike. */
const colliding = (count: number): string[] =>
  many(count, (at) => String((BigInt(at + 1) << 64n) + 5n));

/** Whole numbers that V8 puts into one bucket of a Set of so many: its hash has no seed. */
function collidingNumbers(count: number): number[] {
  // There is a bucket for every two members that the Set has room for.
  const mask = 2 ** (Math.ceil(Math.log2(count)) - 1) - 1;
  const found: number[] = [];
  for (let at = 1; found.length < count && at < 2 ** 30; at += 1) {
    if ((hashOf(at) & mask) === 7) found.push(at);
  }
  return found;
}

/** V8’s hash of a small whole number (`ComputeUnseededHash`). */
function hashOf(value: number): number {
  let hash = value >>> 0;
  hash = (~hash + (hash << 15)) >>> 0;
  hash = (hash ^ (hash >>> 12)) >>> 0;
  hash = (hash + (hash << 2)) >>> 0;
  hash = (hash ^ (hash >>> 4)) >>> 0;
  hash = Math.imul(hash, 2057) >>> 0;
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash & 0x3fffffff;
}

/** How a protocol writes a call of `echo` with a value, of a type of the language made of JSON. */
interface Dialect {
  arm: string;
  bigints: (values: readonly string[], as: 'set' | 'map') => string;
  set: (values: readonly number[]) => string;
  regexp: (source: string, flags: string) => string;
  errors?: (count: number) => string;
}

const lumenizeOf = (value: unknown): string => {
  const operations = [
    { type: 'get', key: 'echo' },
    { type: 'apply', args: [value] },
  ];
  const batch = [{ id: 'x', operations }];
  return JSON.stringify({ json: { type: 'bench/lumenize', batch }, meta: {} });
};
const lumenize: Dialect = {
  arm: 'lumenize/in-memory',
  bigints(values, as) {
    const all = values.map((value) => ({ $type: 'bigint', value }));
    return lumenizeOf(
      as === 'set'
        ? { $type: 'set', values: all }
        : { $type: 'map', entries: all.map((key) => [key, 0]) },
    );
  },
  set: (values) => lumenizeOf({ $type: 'set', values }),
  regexp: (source, flags) => lumenizeOf({ $type: 'regexp', source, flags }),
  errors: (count) => lumenizeOf(many(count, () => ({ $type: 'error', name: 'E', message: '' }))),
};

const superjsonOf = (value: unknown, annotation: unknown): string => {
  const json = { id: 'x', method: 'echo', args: [value], type: 'request', version: 'superjson' };
  return `${JSON.stringify({ json, meta: { values: { 'args.0': annotation }, v: 1 } })}\n`;
};
const each = (count: number, name: (at: number) => string, type: string) =>
  Object.fromEntries(many(count, (at) => [name(at), [type]]));
const kkrpc: Dialect = {
  arm: 'kkrpc/superjson',
  bigints: (values, as) =>
    as === 'set'
      ? superjsonOf(values, ['set', each(values.length, String, 'bigint')])
      : superjsonOf(
          values.map((value) => [value, 0]),
          ['map', each(values.length, (at) => `${at}.0`, 'bigint')],
        ),
  set: (values) => superjsonOf(values, ['set']),
  regexp: (source, flags) => superjsonOf(`/${source}/${flags}`, ['regexp']),
  errors(count) {
    const errors = many(count, () => ({ name: 'E', message: '' }));
    const json = { id: 'x', method: 'echo', args: errors, type: 'request', version: 'superjson' };
    const values = each(count, (at) => `args.${at}`, 'Error');
    return `${JSON.stringify({ json, meta: { values, v: 1 } })}\n`;
  },
};

const orpcOf = (json: unknown, meta: readonly unknown[]): string =>
  JSON.stringify({ i: '1', p: { u: '/echo', b: { json, meta } } });
const orpc: Dialect = {
  arm: 'orpc/in-memory',
  bigints: (values, as) =>
    as === 'set'
      ? orpcOf(values, [...values.map((_, at) => [0, at]), [6]])
      : orpcOf(
          values.map((value) => [value, 0]),
          [...values.map((_, at) => [0, at, 0]), [7]],
        ),
  set: (values) => orpcOf(values, [[6]]),
  regexp: (source, flags) => orpcOf(`/${source}/${flags}`, [[5]]),
};

export const valueAttacks: readonly Attack[] = [lumenize, kkrpc, orpc].flatMap(
  ({ arm, bigints, set, regexp, errors }): Attack[] => {
    const system = arm.split('/')[0] ?? arm;
    const attack = (id: string, about: string, frames: () => readonly string[]): Attack => ({
      id: `${system}-${id}`,
      about,
      async run(origin) {
        const all = frames();
        const done = (answers: readonly string[]) => answers.length >= all.length;
        return endingOf(await send(addressOf(origin, arm), all, done));
      },
    });
    return [
      attack('regexp', 'A regular expression of 30,000 classes by a property of Unicode.', () => [
        regexp(`[${'\\p{L}'.repeat(30_000)}]`, 'u'),
      ]),
      attack('regexp-emoji', '40 regular expressions of texts by a property of Unicode.', () =>
        many(40, () => regexp('\\p{RGI_Emoji}'.repeat(15), 'v')),
      ),
      attack('bigint-set', 'A Set of 13,000 BigInts that fall into one bucket.', () => [
        bigints(colliding(13_000), 'set'),
      ]),
      attack('bigint-map', 'A Map whose 9,000 keys fall into one bucket.', () => [
        bigints(colliding(9_000), 'map'),
      ]),
      attack('number-set', 'A Set of 30,000 numbers that fall into one bucket.', () => [
        set(collidingNumbers(30_000)),
      ]),
      ...(errors === undefined
        ? []
        : [
            attack('errors', '10,000 errors in a message, 20 times.', () =>
              many(20, () => errors(10_000)),
            ),
          ]),
    ];
  },
);
