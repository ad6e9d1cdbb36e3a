/** What becomes of a stated value when it is recomputed. */

const grades = ['holds', 'rounded differently', 'does not hold'] as const;
type Grade = (typeof grades)[number];

/** Verdicts in the order in which they are listed. */
export const verdicts = [...grades, "can't be checked"] as const;
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

/** Digits after the point of a number as printed. */
export function decimalsOf(printed: string): number {
  return printed.split('.')[1]?.length ?? 0;
}

/**
 * Distances are compared in units of the last digit stated. Binary fractions miss decimal ones by
 * some 1e-16 of their size; this is far more than that, and far less than any digit printed.
 */
const SLACK = 1e-9;

/** @param distance how far off a value is, from how much it is above what was printed */
function gradeOf(printed: string, value: number, distance: (above: number) => number): Grade {
  const scale = 10 ** decimalsOf(printed);
  const digits = distance(value - Number(printed)) * scale;
  const slack = SLACK * Math.max(1, Math.abs(value) * scale);
  // A value half-way between two numbers may be printed as either: sources round by either rule.
  if (digits <= 0.5 + slack) return 'holds';
  return digits <= 1 + slack ? 'rounded differently' : 'does not hold';
}

/** A limit is no rounding: a value keeps it or does not. */
function judgeLimit(relation: string, limit: string, value: number): Grade {
  const bound = Number(limit);
  const isEqual = Math.abs(value - bound) <= SLACK * Math.max(1, Math.abs(bound));
  const isBeyond = relation === '<' || relation === '≤' ? value < bound : value > bound;
  const keeps = isEqual ? relation === '≤' || relation === '≥' : isBeyond;
  return keeps ? 'holds' : 'does not hold';
}

function worst(found: readonly Grade[]): Grade {
  return grades[Math.max(...found.map((grade) => grades.indexOf(grade)))] ?? 'holds';
}

/**
 * Sets recomputed values against what was stated: one for a value, two for a range, in any order,
 * and at least one for limits, of which every one must keep to them.
 *
 * @throws RangeError for another number of values
 */
export function judge({ before, ends }: Stated, values: readonly number[]): Grade {
  const [low = '', high] = ends;
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new RangeError(`got ${values.length} values, expected ${what}`);
  };
  if (before === '') {
    const both = 'two, for both ends of the range';
    expect(values.length === ends.length, high === undefined ? 'one' : both);
    const sorted = values.toSorted((one, other) => one - other);
    return worst(sorted.map((value, index) => gradeOf(ends[index] ?? '', value, Math.abs)));
  }
  expect(values.length > 0, 'one at least');
  return worst(
    values.flatMap((value) =>
      high === undefined
        ? judgeLimit(before, low, value)
        : [gradeOf(low, value, (above) => -above), gradeOf(high, value, (above) => above)],
    ),
  );
}
