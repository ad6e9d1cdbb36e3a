/** Verdicts on claims as readers see them. */
import { IN_WORDS, type CheckedClaim } from './check.ts';
import { type Verdict, verdicts } from './verdict.ts';

/** The verdict with a typographic apostrophe. */
export function verdictText(verdict: Verdict): string {
  return verdict.replace("'", '’');
}

/** How many claims have a verdict, in words that fit the count. */
const phrases: Readonly<Record<Verdict, (count: number) => string>> = {
  holds: (count) => (count === 1 ? '1 holds' : `${count} hold`),
  'rounded differently': (count) => `${count} ${count === 1 ? 'is' : 'are'} rounded differently`,
  'does not hold': (count) => (count === 1 ? '1 does not hold' : `${count} do not hold`),
  "can't be told": (count) => `${count} can’t be told`,
  "can't be checked": (count) => `${count} can’t be checked`,
  expectation: (count) => (count === 1 ? '1 was an expectation' : `${count} were expectations`),
  'described, not judged': (count) =>
    count === 1 ? '1 is a description and not judged' : `${count} are descriptions and not judged`,
};

/** The rule, for readers of claims. */
export const RULE =
  'Each claim is recomputed from its document’s figures as printed. It holds if that gives the stated value, or if a figure printed beside them does. It is rounded differently if it misses by one unit of the last digit at most. A comparison can’t be told if digits that were not printed could decide it.';

/** What marks stand for in the text of a claim. */
export const QUOTATIONS =
  'Words in quotation marks are the source’s and link to their line. Square brackets say how we read them.';

/** How many claims there are of each verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

export function countVerdicts(claims: readonly CheckedClaim[]): VerdictCounts {
  const counts = verdicts.map((verdict) => [verdict, withVerdict(claims, verdict).length]);
  return Object.fromEntries(counts) as VerdictCounts;
}

/** The claims with one verdict. */
export function withVerdict(claims: readonly CheckedClaim[], verdict: Verdict): CheckedClaim[] {
  return claims.filter((claim) => claim.verdict === verdict);
}

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

/** How many claims do not hold. */
export function errataText(count: number): string {
  return count === 1 ? '1 erratum' : `${count} errata`;
}

/** What there is to say about the digits that a recomputed value rests on; nothing for most claims. */
export function digitNotes(claim: CheckedClaim): string[] {
  const { between, unaided, asPrinted } = claim;
  return [
    ...(unaided === undefined
      ? []
      : [`from figures printed beside them; its own figures give ${unaided}`]),
    ...(between === undefined ? [] : [`the printed digits allow ${between}`]),
    ...(asPrinted === undefined
      ? []
      : [`as printed, it ${asPrinted ? 'comes' : 'does not come'} out as stated`]),
  ];
}

/** Whether a value was stated, and not a comparison in words. */
export function isStated({ stated }: Pick<CheckedClaim, 'stated'>): boolean {
  return stated !== IN_WORDS;
}
