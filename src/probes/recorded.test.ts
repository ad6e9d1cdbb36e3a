import { describe, expect, it } from 'vitest';
import { changesOf, type Named } from './recorded.ts';

const one: Named = { probe: 'a', system: 'capnweb', result: 'pass' };
const two: Named = { probe: 'b', system: 'kkrpc', result: 'fail' };

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
