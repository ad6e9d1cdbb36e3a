/** Ratios between any two rows of a result, and the rows that may be the fastest. */
import { inverseClass, mayBeBest } from '../core/statistics/index.ts';
import { inverse, quotient, type Quantity } from './numbers/quantity.ts';
import { differencesBetween } from './conditions.ts';
import type { Ratio, Row } from './result.ts';

/** Two rows that were measured under one workload of one plan. */
type Pair = Pick<Row, 'arm' | 'time' | 'ratios' | 'conditions'>;

/** Time of one row ÷ that of another, paired; undefined where no launch has both, and if it is withheld. */
export function ratioBetween(row: Pair, to: Pair): Ratio | undefined {
  const found = row.ratios[to.arm];
  if (found !== undefined) return found;
  const turned = to.ratios[row.arm];
  if (turned === undefined) return undefined;
  return { ...turned, ...inverse(turned), class: turned.class && inverseClass(turned.class) };
}

/** Time of one arm ÷ that of another among rows of one workload of one run; undefined of an arm itself. */
export function ratioIn<Item extends Pair>(
  rows: readonly Item[],
  arm: string,
  to: string,
): Ratio | undefined {
  const [row, other] = [arm, to].map((id) => rows.find((each) => each.arm === id));
  return row && other && row !== other ? ratioBetween(row, other) : undefined;
}

/** The ratio of a row to another; of quoted rows, which have no pairs, the quotient of their times. */
export function ratioOrQuotient(row: Pair, to: Pair | undefined): Quantity | undefined {
  if (to === undefined || row.arm === to.arm) return undefined;
  const isQuoted = row.time?.from === 'quoted' || to.time?.from === 'quoted';
  return isQuoted && row.time && to.time ? quotient(row.time, to.time) : ratioBetween(row, to);
}

/** Those rows of one plan under one workload and equal conditions that are not known to be slower than another. */
export function mayBeFastest<Item extends Pair>(rows: readonly Item[]): Item[] {
  const timed = rows.filter(({ time }) => time !== undefined);
  return timed.filter((row) =>
    mayBeBest(
      timed.flatMap((other) => {
        const ratio = other === row ? undefined : ratioBetween(row, other);
        return ratio && differencesBetween(row, other).length === 0 ? [ratio] : [];
      }),
    ),
  );
}
