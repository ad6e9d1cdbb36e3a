import { describe, expect, it } from 'vitest';
import { readQuery } from './query.ts';

const offered = {
  rounds: ['5', '15', 'until-decided'],
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
    expect(
      read('?seed=7&rounds=until-decided&workloads=mixed,increment&arms=one/in-memory'),
    ).toEqual({
      seed: 7,
      rounds: 'until-decided',
      workloads: ['mixed', 'increment'],
      arms: ['one/in-memory'],
    });
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
    ['?rounds=6', 'rounds: got "6", expected one of 5, 15, until-decided'],
    ['?workloads=mixed,mix', 'workloads: got "mix", expected one of increment, mixed'],
    ['?workloads=', 'workloads: got "", expected one of increment, mixed'],
    ['?arms=other', 'arms: got "other", expected one of one/in-memory, twin'],
  ])('refuses %s', (search, words) => {
    expect(() => read(search)).toThrow(words);
  });
});
