import { describe, expect, it } from 'vitest';
import { type Change, changesOf, type Recorded, weightOf } from './recorded.ts';

const one = { probe: 'a', system: 'capnweb', result: 'pass' } as const;
const two = { probe: 'b', system: 'kkrpc', result: 'fail' } as const;
const named = { probe: 'a', system: 'capnweb', was: 'pass' } as const;
const isNow = { probe: 'a', system: 'capnweb', is: 'pass' } as const;
type Named = Parameters<typeof changesOf>[0][number];

it.each<[string, Named[], Named[], boolean, Change[]]>([
  ['none where every result is as recorded', [one, two], [two, one], true, []],
  ['both results', [one], [{ ...one, result: 'partly' }], true, [{ ...named, is: 'partly' }]],
  ['the one that is new', [two], [one, two], true, [isNow]],
  ['the one that has gone', [one, two], [two], true, [named]],
  ['none that was not asked', [one, two], [two], false, []],
])('names as changed %s', (_, recorded, found, complete, changes) => {
  expect(changesOf(recorded, found, complete)).toEqual(changes);
});

describe('the weight of a client', () => {
  const results = [
    {
      probe: 'bundle-10-kb',
      system: 'a',
      result: 'pass',
      detail: '9 kB minified, 3.1 kB with gzip',
    },
    {
      probe: 'bundle-10-kb',
      system: 'b',
      result: 'pass',
      detail:
        '20 kB minified, 8.7 kB with gzip, 7.8 kB with Brotli; with superjson, 12.5 kB with gzip',
    },
  ] as Recorded['results'];

  it.each([
    ['a', undefined, 3.1],
    ['a', 'superjson', 3.1],
    ['b', 'in-memory', 8.7],
    ['b', 'superjson', 12.5],
    ['c', undefined, undefined],
  ])('%s with %s is as the probe found it', (system, option, kilobytes) => {
    expect(weightOf({ results }, system, option)).toBe(kilobytes);
  });
});
