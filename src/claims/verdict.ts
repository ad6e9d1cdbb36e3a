/**
 * What becomes of a stated value when it is recomputed. A figure as printed stands for the interval
 * of its digits, those that the recomputation starts from as well, and interval arithmetic decides.
 */
import { Interval, intervalOf, largest, mayBeEqual, type Quantity, smallest } from './interval.ts';
import { around, decimalsOf, printedInterval } from './printed.ts';

const grades = ['holds', 'rounded differently', 'does not hold'] as const;
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
export interface Stated {
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

/** @throws RangeError when the text has none of the forms of `stated` in claim.ts */
export function readStated(text: string): Stated {
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

/** By the interval of the printed digits, and by that of one unit of the last digit. */
function gradeOf(value: Quantity, printed: Interval, near: Interval): Grade {
  if (mayBeEqual(value, printed)) return 'holds';
  return mayBeEqual(value, near) ? 'rounded differently' : 'does not hold';
}

const gradeAt = (printed: string, value: Quantity): Grade =>
  gradeOf(value, printedInterval(printed), around(printed, 1));

function gradeWithin([low = '', high = '']: readonly string[], value: Quantity): Grade {
  const between = (units: number): Interval => {
    const [one, other] = [around(low, units), around(high, units)];
    return new Interval(one.low, other.high);
  };
  return gradeOf(value, between(0.5), between(1));
}

function gradeLimit(relation: string, limit: string, value: Quantity): Grade {
  const bound = Number(limit);
  const { low, high } = intervalOf(value);
  const keeps = { '<': low < bound, '≤': low <= bound, '≥': high >= bound, '>': high > bound };
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
export function judge(stated: Stated, values: readonly Quantity[]): Grade {
  const { before, ends } = stated;
  const [first = '', last] = ends;
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new RangeError(`got ${values.length} values, expected ${what}`);
  };
  if (before !== '') {
    expect(values.length > 0, 'one at least');
    const grade = (value: Quantity): Grade =>
      isLimit(stated) ? gradeLimit(before, first, value) : gradeWithin(ends, value);
    return worst(values.map(grade));
  }
  if (last === undefined) {
    expect(values.length === 1, 'one');
    return worst(values.map((value) => gradeAt(first, value)));
  }
  expect(values.length === 2, 'two, for both ends of the range');
  return worst([gradeAt(first, smallest(values)), gradeAt(last, largest(values))]);
}
