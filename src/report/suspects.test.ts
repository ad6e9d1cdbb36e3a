import { describe, expect, it } from 'vitest';
import { normal, seeded } from '../harness/plan/index.ts';
import type { Cell } from '../harness/statistics/index.ts';
import { additionsOf, type Additions, suspectSentences } from './suspects.ts';
import { spaced } from './table.ts';

const CALLS = 50;
const parts = {
  parts: [
    { arm: 'a', name: 'the work queue', alone: 'Work queue' },
    { arm: 'b', name: 'storage', alone: 'Stored' },
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

function told(first: Additions, ...others: Additions[]): string[] {
  const where = 'On workerd, from Node.js';
  return suspectSentences(where, '50 calls at once', [first, ...others]).map(spaced);
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

describe('the sentences', () => {
  const storage = found({ a: 0, b: 0.5, both: 0.8 });
  const even = found({ a: 0.1, b: 0.1, both: 0.2 });

  it('name the part that stands out, and say that all together cost more', () => {
    const [culprit, sum, others] = told(storage, storage, even);
    expect(culprit).toMatch(
      /^On workerd, from Node\.js, with 50 calls at once, it is storage: alone it adds most, 0\.50\d ms \(0\.\d+–0\.\d+\) a call\.$/,
    );
    expect(sum).toMatch(
      /^The single parts come to 0\.\d+ ms a call, all together to 0\.80\d ms: 0\.\d+ ms \(0\.\d+–0\.\d+\) more\.$/,
    );
    expect(others).toBe('Storage stands out in 1 of 2 other workloads as well.');
  });

  it('name none where several add as much, and what adds less together', () => {
    expect(told(even)).toEqual([
      'On workerd, from Node.js, with 50 calls at once, no part stands out; shown to add time: the work queue and storage.',
      expect.stringMatching(/all together to 0\.20\d ms: the difference may be noise\.$/),
    ]);
    expect(told(found({ a: 0.1, b: 0.1, both: 0.1 }))[1]).toMatch(/ less\.$/);
  });

  it('say where nothing adds, or there is too little to tell', () => {
    expect(told(found({ a: 0, b: -0.1, both: 0 }))[0]).toContain(
      'no part alone is shown to add time.',
    );
    expect(told(found({ a: 0, b: 0.5, both: 0.5 }, 3))).toEqual([
      expect.stringContaining('too few sessions tell which part costs time.'),
      expect.stringContaining('; too few sessions tell whether they add up.'),
    ]);
  });

  it('have no more than 25 words', () => {
    const slow = found({ a: 0.5, b: 0, both: 0.9 });
    for (const sentence of [...told(slow, slow), ...told(even)]) {
      expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(25);
    }
  });
});
