import { describe, expect, it } from 'vitest';
import { normal, type Random, seeded } from '../plan/index.ts';
import type { Cell, Unit } from './cells.ts';
import { meanOfSessions } from './clusters.ts';
import { pairedDifferences } from './ratio.ts';

const SESSIONS = 6;
const ROUNDS = 10;

/** Two arms of which one takes so many ms more, in sessions and rounds that disturb both alike. */
function cellsOf(random: Random, moreMs: number): [arm: Cell, to: Cell] {
  const units: Array<[Unit, Unit]> = [];
  for (let session = 0; session < SESSIONS; session += 1) {
    const sessionMs = 5 + Math.abs(3 * normal(random));
    for (let round = 0; round < ROUNDS; round += 1) {
      const roundMs = sessionMs + Math.exp(normal(random));
      const unit = (ms: number): Unit => ({
        ...{ arm: '', session, round, samplesUs: [1000 * (ms + 0.2 * normal(random))] },
        ...{ frames: { out: 1, in: 1 }, bytes: { out: 1, in: 1 } },
      });
      units.push([unit(roundMs + moreMs), unit(roundMs)]);
    }
  }
  const cell = (arm: string, own: Unit[]): Cell => ({
    ...{ arm, workload: 'calls', load: {}, units: own, discarded: [] },
  });
  return [
    cell(
      'more',
      units.map(([arm]) => arm),
    ),
    cell(
      'reference',
      units.map(([, to]) => to),
    ),
  ];
}

describe('a difference of paired times', () => {
  it('is far narrower than what disturbs both, and covers the truth', () => {
    const differences = [...pairedDifferences(...cellsOf(seeded(5), 0.5)).values()];
    const values = differences.map((value) => ({ value }));
    const { low, high } = meanOfSessions(values)?.interval ?? { low: 1, high: 0 };
    expect(high - low).toBeLessThan(0.5);
    expect([low < 0.5, high > 0.5]).toEqual([true, true]);
  });

  it('has no interval of few sessions, and nothing of none', () => {
    const few = [1, 2, 3].map((value) => ({ value }));
    expect(meanOfSessions(few)).toEqual({ estimate: 2, interval: undefined });
    expect(meanOfSessions([])).toBeUndefined();
  });

  it('leaves out what only one of the two has', () => {
    const [arm, to] = cellsOf(seeded(1), 1);
    const half = { ...to, units: to.units.filter(({ session }) => session < 2) };
    expect([...pairedDifferences(arm, half).keys()]).toEqual([0, 1]);
    expect(pairedDifferences(arm, { ...to, units: [] }).size).toBe(0);
  });
});
