import { describe, expect, it } from 'vitest';
import { agreedOn, changesOf, type Recorded, weightOf } from './recorded.ts';

const one = { probe: 'a', system: 'capnweb', result: 'pass' } as const;
const two = { probe: 'b', system: 'kkrpc', result: 'fail' } as const;

it('knows on which questions all agree that it makes sense to ask', () => {
  const results = [
    ...['a', 'b'].map((system) => ({ probe: 'agreed', system, result: 'pass' as const })),
    ...['a', 'b'].map((system) => ({ probe: 'alone', system, result: 'fail' as const })),
    { probe: 'alone', system: 'c', result: 'not-applicable' as const },
    { probe: 'differs', system: 'a', result: 'pass' as const },
    { probe: 'differs', system: 'b', result: 'partly' as const },
  ].map((each) => ({ ...each, detail: '' }));
  expect([...agreedOn({ results })]).toEqual(['agreed', 'alone']);
});

describe('changes', () => {
  it('are none where every result is as recorded', () => {
    expect(changesOf([one, two], [two, one], true)).toEqual([]);
  });

  it('name the probe, the system and both results', () => {
    expect(changesOf([one, two], [{ ...one, result: 'partly' }, two], true)).toEqual([
      { probe: 'a', system: 'capnweb', was: 'pass', is: 'partly' },
    ]);
  });

  it('say which result is new', () => {
    expect(changesOf([one], [one, two], true)).toEqual([
      { probe: 'b', system: 'kkrpc', is: 'fail' },
    ]);
  });

  it('say which has gone, in a complete run alone', () => {
    expect(changesOf([one, two], [one], true)).toEqual([
      { probe: 'b', system: 'kkrpc', was: 'fail' },
    ]);
    expect(changesOf([one, two], [one], false)).toEqual([]);
  });
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
