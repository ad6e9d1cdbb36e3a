/** Values that cost more than their size, in the protocols that carry more than JSON. */
import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import superjson from 'superjson';
import { encode as ofLumenize } from '../../../../systems/lumenize/rpc/protocol/codec.ts';
import { addressOf, type Attack, endingOf, many, send } from '../hostile.ts';
import { CLASS, stepsOf, withClasses } from '../values.ts';

/** BigInts of which the last 64 bits, all that a Set looks at first, are alike. */
const colliding = (count: number): bigint[] => many(count, (at) => (BigInt(at + 1) << 64n) + 5n);

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

/** A call of `echo`, by an arm whose protocol writes values of the language. */
const calls: Readonly<Record<string, (value: unknown) => string>> = {
  'lumenize/in-memory'(value) {
    const batch = [{ id: 'x', operations: stepsOf('echo', [value]) }];
    return ofLumenize({ type: 'bench/lumenize', batch });
  },
  'kkrpc/superjson'(value) {
    const call = { id: 'x', method: 'echo', args: [value], type: 'request', version: 'superjson' };
    return `${JSON.stringify(superjson.serialize(call))}\n`;
  },
  'orpc/in-memory'(value) {
    const [json, meta] = new StandardRPCJsonSerializer().serialize(value);
    return JSON.stringify({ i: '1', p: { u: '/echo', b: { json, meta } } });
  },
};

/** A value is made when it is sent, because some take their time to be made. */
type Kind = readonly [id: string, about: string, value: () => unknown, times: number];
const kinds: readonly Kind[] = [
  [
    'regexp',
    'A regular expression of 30,000 classes by a property of Unicode.',
    () => new RegExp(`[${CLASS}]`, 'u'),
    1,
  ],
  [
    'regexp-emoji',
    '40 regular expressions of texts by a property of Unicode.',
    () => new RegExp('\\p{RGI_Emoji}'.repeat(15), 'v'),
    40,
  ],
  [
    'bigint-set',
    'A Set of 13,000 BigInts that fall into one bucket.',
    () => new Set(colliding(13_000)),
    1,
  ],
  [
    'bigint-map',
    'A Map whose 9,000 keys fall into one bucket.',
    () => new Map(colliding(9000).map((key) => [key, 0])),
    1,
  ],
  [
    'number-set',
    'A Set of 30,000 numbers that fall into one bucket.',
    () => new Set(collidingNumbers(30_000)),
    1,
  ],
  [
    'errors',
    '10,000 errors in a message, 20 times.',
    () => many(10_000, () => Object.assign(new Error(''), { stack: '' })),
    20,
  ],
];

export const valueAttacks: readonly Attack[] = Object.entries(calls).flatMap(([arm, call]) =>
  kinds.map(([id, about, value, times]): Attack => ({
    ...{ id: `${arm.split('/')[0]}-${id}`, about },
    async run(origin) {
      const frame = withClasses(call(value()), 30_000);
      const done = (answers: readonly string[]) => answers.length >= times;
      const frames = many(times, () => frame);
      return endingOf(await send(addressOf(origin, arm), frames, done));
    },
  })),
);
