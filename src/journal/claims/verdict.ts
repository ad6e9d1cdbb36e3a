/** Verdicts on stated values, which are recomputed from the figures of their document as printed. */
import type { Unit } from '../../core/record/index.ts';
import { type Interval, MARGIN } from '../../core/statistics/index.ts';
import {
  formatNumber,
  formatValues,
  ownDecimals,
  printedDecimals,
  withUnit,
} from '../../results/numbers/format.ts';

/** Of values, from the best to the worst. */
const grades = ['holds', 'rounded differently', 'does not hold'] as const;
type Grade = (typeof grades)[number];

/** Verdicts in the order in which they are listed. */
export const verdicts = [
  ...grades,
  "can't be told",
  "can't be checked",
  'expectation',
  'described, not judged',
] as const;
export type Verdict = (typeof verdicts)[number];

/** How a value was stated. Numbers are as printed. */
export interface Stated {
  /** A relation before a limit, `within ` before two limits, else nothing. */
  before: string;
  /** One number, or both ends of a range, the smaller first. */
  ends: readonly string[];
}

const number = String.raw`[+-]?\d+(?:\.\d+)?`;
/** A number, or two with a dash between them, as printed; `<`, `≤`, `≥` and `>` before one number. */
const form = new RegExp(`^(?:([<≤≥>])?(${number})|(within )?(${number})–(${number}))$`);

/** @throws RangeError when the text has none of the forms of `stated` in claim.ts */
export function readStated(text: string): Stated {
  const [, relation = '', value, within = '', ...range] = form.exec(text) ?? [];
  if (value !== undefined) return { before: relation, ends: [value] };
  const ends = range.toSorted((one, other) => Number(one) - Number(other));
  if (ends.length === 2) return { before: within, ends };
  throw new RangeError(
    `got "${text}", expected a number, such as "1.49", "1.28–1.56", "within 30–35" or "<1"`,
  );
}

/**
 * Units of the last digit that a value may be off: half of one, so that halves round either way. Up to twice as
 * many it is rounded differently.
 */
const HALF = 0.5;
/** Half a unit without the half itself. */
const LESS_THAN_HALF = 0.5 - 1e-6;

/** How far a value lies from a printed number, in units of the last digit; whole numbers compared. */
function unitsOff(printed: string, value: number): number {
  const scale = 10 ** printedDecimals(printed);
  return Number((value * scale - Math.round(Number(printed) * scale)).toFixed(9));
}

const limits: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '≤': (value, limit) => value <= limit,
  '≥': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
};

/** One value against a limit, two limits, or the printed end that it stands for. */
function gradeOf({ before, ends }: Stated, value: number, index: number, half: number): Grade {
  const [low = '', high = low] = ends;
  if (before !== '') {
    // Inside two limits is a value that is when it is rounded to their digits.
    const keeps =
      limits[before]?.(value, Number(low)) ??
      (unitsOff(low, value) >= -HALF && unitsOff(high, value) <= HALF);
    return keeps ? 'holds' : 'does not hold';
  }
  const off = Math.abs(unitsOff(index === 0 ? low : high, value));
  if (off <= half) return 'holds';
  return off <= 2 * half ? 'rounded differently' : 'does not hold';
}

/**
 * Sets recomputed values against what was stated: one for a value; for a range two, the smaller and the larger,
 * in any order; and at least one for limits, of which every one must keep to them.
 *
 * @throws RangeError for another number of values
 */
export function judge(stated: Stated, values: readonly number[]): Grade {
  const { before, ends } = stated;
  const fits = before === '' ? values.length === ends.length : values.length > 0;
  if (!fits) {
    const expected = before === '' ? ends.length : '1 at least';
    throw new RangeError(`got ${values.length} values, expected ${expected}`);
  }
  const found = values
    .toSorted((one, other) => one - other)
    .map((value, index) => grades.indexOf(gradeOf(stated, value, index, HALF)));
  return grades[Math.max(...found)] ?? 'holds';
}

/** The verdict on a claim by what is measured today. */
export type TodayVerdict = 'holds' | 'does not hold' | 'cannot tell';

/**
 * Sets the interval of what is measured today against what was stated. A claim fails if the interval lies outside of
 * all that it allows. It holds if the interval lies inside; of a single number, if it has that number in it and
 * nothing that is farther off than 10 %.
 */
export function judgeToday({ before, ends }: Stated, { low, high }: Interval): TodayVerdict {
  const [first = '', last = first] = ends;
  const step = (printed: string): number => HALF / 10 ** printedDecimals(printed);
  const [least, most] = [Number(first), Number(last)];
  const allowed: Interval =
    before in limits
      ? {
          low: '<≤'.includes(before) ? -Infinity : least,
          high: '<≤'.includes(before) ? most : Infinity,
        }
      : { low: least - step(first), high: most + step(last) };
  if (high < allowed.low || low > allowed.high) return 'does not hold';
  const isNumber = before === '' && ends.length === 1;
  const near = isNumber ? { low: least / (1 + MARGIN), high: least * (1 + MARGIN) } : allowed;
  return low >= near.low && high <= near.high ? 'holds' : 'cannot tell';
}

/** A stated value as printed, with its unit: `−7.2 %`, `within 30–35 %`, `<1 ms`. */
export function formatStated({ before, ends }: Stated, unit: Unit | undefined): string {
  const printed = ends.map(
    (text) => (text.startsWith('+') ? '+' : '') + formatNumber(Number(text), printedDecimals(text)),
  );
  return before + withUnit(printed.join('–'), unit);
}

/** Most digits after the point that a recomputed value is shown with. */
const MOST_DECIMALS = 9;

/** As many digits more as get the values shown the verdict of the values, the half included or not. */
function tellingDecimals(fewest: number, values: readonly number[], stated: Stated): number {
  const sideOf = (value: number): number =>
    stated.before in limits ? Math.sign(value - Number(stated.ends[0])) : 0;
  const told = (decimals: number): string => {
    const shown = values.map((value) => Number(value.toFixed(decimals)));
    const gradesBy = (half: number) => shown.map((value, at) => gradeOf(stated, value, at, half));
    return [...shown.map(sideOf), ...[HALF, LESS_THAN_HALF].flatMap(gradesBy)].join();
  };
  let decimals = fewest;
  while (decimals < MOST_DECIMALS && told(decimals) !== told(MOST_DECIMALS)) decimals += 1;
  return decimals;
}

/**
 * Recomputed values with one digit more than stated, unless they have fewer; several as their
 * smallest and largest. There are more digits where fewer would hide why the verdict is what it is.
 */
export function formatRecomputed(
  stated: Stated,
  values: readonly number[],
  unit: Unit | undefined,
): string {
  const { before, ends } = stated;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isRange = before === '' && ends.length > 1;
  const shown = isRange || low !== high ? [low, high] : [low];
  const most = Math.max(...ends.map(printedDecimals)) + 1;
  const fewest = Math.min(most, Math.max(...values.map(ownDecimals)));
  return formatValues(shown, unit, tellingDecimals(fewest, shown, stated));
}
