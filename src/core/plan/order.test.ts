import { describe, expect, it } from 'vitest';
import { CONTROL } from '../record/index.ts';
import { normal, seeded, shuffle, turnOrder } from './order.ts';

const plan = { seed: 42, arms: ['floor', 'reference', 'subject', CONTROL] };
const rounds = (count: number, of: Parameters<typeof turnOrder>[0] = plan, session = 0) => {
  const next = turnOrder(of, 'calls', session);
  return Array.from({ length: count }, () => next());
};

describe('the order of turns', () => {
  it('has every arm once in each round', () => {
    for (const round of rounds(50)) expect(round.toSorted()).toEqual(plan.arms.toSorted());
  });

  it('follows from the seed, and more rounds only append', () => {
    expect(rounds(30).slice(0, 7)).toEqual(rounds(7));
    expect(rounds(30, { ...plan, seed: 43 })).not.toEqual(rounds(30));
  });

  it('is another in each session and workload', () => {
    expect(rounds(30, plan, 1)).not.toEqual(rounds(30));
    const other = turnOrder(plan, 'streams', 0);
    expect(Array.from({ length: 30 }, other)).not.toEqual(rounds(30));
  });

  it('leaves out what cannot do the workload', () => {
    const cannot = [{ arm: 'floor', workload: 'calls', reason: 'It has none.' }];
    const [round] = rounds(1, { ...plan, cannot });
    expect(round?.toSorted()).toEqual(['reference', 'subject', CONTROL]);
    const [other] = [turnOrder({ ...plan, cannot }, 'streams', 0)()];
    expect(other).toContain('floor');
  });

  it('keeps arms of a group next to each other, either of them first', () => {
    const groups = [['floor', 'subject'], ['reference', CONTROL], ['nobody']];
    const firsts = rounds(40, { ...plan, groups }).map((round) => {
      expect(round).toHaveLength(4);
      const [one, two] = [round.indexOf('floor'), round.indexOf('subject')];
      expect(Math.abs(one - two)).toBe(1);
      return one < two;
    });
    expect(new Set(firsts).size).toBe(2);
  });
});

const draws = (count: number, draw: () => number) => Array.from({ length: count }, draw);
const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('seeded', () => {
  it('replays its sequence from the seed', () => {
    expect(draws(50, seeded(7))).toEqual(draws(50, seeded(7)));
  });

  it('gives unrelated sequences for neighbouring seeds, 0 and the largest included', () => {
    const firsts = [0, 1, 2, 3, 0xfffffffe, 0xffffffff].map((seed) => seeded(seed)());
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it.each([-1, 0.5, 2 ** 32, NaN])('refuses the seed %s', (seed) => {
    expect(() => seeded(seed)).toThrow(/expected a whole number from 0 to 4294967295/);
  });
});

describe('shuffle', () => {
  it('keeps every item and leaves the array as it was', () => {
    const items = Object.freeze(['a', 'b', 'c', 'd']);
    expect(shuffle(items, seeded(3)).toSorted()).toEqual(items);
    expect(shuffle([], seeded(3))).toEqual([]);
  });

  it('makes every order equally likely', () => {
    const random = seeded(4);
    const counts = new Map<string, number>();
    for (let index = 0; index < 24_000; index++) {
      const order = shuffle(['a', 'b', 'c', 'd'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const chiSquared = [...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    // 0.1 % point of chi squared with 23 degrees of freedom.
    expect(chiSquared).toBeLessThan(49.7);
  });
});

describe('normal', () => {
  it('has mean 0, variance 1 and the tails of the normal distribution', () => {
    const random = seeded(5);
    const values = draws(100_000, () => normal(random));
    expect(Math.abs(average(values))).toBeLessThan(0.012);
    expect(Math.abs(average(values.map((value) => value ** 2)) - 1)).toBeLessThan(0.018);
    const beyond = values.filter((value) => Math.abs(value) > 1.959964).length / values.length;
    expect(Math.abs(beyond - 0.05)).toBeLessThan(0.0027);
  });
});
