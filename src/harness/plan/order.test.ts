import { describe, expect, it } from 'vitest';
import { CONTROL } from '../record/index.ts';
import { turnOrder } from './order.ts';

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

  it('lets every arm go first about equally often, over sessions too', () => {
    const firsts = Array.from({ length: 400 }, (_, session) => rounds(1, plan, session)[0]?.[0]);
    for (const arm of plan.arms) {
      const count = firsts.filter((first) => first === arm).length;
      expect(count).toBeGreaterThan(70);
      expect(count).toBeLessThan(130);
    }
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
