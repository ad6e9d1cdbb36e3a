/**
 * What becomes of a stated value when it is recomputed. A figure as printed stands for the interval
 * of its digits, those that the recomputation starts from as well, and interval arithmetic decides.
 */
import { formatNumber, msDecimals, THIN } from '../numbers/format.ts';
import { type Unit, units } from '../harness/record/index.ts';
import {
  around,
  decimalsOf,
  Interval,
  intervalOf,
  isBareNought,
  isInside,
  largest,
  mayBeEqual,
  noughtBeside,
  type Quantity,
  smallest,
} from './interval.ts';

/** From so of all that printed digits allow, over so of some of it, to so of none. */
const grades = ['holds', "can't be told", 'rounded differently', 'does not hold'] as const;
type Grade = (typeof grades)[number];

/** Verdicts in the order in which they are listed. */
export const verdicts = [
  ...grades,
  "can't be checked",
  'expectation',
  'described, not judged',
] as const;
export type Verdict = (typeof verdicts)[number];

/** How a value was stated. Numbers are as printed. */
interface Stated {
  /** What stands before it: a relation before a limit, `within ` before two limits. */
  before: string;
  /** One number, or both ends of a range, the smaller first. */
  ends: readonly string[];
}

const number = String.raw`[+-]?\d+(?:\.\d+)?`;

/** A number, or two with a dash between them, as printed; `<`, `≤`, `≥` and `>` before one number. */
export const statedForm = new RegExp(
  `^(?:([<≤≥>])?(${number})|(within )?(${number})–(${number}))$`,
);

/**
 * @param beside a figure printed beside it, whose digits a nought takes: a 0 has none of its own
 * @throws RangeError when the text has none of the forms of `stated` in claim.ts
 */
export function readStated(text: string, beside?: string): Stated {
  const { before, ends } = readPrinted(text);
  const atDigits = (end: string): string =>
    beside !== undefined && isBareNought(end) ? noughtBeside([beside]) : end;
  return { before, ends: ends.map(atDigits) };
}

function readPrinted(text: string): Stated {
  const [, relation, value, within, first, second] = statedForm.exec(text) ?? [];
  if (value !== undefined) return { before: relation ?? '', ends: [value] };
  if (first !== undefined && second !== undefined) {
    const ends = [first, second].sort((one, other) => Number(one) - Number(other));
    return { before: within ?? '', ends };
  }
  throw new RangeError(
    `got "${text}", expected a number, such as "1.49", "1.28–1.56", "within 30–35" or "<1"`,
  );
}

/** Whether a limit stands there, which is a bound and no rounding. */
function isLimit({ before, ends }: Stated): boolean {
  return before !== '' && ends.length === 1;
}

/** The values at which a verdict changes; what is shown must not hide on which side of them it lies. */
export function turningPoints(stated: Stated): number[] {
  const { before, ends } = stated;
  if (isLimit(stated)) return ends.map(Number);
  const away = ([-1, -0.5, 0.5, 1] as const).map((units) => ({ units, end: units < 0 ? 0 : 1 }));
  return ends.flatMap((end, index) => {
    const scale = 10 ** decimalsOf(end);
    // Of limits on both sides, what lies between is inside.
    const own = away.filter((each) => before === '' || each.end === index);
    return own.map(({ units }) => (Number(end) * scale + units) / scale);
  });
}

/** By the interval of the printed digits of both ends, and by that of one unit of the last digit. */
function gradeWithin(low: string, high: string, value: Quantity): Grade {
  const claimed = (units: number): Interval =>
    new Interval(around(low, units).low, around(high, units).high);
  if (isInside(value, claimed(0.5))) return 'holds';
  if (mayBeEqual(value, claimed(0.5))) return "can't be told";
  return mayBeEqual(value, claimed(1)) ? 'rounded differently' : 'does not hold';
}

function gradeLimit(relation: string, limit: string, value: Quantity): Grade {
  const bound = Number(limit);
  const { low, high } = intervalOf(value);
  const keeps = (end: number): boolean =>
    ({ '<': end < bound, '≤': end <= bound, '≥': end >= bound, '>': end > bound })[relation] ??
    false;
  return gradeOf(keeps(low) || keeps(high), keeps(low) && keeps(high));
}

/** The grade of what is so or not so. @param may of some of what printed digits allow @param must of all of it */
export function gradeOf(may: boolean, must: boolean): Grade {
  if (must) return 'holds';
  return may ? "can't be told" : 'does not hold';
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
export function judge(stated: Stated, values: readonly Quantity[]): Grade {
  const { before, ends } = stated;
  const [first = '', last] = ends;
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new RangeError(`got ${values.length} values, expected ${what}`);
  };
  if (before !== '') {
    expect(values.length > 0, 'one at least');
    const grade = (value: Quantity): Grade =>
      isLimit(stated) ? gradeLimit(before, first, value) : gradeWithin(first, last ?? first, value);
    return worst(values.map(grade));
  }
  if (last === undefined) {
    expect(values.length === 1, 'one');
    return worst(values.map((value) => gradeWithin(first, first, value)));
  }
  expect(values.length === 2, 'two, for both ends of the range');
  return worst([
    gradeWithin(first, first, smallest(values)),
    gradeWithin(last, last, largest(values)),
  ]);
}

const singular = (unit: Unit): string => unit.replace(/ies$/, 'y').replace(/s$/, '');

/** Text of a number with its unit: `24.43 ms`, `1.42×`, `5 %`, `1 run`, and `5` without a unit. */
export function withUnit(number: string, unit: Unit = ''): string {
  if (unit === '') return number;
  if (unit === '×') return `${number}×`;
  const isWord = /^[a-z]{4,}$/.test(unit);
  return `${number}${THIN}${isWord && number === '1' ? singular(unit) : unit}`;
}

/** Decimals that tell a value of this unit apart from its neighbours without false exactness. */
export function decimalsFor(value: number, unit: Unit = ''): number {
  const size = Math.abs(value);
  if (unit === '%') return Number.isInteger(value) || size >= 10 ? 0 : 1;
  if (unit === '×') return size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const isCount = unit === '' || unit === 'B' || /^[a-z]{4,}$/.test(unit);
  if (isCount || unit === '/s') return Number.isInteger(value) || size >= 100 ? 0 : 1;
  return msDecimals(value);
}

/** Decimals that a number has itself, as its record holds it. */
export function ownDecimals(value: number): number {
  const text = String(value);
  const exponent = /e-(\d+)$/.exec(text)?.[1];
  const mantissa = decimalsOf(text.replace(/e.*$/, ''));
  return Math.min(100, mantissa + Number(exponent ?? 0));
}

/** One value, or the two ends of a range: `24.43 ms`, `30–35 %`. */
export function formatQuantity(
  values: readonly number[],
  unit: Unit | undefined,
  decimals: number,
): string {
  const numbers = values.map((value) => formatNumber(value, decimals));
  return withUnit(numbers.join('–'), unit);
}

/** A stated value as printed, with its unit: `−7.2 %`, `within 30–35 %`, `<1 ms`. */
export function formatStated({ before, ends }: Stated, unit: Unit | undefined): string {
  const printed = ends.map(
    (text) => (text.startsWith('+') ? '+' : '') + formatNumber(Number(text), decimalsOf(text)),
  );
  return before + withUnit(printed.join('–'), unit);
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
 *
 * @param found the same values as far as the printed digits of their inputs tell them
 * @returns the values, and both ends of what is found where those digits show a difference
 */
export function formatRecomputed(
  stated: Stated,
  values: readonly number[],
  found: readonly Quantity[],
  unit: Unit | undefined,
): { recomputed: string; between?: string } {
  const { before, ends } = stated;
  const points = turningPoints(stated);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isRange = before === '' && ends.length > 1;
  const shown = isRange || low !== high ? [low, high] : [low];
  const most = Math.max(...ends.map(decimalsOf)) + 1;
  const fewest = Math.min(most, Math.max(...values.map(ownDecimals)));
  const text = (numbers: readonly number[], atLeast: number): string =>
    formatQuantity(numbers, unit, tellingDecimals(atLeast, numbers, points));
  const recomputed = text(shown, fewest);
  const all = [intervalOf(smallest(found)).low, intervalOf(largest(found)).high];
  const between = text(all, most);
  // Of no width at these digits, and so no news.
  const isNarrow = between === text([low, high], most) || between === text([low, low], most);
  return { recomputed, ...(!isNarrow && { between }) };
}

/** Units with a space before them, the longest first, so that `ms` is not read as `m`. */
const spaced = units
  .filter((unit) => unit !== '' && unit !== '×')
  .toSorted((one, other) => other.length - one.length);
const unitAfterDigit = new RegExp(`(?<=\\d) (?=(?:${spaced.join('|')})(?!\\w))`, 'g');

/** A text with figures, as formulas put it together: with thin spaces before units, and minus signs. */
export function typeset(text: string): string {
  return text.replaceAll(unitAfterDigit, THIN).replaceAll(/(?<=^|[\s(–])-(?=\d)/g, '−');
}

/** The same without typography, for a terminal and for programs: no thin spaces, a plain minus. */
export function plainText(text: string): string {
  return text
    .replaceAll(new RegExp(`(?<=\\d)${THIN}(?=\\d)`, 'g'), '')
    .replaceAll(THIN, ' ')
    .replaceAll('−', '-');
}
