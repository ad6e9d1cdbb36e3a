import { describe, expect, it } from 'vitest';
import { CONTROL } from '../record/index.ts';
import { normal, seeded, shuffle, turnOrder, workloadOrder } from './order.ts';

const draws = <Value>(count: number, draw: () => Value) => Array.from({ length: count }, draw);
const plan = { seed: 42, arms: ['plain', 'reference', 'subject', CONTROL] };
const roundsOf = (of: Parameters<typeof turnOrder>[0] = plan, workload = 'calls', session = 0) =>
  draws(40, turnOrder(of, workload, session));

describe('the order of turns', () => {
  it('has every arm once in each round, by the seed', () => {
    for (const round of roundsOf()) expect(round.toSorted()).toEqual(plan.arms.toSorted());
    expect(roundsOf()).toEqual(roundsOf());
  });

  it.each([
    ['seed', roundsOf({ ...plan, seed: 43 })],
    ['session', roundsOf(plan, 'calls', 1)],
    ['workload', roundsOf(plan, 'streams')],
  ])('is another for another %s', (_, rounds) => expect(rounds).not.toEqual(roundsOf()));

  it('leaves out arms that cannot do the workload', () => {
    const cannot = [{ arm: 'plain', workload: 'calls', reason: 'It has none.' }];
    const [round] = roundsOf({ ...plan, cannot });
    expect(round?.toSorted()).toEqual([CONTROL, 'reference', 'subject']);
    expect(roundsOf({ ...plan, cannot }, 'streams')[0]).toContain('plain');
  });

  it('keeps arms of a group next to each other, either of them first', () => {
    const groups = [['plain', 'subject'], ['reference', CONTROL], ['nobody']];
    const firsts = roundsOf({ ...plan, groups }).map((round) => {
      expect(round).toHaveLength(4);
      const [one, two] = [round.indexOf('plain'), round.indexOf('subject')];
      expect(Math.abs(one - two)).toBe(1);
      return one < two;
    });
    expect(new Set(firsts).size).toBe(2);
  });

  it('of workloads changes from one opening to the next', () => {
    const workloads = ['a', 'b', 'c', 'd'];
    const orders = Array.from({ length: 9 }, (_, opening) =>
      workloadOrder({ seed: 1, workloads }, opening),
    );
    expect(new Set(orders.map((order) => order.toSorted().join())).size).toBe(1);
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(4);
  });
});

describe('seeded numbers', () => {
  it('replay from their seed, and are unrelated for neighbouring seeds', () => {
    expect(draws(50, seeded(7))).toEqual(draws(50, seeded(7)));
    const firsts = [0, 1, 2, 3, 0xfffffffe, 0xffffffff].map((seed) => seeded(seed)());
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it.each([-1, 0.5, 2 ** 32, NaN])('refuse the seed %s', (seed) => {
    expect(() => seeded(seed)).toThrow(/expected a whole number from 0 to 4294967295/);
  });

  it('make every order equally likely, and leave the items as they were', () => {
    const random = seeded(4);
    const items = Object.freeze(['a', 'b', 'c', 'd']);
    const shuffled = draws(24_000, () => shuffle(items, random).join(''));
    const counts = Object.values(Object.groupBy(shuffled, String));
    expect(counts).toHaveLength(24);
    const chiSquared = counts.reduce((sum, all = []) => sum + (all.length - 1000) ** 2 / 1000, 0);
    // 0.1 % point of chi squared with 23 degrees of freedom.
    expect(chiSquared).toBeLessThan(49.7);
    expect(shuffle([], random)).toEqual([]);
  });

  it('have the mean, the variance and the tails of the normal distribution', () => {
    const random = seeded(5);
    const values = draws(100_000, () => normal(random));
    const mean = (of: (value: number) => number) =>
      values.reduce((sum, value) => sum + of(value), 0) / values.length;
    expect(Math.abs(mean((value) => value))).toBeLessThan(0.012);
    expect(Math.abs(mean((value) => value ** 2) - 1)).toBeLessThan(0.018);
    const beyond = mean((value) => Number(Math.abs(value) > 1.959964));
    expect(Math.abs(beyond - 0.05)).toBeLessThan(0.0027);
  });
});
