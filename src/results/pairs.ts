/** Ratios between any two rows of a result, the rows that may be the fastest, and a reader’s ratio beside ours. */
import {
  inverseClass,
  mayBeBest,
  errorOf,
  FEWEST_SESSIONS,
  type Interval,
  MARGIN,
  sharedAlpha,
  studentQuantile,
} from '../core/statistics/index.ts';
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

/** The verdict of one launch on a published ratio of the same place. */
export type Agreement =
  /** Closer than 10 %. */
  | { kind: 'same' }
  /** The reader's ratio is so many times the published one. */
  | ({ kind: 'differs' } & Interval)
  /** A difference under this fraction would not show. */
  | { kind: 'noisy'; least: number };

/** True of rows that were measured at one kind of place; from any other no figure is set against another. */
export function isSamePlace(
  own: Pick<Row, 'place' | 'client'>,
  published: Pick<Row, 'place' | 'client'>,
): boolean {
  return (
    own.client === published.client &&
    own.place.setting === published.place.setting &&
    own.place.roundTripMs === published.place.roundTripMs
  );
}

/**
 * Compares the ratio of one launch with that of all published launches. Theirs is known as well as its launches
 * allow; yours errs by what differs between your sessions, and by what differs between launches that no session
 * shows. With fewer than four sessions it is one launch more.
 *
 * @param family ratios that are shown together
 * @returns undefined if the published ratio has no interval, or yours has no value
 */
export function agreementOf(yours: Ratio, ours: Ratio, family: number): Agreement | undefined {
  const known = errorOf(ours);
  if (known === undefined) return undefined;
  const { error, degrees } = known;
  const spread = ours.launches * error ** 2;
  const own = yours.sessions < FEWEST_SESSIONS ? undefined : errorOf(yours)?.error;
  const between = own === undefined ? spread : Math.max(0, spread - (ours.within ?? 0));
  const parts = [
    { variance: between + spread / ours.launches, degrees },
    { variance: (own ?? 0) ** 2, degrees: yours.sessions - 1 },
  ].filter(({ variance }) => variance > 0);
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (variance === 0) return undefined;
  // Satterthwaite, Biometrics Bulletin 2(6), 1946: the degrees of freedom of a sum of variances.
  const joint =
    variance ** 2 / parts.reduce((sum, part) => sum + part.variance ** 2 / part.degrees, 0);
  const quantile = studentQuantile(Math.max(1, Math.floor(joint)), sharedAlpha(family));
  const factor = Math.exp(quantile * Math.sqrt(variance));
  const ratio = yours.value / ours.value;
  const [low, high] = [ratio / factor, ratio * factor];
  if (low >= 1 / (1 + MARGIN) && high <= 1 + MARGIN) return { kind: 'same' };
  return low > 1 || high < 1
    ? { kind: 'differs', low, high }
    : { kind: 'noisy', least: factor - 1 };
}

/** A reader's class at another place beside the published one, in words: `slower here too`. */
export function classBeside(yours: Ratio['class'], ours: Ratio['class']): string {
  if (yours === undefined || yours === 'open') return 'cannot tell';
  const [own, its] = [yours, ours ?? 'open'].map((each) => each.replace('-by-margin', ''));
  if (own === 'within') return its === 'within' ? 'also within 10 %' : 'within 10 % here';
  if (own === its) return `${own} here too`;
  return its === 'open' || its === 'within' ? `${own} here` : 'the other way round';
}
