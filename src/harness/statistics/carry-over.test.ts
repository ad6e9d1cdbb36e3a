import { describe, expect, it } from 'vitest';
import { normal, type Random, seeded, turnOrder } from '../plan/index.ts';
import type { Session, Turn } from '../record/index.ts';
import { carryOver, probabilityAlike } from './carry-over.ts';

const ARMS = ['reference', 'subject', 'heavy', 'twin'];

interface Simulated {
  random: Random;
  sessions?: number;
  /** How many times as long a turn takes after an arm. */
  factor?: (arm: string, before: string) => number;
}

/** Sessions of 20 rounds in shuffled order, with spreads between connections and between turns, and a drift. */
function sessionsOf({ random, sessions = 14, factor = () => 1 }: Simulated): Session[] {
  const seed = Math.floor(random() * 2 ** 32);
  return Array.from({ length: sessions }, (_, session): Session => {
    const next = turnOrder({ seed, arms: ARMS }, 'calls', session);
    const speeds = new Map(ARMS.map((arm) => [arm, Math.exp(0.05 * normal(random))]));
    const turns: Turn[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (const arm of next()) {
        const before = turns.at(-1)?.arm ?? '';
        const us = 1000 * (speeds.get(arm) ?? 1) * factor(arm, before) * (1 + round / 200);
        turns.push({
          ...{ round, arm, frames: { out: 1, in: 1 }, bytes: { out: 1, in: 1 } },
          samplesUs: [Math.round(us * Math.exp(0.1 * normal(random)))],
        });
      }
    }
    return {
      ...{ workload: 'calls', session, operations: 1, openUs: 0, warmUpUs: 0, turnsUs: 0 },
      arms: ARMS.map((arm) => ({ arm, warmUp: 0 })),
      turns,
    };
  });
}

describe('carryOver', () => {
  it('finds turns that take longer after one arm, and names it', () => {
    const factor = (_: string, before: string) => (before === 'heavy' ? 1.1 : 1);
    const found = carryOver(sessionsOf({ random: seeded(1), factor }));
    expect(found.map(({ arm }) => arm).sort()).toEqual(['reference', 'subject', 'twin']);
    expect(new Set(found.map(({ longestAfter }) => longestAfter))).toEqual(new Set(['heavy']));
    for (const { ratio } of found) expect(Math.abs(ratio - 1.1)).toBeLessThan(0.06);
  });

  it('finds the one arm that depends on the turn before it', () => {
    const factor = (arm: string, before: string) =>
      arm === 'subject' && before === 'reference' ? 1.1 : 1;
    const found = carryOver(sessionsOf({ random: seeded(2), factor }));
    expect(found).toMatchObject([{ arm: 'subject', longestAfter: 'reference' }]);
  });

  it('takes no notice of what an arm finds warm after its own turn', () => {
    const factor = (arm: string, before: string) => (arm === before ? 0.8 : 1);
    expect(carryOver(sessionsOf({ random: seeded(4), factor }))).toEqual([]);
  });

  it('is silent where there is none', () => {
    const random = seeded(3);
    const found = Array.from({ length: 300 }, () => carryOver(sessionsOf({ random })).length);
    expect(found.filter((length) => length > 0).length).toBeLessThanOrEqual(3);
  });

  it('says nothing of a difference too small to matter', () => {
    const factor = (_: string, before: string) => (before === 'heavy' ? 1.01 : 1);
    expect(carryOver(sessionsOf({ random: seeded(4), sessions: 60, factor }))).toEqual([]);
  });

  it('says nothing of few turns, or of turns that took no time', () => {
    const factor = (_: string, before: string) => (before === 'heavy' ? 2 : 1);
    const [first] = sessionsOf({ random: seeded(5), sessions: 1, factor });
    if (first === undefined) throw new Error('no session');
    expect(carryOver([{ ...first, turns: first.turns.slice(0, 24) }])).toEqual([]);
    const still = first.turns.map((turn) => ({ ...turn, samplesUs: [0] }));
    expect(carryOver([{ ...first, turns: still }])).toEqual([]);
  });
});

describe('probabilityAlike', () => {
  it('is spread evenly for groups that are alike', () => {
    const random = seeded(6);
    const draw = (count: number) => Array.from({ length: count }, () => normal(random));
    const found = Array.from({ length: 2000 }, () =>
      probabilityAlike([draw(20), draw(30), draw(25)]),
    );
    for (const part of [0.01, 0.05, 0.25, 0.5]) {
      const below = found.filter((probability) => probability <= part).length / found.length;
      expect(Math.abs(below - part)).toBeLessThan(0.03);
    }
  });

  it('is that of the textbook for ranks without ties', () => {
    // Hollander, Wolfe and Chicken, 6.1: H = 0.77 for mucociliary clearance, P ≈ 0.68.
    const groups = [
      [2.9, 3.0, 2.5, 2.6, 3.2],
      [3.8, 2.7, 4.0, 2.4],
      [2.8, 3.4, 3.7, 2.2, 2.0],
    ];
    expect(Math.abs(probabilityAlike(groups) - 0.68)).toBeLessThan(0.01);
  });
});
