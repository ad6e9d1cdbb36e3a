/** What becomes of a stated value when it is recomputed from the figures of its document as printed. */
import type { Unit } from '../harness/record/index.ts';
import { formatNumber } from '../numbers/format.ts';
import { noughtBeside, printedDecimals } from '../results/quoted.ts';
import { formatValues, ownDecimals, withUnit } from './format.ts';

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
export const statedForm = new RegExp(
  `^(?:([<≤≥>])?(${number})|(within )?(${number})–(${number}))$`,
);

/** Whether a number as printed is a 0 without a digit after the point. */
export function isBareNought(printed: string): boolean {
  return /^[-+]?0$/.test(printed);
}

/**
 * @param beside a figure printed beside it, whose digits a 0 takes, because it has none of its own
 * @throws RangeError when the text has none of the forms of `stated` in claim.ts
 */
export function readStated(text: string, beside?: string): Stated {
  const [, relation, value, within, first, second] = statedForm.exec(text) ?? [];
  if (value !== undefined) {
    const isNought = beside !== undefined && isBareNought(value);
    return { before: relation ?? '', ends: [isNought ? noughtBeside([beside]) : value] };
  }
  if (first !== undefined && second !== undefined) {
    const ends = [first, second].sort((one, other) => Number(one) - Number(other));
    return { before: within ?? '', ends };
  }
  throw new RangeError(
    `got "${text}", expected a number, such as "1.49", "1.28–1.56", "within 30–35" or "<1"`,
  );
}

/** Units of the last digit that a value may be off: half of one, so that halves round either way. */
export const HALF = 0.5;
/** The same without the half itself. */
export const LESS_THAN_HALF = 0.5 - 1e-6;

/** How far a value lies from a printed number, in units of the last digit; whole numbers compared. */
function unitsOff(printed: string, value: number): number {
  const scale = 10 ** printedDecimals(printed);
  return Number((value * scale - Math.round(Number(printed) * scale)).toFixed(9));
}

function gradeNumber(printed: string, value: number, half: number): Grade {
  const off = Math.abs(unitsOff(printed, value));
  if (off <= half) return 'holds';
  return off <= 1 ? 'rounded differently' : 'does not hold';
}

/** Limits on both sides: a value lies inside when it is rounded to their digits, or it does not. */
function gradeWithin([low = '', high = low]: readonly string[], value: number): Grade {
  const isInside = unitsOff(low, value) >= -HALF && unitsOff(high, value) <= HALF;
  return isInside ? 'holds' : 'does not hold';
}

function gradeLimit(relation: string, limit: string, value: number): Grade {
  const bound = Number(limit);
  const keeps = {
    '<': value < bound,
    '≤': value <= bound,
    '≥': value >= bound,
    '>': value > bound,
  };
  return keeps[relation as keyof typeof keeps] ? 'holds' : 'does not hold';
}

function worst(found: readonly Grade[]): Grade {
  return grades[Math.max(...found.map((grade) => grades.indexOf(grade)))] ?? 'holds';
}

/**
 * Sets recomputed values against what was stated: one for a value; for a range several, of which
 * the smallest and the largest count, in any order; and at least one for limits, of which every one
 * must keep to them.
 *
 * @throws RangeError for another number of values
 */
export function judge(stated: Stated, values: readonly number[], half = HALF): Grade {
  const { before, ends } = stated;
  const [first = '', last] = ends;
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new RangeError(`got ${values.length} values, expected ${what}`);
  };
  if (before !== '') {
    expect(values.length > 0, 'one at least');
    const isLimit = last === undefined;
    return worst(
      values.map((value) =>
        isLimit ? gradeLimit(before, first, value) : gradeWithin(ends, value),
      ),
    );
  }
  if (last === undefined) {
    expect(values.length === 1, 'one');
    return worst(values.map((value) => gradeNumber(first, value, half)));
  }
  expect(values.length === 2, 'two, for both ends of the range');
  return worst([
    gradeNumber(first, Math.min(...values), half),
    gradeNumber(last, Math.max(...values), half),
  ]);
}

/** A stated value as printed, with its unit: `−7.2 %`, `within 30–35 %`, `<1 ms`. */
export function formatStated({ before, ends }: Stated, unit: Unit | undefined): string {
  const printed = ends.map(
    (text) => (text.startsWith('+') ? '+' : '') + formatNumber(Number(text), printedDecimals(text)),
  );
  return before + withUnit(printed.join('–'), unit);
}

/** The values at which a verdict changes; the digits shown must not hide on which side of them a value lies. */
function turningPoints({ before, ends }: Stated): number[] {
  if (before !== '' && ends.length === 1) return ends.map(Number);
  const away = before === '' ? [-1, -HALF, HALF, 1] : [-HALF, HALF];
  return ends.flatMap((end, index) => {
    const scale = 10 ** printedDecimals(end);
    // What lies between two limits is inside.
    const own = before === '' ? away : away.filter((units) => units < 0 === (index === 0));
    return own.map((units) => (Number(end) * scale + units) / scale);
  });
}

/** Most digits after the point that a recomputed value is shown with. */
const MOST_DECIMALS = 9;

/** Two numbers that are the same but for the rounding of binary fractions. */
const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));

/** As many digits more as show on which side of each turning point of the verdict the values lie. */
function tellingDecimals(fewest: number, values: readonly number[], points: readonly number[]) {
  const sideOf = (value: number, point: number): number =>
    isSame(value, point) ? 0 : Math.sign(value - point);
  const hides = (value: number, decimals: number): boolean => {
    const shown = Number(value.toFixed(decimals));
    return points.some((point) => sideOf(shown, point) !== sideOf(value, point));
  };
  let decimals = fewest;
  while (decimals < MOST_DECIMALS && values.some((value) => hides(value, decimals))) decimals += 1;
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
  return formatValues(shown, unit, tellingDecimals(fewest, shown, turningPoints(stated)));
}
