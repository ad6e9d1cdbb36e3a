/** Verdicts on claims as readers see them. */
import { type CheckedClaim, IN_WORDS, type ProbeAnswer } from '../claims/check.ts';
import { type Verdict, verdicts } from '../claims/verdict.ts';
import { allProbes } from '../probes/groups.ts';
import { type Recorded, versionText } from '../probes/recorded.ts';
import { findSystem } from '../systems/index.ts';

/** What a verdict means. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  holds: 'the recomputed value is the stated one, whatever digits were not printed',
  "can't be told": 'the printed digits allow the stated value, and others as well',
  'rounded differently': 'it misses the stated value by one unit of the last digit, at most',
  'does not hold': 'it lies further off, or is not so at all',
  "can't be checked": 'the source gives no figures that could decide it',
  expectation: 'the source expected it; what came stands beside it',
  'described, not judged': 'words without a number; what the figures say stands beside them',
};

/** The verdict with a typographic apostrophe. */
export function verdictText(verdict: Verdict): string {
  return verdict.replace("'", '’');
}

/** How many claims have a verdict, in words that fit the count. */
const phrases: Readonly<Record<Verdict, (count: number) => string>> = {
  holds: (count) => (count === 1 ? '1 holds' : `${count} hold`),
  "can't be told": (count) => `${count} can’t be told`,
  'rounded differently': (count) => `${count} ${count === 1 ? 'is' : 'are'} rounded differently`,
  'does not hold': (count) => (count === 1 ? '1 does not hold' : `${count} do not hold`),
  "can't be checked": (count) => `${count} can’t be checked`,
  expectation: (count) => (count === 1 ? '1 was an expectation' : `${count} were expectations`),
  'described, not judged': (count) =>
    count === 1 ? '1 is a description and not judged' : `${count} are descriptions and not judged`,
};

/** The rule in plain words, for whoever reads claims. */
export const RULE =
  'A figure as printed stands for all values that round to its digits, and so does each figure it is recomputed from. A claim holds if it is so of all these values. It can’t be told if it is so of some: what the digits allow is wider than what is claimed, or reaches over its edge. It is rounded differently if it misses by one unit of the last digit at most. Where printed digits leave room, both ends of it stand in small print below the recomputed value.';

/** `Of 14 claims, 9 hold, 3 are rounded differently and 2 do not hold.` */
export function countSentence(counts: VerdictCounts): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = verdicts.flatMap((verdict) => {
    const count = counts[verdict];
    return count > 0 ? [phrases[verdict](count)] : [];
  });
  const said = new Intl.ListFormat('en-GB').format(parts);
  return total === 1 ? `Of one claim, ${said}.` : `Of ${total} claims, ${said}.`;
}

/** Of a claim that can’t be told: what becomes of it by its figures as printed. */
export function asPrintedText({ asPrinted }: Pick<CheckedClaim, 'asPrinted'>): string | undefined {
  if (asPrinted === undefined) return undefined;
  return asPrinted ? 'it comes out as stated' : 'it does not come out as stated';
}

/** How many claims do not hold. */
export function errataText(count: number): string {
  return count === 1 ? '1 erratum' : `${count} errata`;
}

/** What marks stand for in the text of a claim. */
export const QUOTATIONS =
  'Words in quotation marks are the source’s and lead to their line; those in square brackets are this site’s and say how it was read.';

/** What stands before the value that the figures give. */
export function recomputedTerm({ stated, verdict }: Pick<CheckedClaim, 'stated' | 'verdict'>) {
  if (verdict === 'expectation') return 'It came out as';
  return stated === IN_WORDS ? 'The figures say' : 'Recomputed';
}

/** The claims with one verdict. */
export function withVerdict(claims: readonly CheckedClaim[], verdict: Verdict): CheckedClaim[] {
  return claims.filter((claim) => claim.verdict === verdict);
}

/** How many claims there are of each verdict. */
type VerdictCounts = Readonly<Record<Verdict, number>>;

export function countVerdicts(claims: readonly CheckedClaim[]): VerdictCounts {
  const counts = verdicts.map((verdict) => [verdict, withVerdict(claims, verdict).length]);
  return Object.fromEntries(counts) as VerdictCounts;
}

/** Finds the answer of a probe for a system; undefined where there is none on record. */
export function probeAnswer(
  { results, versions }: Recorded,
  probe: string,
  system: string,
): ProbeAnswer | undefined {
  const found = results.find((each) => each.probe === probe && each.system === system);
  const asked = allProbes.find(({ id }) => id === probe);
  if (!found || !asked) return undefined;
  return {
    of: `${findSystem(found.system).label}, ${versionText(versions[found.system])}`,
    question: asked.question,
    result: found.result,
    // That it answers with what it was sent says no more than that it passed.
    ...(!found.detail.startsWith('answers ') && { detail: found.detail }),
    href: `/capabilities/#${probe}--${system}`,
  };
}
