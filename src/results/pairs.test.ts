import { describe, expect, it } from 'vitest';
import { measuredMs } from './numbers/quantity.ts';
import { comparedTime, mayBeFastest, ratioBetween } from './pairs.ts';
import type { Ratio, Row } from './result.ts';

const ratio = (value: number, low: number, high: number, sessions = 20): Ratio => ({
  value,
  low,
  high,
  sessions,
  unit: '×',
  from: 'measured',
});
const row = (arm: string, ms: number | undefined, ratios: Row['ratios'] = {}) => ({
  arm,
  time: ms !== undefined ? measuredMs(ms, 0.9 * ms, 1.1 * ms) : undefined,
  ratios,
});

describe('comparedTime', () => {
  const plain = row('plain', 2);

  it('agrees with the ratio beside it: the reference’s median times the paired ratio', () => {
    const {
      time,
      ratio: shown,
      rawMs,
    } = comparedTime(row('a', 3.2, { plain: ratio(1.5, 1.4, 1.6) }), plain);
    expect(time).toEqual(measuredMs(3, 2.8, 3.2));
    expect(time?.value).toBe(plain.time && shown && plain.time.value * shown.value);
    expect(rawMs).toBeUndefined();
  });

  it('tells the raw median where it differs by more than 10 %', () => {
    const shown = (ms: number) =>
      comparedTime(row('a', ms, { plain: ratio(1.5, 1.4, 1.6) }), plain).rawMs;
    expect([3.29, 3.31, 2.71, 2.69].map(shown)).toEqual([undefined, 3.31, undefined, 2.69]);
  });

  it('reads a ratio from its other side', () => {
    const reference = row('plain', 2, { a: ratio(0.5, 0.4, 0.8) });
    expect(ratioBetween(row('a', 4), reference)).toMatchObject({ value: 2, low: 1.25, high: 2.5 });
    expect(comparedTime(row('a', 4), reference).time).toEqual(measuredMs(4, 2.5, 5));
  });

  it('has the quotient of the times where nothing was paired, and nothing without a time', () => {
    expect(comparedTime(row('a', 3), plain)).toEqual({
      time: measuredMs(3, 0.9 * 3, 1.1 * 3),
      ratio: { value: 1.5, unit: '×', from: 'measured' },
    });
    expect(comparedTime(row('a', undefined), plain)).toEqual({});
    expect(comparedTime(plain, plain).ratio).toBeUndefined();
  });
});

describe('mayBeFastest', () => {
  const found = (...rows: Array<ReturnType<typeof row>>) =>
    mayBeFastest(rows).map(({ arm }) => arm);

  it('has those that overlap, and one only where every pair is decided', () => {
    const slower = row('c', 2, { a: ratio(2, 1.9, 2.1), b: ratio(1.96, 1.8, 2.1) });
    const close = row('b', 1.02, { a: ratio(1.02, 0.98, 1.06) });
    expect(found(row('a', 1), close, slower, row('none', undefined))).toEqual(['a', 'b']);
    expect(found(row('a', 1), slower)).toEqual(['a']);
  });

  it('corrects for the number of pairs: what one pair decides, ten do not', () => {
    const pair = [row('a', 1), row('b', 1.05, { a: ratio(1.05, 1.01, 1.09) })];
    expect(found(...pair)).toEqual(['a']);
    const others = ['c', 'd', 'e'].map((arm) =>
      row(arm, 9, { a: ratio(9, 8, 10), b: ratio(8.6, 8, 9) }),
    );
    expect(found(...pair, ...others)).toEqual(['a', 'b']);
  });

  it('tells none apart without an interval, nor where conditions differ', () => {
    const blind = { value: 2, unit: '×', from: 'measured' } as const;
    expect(found(row('a', 1), row('b', 2, { a: blind }))).toEqual(['a', 'b']);
    const within = (compression: string, own: ReturnType<typeof row>) => ({
      ...own,
      conditions: [{ name: 'compression' as const, value: compression }],
    });
    const slower = row('b', 2, { a: ratio(2, 1.9, 2.1) });
    expect(found(within('', row('a', 1)), within('deflate', slower))).toEqual(['a', 'b']);
    expect(found(within('', row('a', 1)), within('', slower))).toEqual(['a']);
  });
});
