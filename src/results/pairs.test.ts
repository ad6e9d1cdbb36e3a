import { describe, expect, it } from 'vitest';
import { measured } from './numbers/quantity.ts';
import { mayBeFastest, ratioBetween, ratioIn, ratioOrQuotient } from './pairs.ts';
import type { Ratio, Row } from './result.ts';
import { ratioOf, rowOf } from './testing/rows.ts';

const ratio = (value: number, half: number): Ratio =>
  ratioOf(value, half, { launches: 20, sessions: 200 });
const row = (arm: string, ms: number | undefined, ratios: Row['ratios'] = {}): Row =>
  rowOf(arm, { time: ms === undefined ? undefined : measured(ms), ratios });

describe('a ratio', () => {
  it('is read from its other side, its class too', () => {
    const own: Ratio = { ...ratio(0.5, 1.25), class: 'faster-by-margin' };
    const found = ratioBetween(row('a', 4), row('plain', 2, { a: own }));
    expect(found).toMatchObject({ value: 2, low: 1.6, high: 2.5, class: 'slower-by-margin' });
  });

  it('is found among rows, and of none with itself', () => {
    const rows = [row('a', 4, { plain: ratio(2, 1.25), a: ratio(1, 1) }), row('plain', 2)];
    const found = (arm: string, to: string) => ratioIn(rows, arm, to)?.value;
    expect([found('a', 'plain'), found('plain', 'a')]).toEqual([2, 0.5]);
    expect([found('a', 'a'), found('a', 'none'), found('none', 'a')]).toEqual(Array(3));
  });

  it('is the quotient of the times of quoted rows, and of none that was measured', () => {
    const quoted = (arm: string, value: number) => ({
      ...row(arm, value),
      time: { ...measured(value), from: 'quoted' as const },
    });
    const found = ratioOrQuotient(quoted('a', 3), quoted('plain', 2));
    expect(found).toEqual({ value: 1.5, unit: '×', from: 'quoted' });
    expect(ratioOrQuotient(quoted('a', 3), row('plain', 2))?.value).toBe(1.5);
    expect(ratioOrQuotient(row('a', 3), row('plain', 2))).toBeUndefined();
    expect(ratioOrQuotient(quoted('a', 3), quoted('a', 3))).toBeUndefined();
    expect(ratioOrQuotient(quoted('a', 3), undefined)).toBeUndefined();
  });
});

describe('mayBeFastest', () => {
  const found = (...rows: readonly Row[]) => mayBeFastest(rows).map(({ arm }) => arm);

  it('has those that are not known to be slower than another', () => {
    const slower = row('c', 2, { a: ratio(2, 1.05), b: ratio(1.96, 1.05) });
    const close = row('b', 1.02, { a: ratio(1.02, 1.04) });
    expect(found(row('a', 1), close, slower, row('none', undefined))).toEqual(['a', 'b']);
    expect(found(row('a', 1), slower)).toEqual(['a']);
  });

  it('corrects for the number of others: what one pair decides, four do not', () => {
    const pair = [row('a', 1), row('b', 1.05, { a: ratio(1.05, 1.045) })];
    expect(found(...pair)).toEqual(['a']);
    const others = ['c', 'd', 'e'].map((arm) =>
      row(arm, 9, { a: ratio(9, 1.1), b: ratio(8.6, 1.1) }),
    );
    expect(found(...pair, ...others)).toEqual(['a', 'b']);
  });

  it('tells none apart without an interval, nor where conditions differ', () => {
    expect(found(row('a', 1), row('b', 2, { a: ratioOf(2) }))).toEqual(['a', 'b']);
    const within = (compression: string, own: Row) => ({
      ...own,
      conditions: [{ name: 'compression' as const, value: compression }],
    });
    const slower = row('b', 2, { a: ratio(2, 1.05) });
    expect(found(within('', row('a', 1)), within('deflate', slower))).toEqual(['a', 'b']);
    expect(found(within('', row('a', 1)), within('', slower))).toEqual(['a']);
  });
});
