/** One claim recomputed from figures as printed: its value, its verdict, and where other digits would change that. */
import { THIN } from '../../results/numbers/format.ts';
import type { Claim } from './claim.ts';
import { asTheyAre, type Range, rangeOf, type TakeFigure, truthOf } from './corners.ts';
import { evaluate, evaluateNumbers, type Formula, naming } from './formula.ts';
import { type Scope, show } from './scope.ts';
import {
  formatRecomputed,
  formatStated,
  judge,
  readStated,
  type Stated,
  type Verdict,
} from './verdict.ts';

export interface Outcome {
  /** The value stated, with its unit; `in words` for a comparison. */
  stated: string;
  /** The value that the record gives, with its unit; absent for a claim that can't be checked. */
  recomputed?: string | undefined;
  /** Both ends of what printed digits would also allow, where an end would get another verdict. */
  between?: string | undefined;
  /** The value of its own figures, where the ones printed beside them bore it out. */
  unaided?: string | undefined;
  verdict: Verdict;
  /** Of one that can’t be told: whether it comes out as stated if all figures are as printed. */
  asPrinted?: boolean | undefined;
}

/** Stands for the value of a comparison. */
export const IN_WORDS = 'in words';

/** @throws Error naming file, field and formula, for one that is broken or does not fit what was stated */
export async function outcomeOf(claim: Claim, at: string, scope: Scope): Promise<Outcome> {
  const { stated, unit, of, shows, against } = claim;
  const notJudged: Verdict | undefined =
    claim.as === 'description' ? 'described, not judged' : claim.as;
  const unchecked = {
    verdict: notJudged ?? (against ? 'does not hold' : "can't be checked"),
  } as const;
  if (stated === true) {
    const says = { text: shows ?? '', field: `${at}.shows`, mayReadNothing: true };
    const recomputed = shows === undefined ? shows : wordsOf((await evaluate(says, scope)).value);
    const formula = { text: of ?? '', field: `${at}.of` };
    const judged = of === undefined ? unchecked : await judgeWords(formula, scope);
    return { stated: IN_WORDS, recomputed, ...(notJudged ? unchecked : judged) };
  }
  const read = readStated(stated);
  const shown = formatStated(read, unit);
  if (of === undefined) return { stated: shown, recomputed: undefined, ...unchecked };
  const { values, range, unaided } = await recompute(claim, of, read, at, scope);
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
 * The values of a claim's figures as printed; or of the figures printed beside them, where it names some that bear
 * it out. `unaided` are the others then.
 */
async function recompute(claim: Claim, of: string, stated: Stated, at: string, scope: Scope) {
  const way = async (text: string, field: string) => {
    const formula = { text, field, unit: claim.unit };
    const run = async (take: TakeFigure) => (await evaluateNumbers(formula, scope, take)).numbers;
    const values = await run(asTheyAre);
    // Fails for another number of values than was stated.
    await naming(formula, () => judge(stated, values));
    return { run, values };
  };
  const own = await way(of, `${at}.of`);
  const also = claim.also === undefined ? undefined : await way(claim.also, `${at}.also`);
  const isAided = also !== undefined && judge(stated, also.values) === 'holds';
  const { run, values } = isAided ? also : own;
  const unaided = isAided ? own.values : undefined;
  return { values, range: await rangeOf(run, 'printed'), unaided };
}

/** A comparison in words. Digits that were not printed can decide one of size, and none of sameness. */
async function judgeWords(
  formula: Formula,
  scope: Scope,
): Promise<Pick<Outcome, 'verdict' | 'asPrinted'>> {
  const run = async (take: TakeFigure): Promise<boolean> => {
    const { value } = await evaluate(formula, scope, take);
    if (typeof value === 'boolean') return value;
    return naming(formula, () => {
      throw new Error(`got ${show(value)}, expected true or false`);
    });
  };
  const { comparesSizes } = await evaluate(formula, scope);
  const { asPrinted, straddles } = comparesSizes
    ? await truthOf(run)
    : { asPrinted: await run(asTheyAre), straddles: false };
  if (straddles) return { verdict: "can't be told", asPrinted };
  return { verdict: asPrinted ? 'holds' : 'does not hold' };
}

/** Numbers in words have the digits that tell them apart, not those of binary fractions. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return String(typeof value === 'number' ? Number(value.toPrecision(4)) : value);
}

/** A text without typography, for a terminal and for programs: no thin spaces, a plain minus. */
export function plainText(text: string): string {
  return text
    .replaceAll(new RegExp(`(?<=\\d)${THIN}(?=\\d)`, 'g'), '')
    .replaceAll(THIN, ' ')
    .replaceAll('−', '-');
}
