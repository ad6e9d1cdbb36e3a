/** One claim recomputed from figures as printed: its value, its verdict, and where other digits would change that. */
import { THIN } from '../../results/numbers/format.ts';
import type { Claim } from './claim.ts';
import { asPrintedValue, type Range, rangeOf, type Substitute, truthOf } from './printed-digits.ts';
import { evaluate, evaluateNumbers, type Formula, inField } from './formula.ts';
import type { Scope } from './scope.ts';
import { formatRecomputed, formatStated, judge, readStated } from './verdict.ts';
import type { Stated, Verdict } from './verdict.ts';

export interface Outcome {
  /** The value stated, with its unit; `in words` for a comparison. */
  stated: string;
  /** The value that the record gives, with its unit; absent for a claim that can't be checked. */
  recomputed?: string;
  /** Both ends of what printed digits would also allow, if an end would get another verdict. */
  between?: string;
  /** The value of its own figures, if the ones printed beside them bore it out. */
  unaided?: string;
  verdict: Verdict;
  /** Of one that can’t be told: whether it comes out as stated if all figures are as printed. */
  asPrinted?: boolean;
}

/** Stands for the value of a comparison. */
export const IN_WORDS = 'in words';

/**
 * @param field file and text of the claim, for errors
 * @throws Error naming the field, for a formula that is broken or does not fit what was stated
 */
export function outcomeOf(claim: Claim, field: string, scope: Scope): Outcome {
  const { as, against, stated, unit, holds, shows } = claim;
  const notJudged: Verdict | undefined = as === 'description' ? 'described, not judged' : as;
  const unchecked: Verdict = notJudged ?? (against ? 'does not hold' : "can't be checked");
  const run = <Value>(name: string, formula: Formula<Value>, take = asPrintedValue) =>
    inField(`${field} ${name}`, () => evaluate(formula, scope, take).value);
  if (stated === undefined) {
    const recomputed = typeof shows === 'function' ? run('shows', shows) : shows;
    const judged = holds && verdictOn(truthOf((take) => run('holds', holds, take)));
    const outcome = judged && !notJudged ? judged : { verdict: unchecked };
    return { stated: IN_WORDS, recomputed, ...outcome };
  }
  const read = inField(`${field} stated`, () => readStated(stated));
  const shown = formatStated(read, unit);
  if (claim.value === undefined)
    return { stated: shown, recomputed: undefined, verdict: unchecked };
  const { values, range, unaided } = recompute(claim, read, field, scope);
  const grade = judge(read, values);
  const format = (numbers: readonly number[]) => formatRecomputed(read, numbers, unit);
  return {
    stated: shown,
    recomputed: format(values),
    between: digitsDecide(read, range, grade) ? format([range.low, range.high]) : undefined,
    unaided: unaided && format(unaided),
    verdict: notJudged ?? grade,
  };
}

function verdictOn({
  asPrinted,
  straddles,
}: ReturnType<typeof truthOf>): Pick<Outcome, 'verdict' | 'asPrinted'> {
  if (straddles) return { verdict: "can't be told", asPrinted };
  return { verdict: asPrinted ? 'holds' : 'does not hold' };
}

/** True where digits that were not printed would get another verdict: a worse one, or that it holds. */
function digitsDecide(stated: Stated, { low, high, each }: Range, grade: Verdict): boolean {
  const { before, ends } = stated;
  const holdsAt = (...values: number[]): boolean => judge(stated, values) === 'holds';
  const nearest = (range: { low: number; high: number }): number[] =>
    ends.map((end) => Math.min(range.high, Math.max(range.low, Number(end))));
  if (before === '' && ends.length === 2) {
    return grade === 'holds' ? !holdsAt(low, high) : holdsAt(...nearest({ low, high }));
  }
  if (grade === 'holds') return !holdsAt(low) || !holdsAt(high);
  return each.every((range) =>
    [range.low, range.high, ...nearest(range)].some((value) => holdsAt(value)),
  );
}

/**
 * The values of a claim's figures as printed; or of the figures printed beside them, if it names some that bear
 * it out. `unaided` are the others then.
 */
function recompute(
  { value, also, unit }: Extract<Claim, { value: unknown }>,
  stated: Stated,
  field: string,
  scope: Scope,
) {
  const way = (name: string, formula: Formula<number | number[]>) => {
    const run = (take: Substitute) => evaluateNumbers(formula, scope, unit, take).numbers;
    return inField(`${field} ${name}`, () => {
      const values = run(asPrintedValue);
      // Fails for another number of values than was stated.
      const isBorneOut = judge(stated, values) === 'holds';
      return { values, isBorneOut, range: rangeOf(run) };
    });
  };
  const own = way('value', value);
  const beside = also && way('also', also);
  return beside?.isBorneOut ? { ...beside, unaided: own.values } : { ...own, unaided: undefined };
}

/** A text without typography, for a terminal and for programs: no thin spaces, a plain minus. */
export function plainText(text: string): string {
  return text
    .replaceAll(new RegExp(`(?<=\\d)${THIN}(?=\\d)`, 'g'), '')
    .replaceAll(THIN, ' ')
    .replaceAll('−', '-');
}
