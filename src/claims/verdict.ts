/** What becomes of a stated value when it is recomputed. */

/** Verdicts in the order in which they are listed. */
export const verdicts = [
  'holds',
  'rounded differently',
  'does not hold',
  "can't be checked",
] as const;

export type Verdict = (typeof verdicts)[number];

/** How a value was stated. Numbers are as printed. */
export type Stated =
  | { form: 'value'; value: string }
  /** Both ends of a range, the smaller first. */
  | { form: 'range'; low: string; high: string }
  /** Limits between which values lie. */
  | { form: 'within'; low: string; high: string }
  | { form: 'limit'; relation: Relation; limit: string };

export type Relation = '<' | '≤' | '≥' | '>';

const number = String.raw`[+-]?\d+(?:\.\d+)?`;
const form = new RegExp(
  `^(?<relation>[<≤≥>])?(?<within>within )?(?<first>${number})(?:–(?<second>${number}))?$`,
);

/** @throws RangeError when the text has none of the forms of `stated` in claim.ts */
export function readStated(text: string): Stated {
  const { relation, within, first, second } = form.exec(text)?.groups ?? {};
  const isLimit = relation !== undefined && !within && second === undefined;
  if (first === undefined || (relation !== undefined && !isLimit) || (within && !second)) {
    throw new RangeError(
      `got "${text}", expected a number, such as "1.49", "1.28–1.56", "within 30–35" or "<1"`,
    );
  }
  if (isLimit) return { form: 'limit', relation: relation as Relation, limit: first };
  if (second === undefined) return { form: 'value', value: first };
  const [low, high] = Number(first) <= Number(second) ? [first, second] : [second, first];
  return { form: within ? 'within' : 'range', low, high };
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

function isAtMost(distance: number, most: number, size: number): boolean {
  return distance <= most + SLACK * Math.max(1, size);
}

const grades = ['holds', 'rounded differently', 'does not hold'] as const;
type Grade = (typeof grades)[number];

/** @param digits of the last digit stated by which the value is off */
function gradeOf(digits: number, size: number): Grade {
  // A value half-way between two numbers may be printed as either: sources round by either rule.
  if (isAtMost(digits, 0.5, size)) return 'holds';
  return isAtMost(digits, 1, size) ? 'rounded differently' : 'does not hold';
}

function judgeValue(printed: string, value: number): Grade {
  const scale = 10 ** decimalsOf(printed);
  return gradeOf(Math.abs(value - Number(printed)) * scale, Math.abs(value) * scale);
}

function judgeWithin(low: string, high: string, value: number): Grade {
  const beyond = (printed: string, sign: 1 | -1): Grade => {
    const scale = 10 ** decimalsOf(printed);
    return gradeOf((value - Number(printed)) * sign * scale, Math.abs(value) * scale);
  };
  return worst([beyond(low, -1), beyond(high, 1)]);
}

/** A limit is no rounding: a value keeps it or does not. */
function judgeLimit(relation: Relation, limit: string, value: number): Grade {
  const bound = Number(limit);
  const isEqual = Math.abs(value - bound) <= SLACK * Math.max(1, Math.abs(bound));
  const keeps = {
    '<': value < bound && !isEqual,
    '≤': value < bound || isEqual,
    '≥': value > bound || isEqual,
    '>': value > bound && !isEqual,
  };
  return keeps[relation] ? 'holds' : 'does not hold';
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
export function judge(stated: Stated, values: readonly number[]): Grade {
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new RangeError(`got ${values.length} values, expected ${what}`);
  };
  switch (stated.form) {
    case 'value':
      expect(values.length === 1, 'one');
      return worst(values.map((value) => judgeValue(stated.value, value)));
    case 'range': {
      expect(values.length === 2, 'two, for both ends of the range');
      const [low, high] = [stated.low, stated.high];
      const sorted = values.toSorted((one, other) => one - other);
      return worst(sorted.map((value, index) => judgeValue(index === 0 ? low : high, value)));
    }
    case 'within':
      expect(values.length > 0, 'one at least');
      return worst(values.map((value) => judgeWithin(stated.low, stated.high, value)));
    case 'limit':
      expect(values.length > 0, 'one at least');
      return worst(values.map((value) => judgeLimit(stated.relation, stated.limit, value)));
  }
}
