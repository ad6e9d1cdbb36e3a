import { describe, expect, it } from 'vitest';
import { normal, seeded } from '../harness/plan/index.ts';
import type { Cell } from '../harness/statistics/index.ts';
import { additionsOf, type Additions } from './suspects.ts';

const CALLS = 50;
const parts = {
  parts: [
    { arm: 'a', alone: 'Work queue' },
    { arm: 'b', alone: 'Stored' },
  ],
  together: 'both',
};

/** Cells of a batch in which the arms take so many ms a call more than the reference. */
function cellsOf(more: Readonly<Record<string, number>>, sessions = 8): Cell[] {
  const random = seeded(3);
  return Object.entries({ reference: 0, ...more }).map(([arm, ms]): Cell => ({
    ...{ arm, workload: 'calls-50', layout: 'sessions', load: { callsPerOperation: CALLS } },
    discarded: [],
    units: Array.from({ length: sessions * 5 }, (_, at) => ({
      ...{ arm, session: Math.floor(at / 5), round: at % 5 },
      samplesUs: [Math.round(1000 * CALLS * (0.1 + ms + 0.001 * normal(random)))],
      ...{ frames: { out: 1, in: 1 }, bytes: { out: 1, in: 1 } },
    })),
  }));
}

function found(more: Readonly<Record<string, number>>, sessions?: number): Additions {
  const additions = additionsOf(parts, 'reference', cellsOf(more, sessions));
  if (additions === undefined) throw new Error('expected additions');
  return additions;
}

describe('what parts add', () => {
  it('is in ms per call, alone, summed up and together', () => {
    const { parts: single, sum, together, beyond } = found({ a: 0.02, b: 0.5, both: 0.8 });
    expect(single.map(({ added }) => added.estimate.toFixed(2))).toEqual(['0.02', '0.50']);
    expect(single[1]?.ratio?.estimate.toFixed(1)).toBe('6.0');
    expect([sum, together.added, beyond].map(({ estimate }) => estimate.toFixed(2))).toEqual([
      ...['0.52', '0.80', '0.28'],
    ]);
  });

  it('takes only sessions in which all count, and is nothing without one', () => {
    const cells = cellsOf({ a: 0.1, b: 0.1, both: 0.2 });
    const late = cells.map((cell) =>
      cell.arm === 'b' ? { ...cell, units: cell.units.filter(({ session }) => session > 5) } : cell,
    );
    expect(additionsOf(parts, 'reference', late)?.sum.interval).toBeUndefined();
    const without = cells.filter(({ arm }) => arm !== 'both');
    expect(additionsOf(parts, 'reference', without)).toBeUndefined();
    expect(additionsOf(parts, 'another', cells)).toBeUndefined();
  });
});
