import { describe, expect, it } from 'vitest';
import { lengthOf, lengths, readQuery } from './query.ts';

const offered = {
  length: ['until-decided', '60s', 'rounds'],
  workloads: ['increment', 'mixed'],
  arms: ['one/in-memory', 'twin'],
};
const read = (search: string) => readQuery(search, offered);

describe('readQuery', () => {
  it('asks for nothing where nothing stands', () => {
    expect(read('')).toEqual({});
    expect(read('?utm=x')).toEqual({});
  });

  it('reads everything that can be asked for', () => {
    expect(read('?seed=7&length=60s&workloads=mixed,increment&arms=one/in-memory')).toEqual({
      seed: 7,
      length: '60s',
      workloads: ['mixed', 'increment'],
      arms: ['one/in-memory'],
    });
  });

  it('takes a number of rounds for a choice of its own', () => {
    expect(read('?rounds=40')).toEqual({ rounds: 40, length: 'rounds' });
    expect(read('?rounds=40&length=rounds')).toEqual({ rounds: 40, length: 'rounds' });
  });

  it.each([0, 4294967295])('takes the seed %d', (seed) => {
    expect(read(`?seed=${seed}`)).toEqual({ seed });
  });

  it.each(['', '-1', '4294967296', '1.5', '7e1', '0x7', ' 7', 'seven', '99999999999'])(
    'refuses the seed "%s"',
    (seed) => {
      expect(() => read(`?seed=${encodeURIComponent(seed)}`)).toThrow(
        `seed: got "${seed}", expected a whole number from 0 to 4294967295`,
      );
    },
  );

  it.each([
    ['?length=5s', 'length: got "5s", expected one of until-decided, 60s, rounds'],
    ['?rounds=0', 'rounds: got "0", expected a whole number from 1 to 10000'],
    ['?rounds=10001', 'rounds: got "10001"'],
    ['?rounds=4&length=60s', 'rounds: got "4" with the length 60s, expected one of the two'],
    ['?workloads=mixed,mix', 'workloads: got "mix", expected one of increment, mixed'],
    ['?workloads=', 'workloads: got "", expected one of increment, mixed'],
    ['?arms=other', 'arms: got "other", expected one of one/in-memory, twin'],
  ])('refuses %s', (search, words) => {
    expect(() => read(search)).toThrow(words);
  });
});

describe('the length of a run', () => {
  it('is what the choices of the form say', () => {
    for (const { value, length } of lengths) expect(lengthOf(value, 7)).toEqual(length);
    expect(lengthOf('rounds', 7)).toEqual({ rule: 'fixed', rounds: 7 });
    expect(lengthOf(undefined, 7)).toEqual({ rule: 'until-decided' });
  });
});
