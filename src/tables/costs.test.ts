import { describe, expect, it } from 'vitest';
import { formatCount } from '../numbers/format.ts';
import { costsTable, fitsFree, paidPerMonth, type Usage, usageOf } from './costs.ts';

const usage: Usage = {
  objects: 300,
  messages: 20_000,
  requests: 2200,
  rows: 10_000,
  gbSeconds: 20,
};

describe('what a run uses', () => {
  it('is counted from its sessions', () => {
    const turn = (arm: string, samples: number, out: number) => ({
      round: 0,
      arm,
      samplesUs: Array<number>(samples).fill(1),
      frames: { out, in: out },
      bytes: { out: 0, in: 0 },
    });
    const session = {
      workload: 'increment',
      session: 0,
      operations: 4,
      openUs: 1e6,
      warmUpUs: 1e6,
      turnsUs: 3e6,
      order: ['a', 'b'],
      arms: [
        { arm: 'a', warmUp: 10 },
        { arm: 'b', warmUp: 10 },
      ],
      turns: [turn('a', 4, 4), turn('a', 4, 4), turn('b', 4, 12)],
    };
    const found = usageOf({ sessions: [session, session] });
    // a: 8 calls of a frame and 10 before them; b: 4 of three and 10 before them.
    expect(found).toEqual({
      objects: 4,
      messages: 2 * (8 + 10 + 12 + 30),
      requests: 16 + 6,
      rows: 2 * (18 + 14) + 8,
      gbSeconds: 2 * 2 * 5 * 0.128,
    });
  });
});

describe('what it costs', () => {
  it('fits the free plan until the first of its limits is reached', () => {
    expect(fitsFree(usage, 10)).toBe(true);
    expect(fitsFree(usage, 11)).toBe(false);
    expect(fitsFree({ ...usage, rows: 1, gbSeconds: 13_000 }, 1)).toBe(true);
    expect(fitsFree({ ...usage, rows: 1, gbSeconds: 13_001 }, 1)).toBe(false);
  });

  it('is the base price until what is included is used, then that of the rest', () => {
    expect(paidPerMonth(usage, 1)).toBe(5);
    // 30,000 runs a month: 66, 300 and 0.6 million, and 9 million requests, which are included.
    const expected = 5 + 65 * 0.15 + 250 + 0.2 * 12.5;
    expect(paidPerMonth(usage, 1000)).toBeCloseTo(expected, 9);
    expect(paidPerMonth(usage, 10_000) - 10 * paidPerMonth(usage, 1000)).toBeGreaterThan(0);
  });

  it('is shown for three numbers of readers', () => {
    const rows = costsTable(usage).groups.flatMap((group) => group.rows);
    expect(rows.map(([readers, requests]) => [readers?.text, requests?.text])).toEqual(
      [10, 1000, 100_000].map((each) => [formatCount(each), formatCount(each * 220)]),
    );
    expect(rows.map((row) => row[4]?.text)).toEqual(['fits', 'does not fit', 'does not fit']);
  });
});
