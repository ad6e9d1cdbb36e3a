/** Verdicts on claims as readers see them. */
import type { CheckedClaim } from '../claims/check.ts';
import { verdicts, type Verdict } from '../claims/verdict.ts';

/** What a verdict means. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  holds: 'the recomputed value rounds to the digits stated',
  'rounded differently': 'off by one unit of the last digit stated, at most',
  'does not hold': 'off by more, or not so at all',
  "can't be checked": 'the source does not give what would be needed',
};

/** The verdict with a typographic apostrophe. */
export function verdictText(verdict: Verdict): string {
  return verdict.replace("'", '’');
}

/** How many claims have a verdict, in words that fit the count. */
const phrases: Readonly<Record<Verdict, (count: number) => string>> = {
  holds: (count) => (count === 1 ? '1 holds' : `${count} hold`),
  'rounded differently': (count) => `${count} ${count === 1 ? 'is' : 'are'} rounded differently`,
  'does not hold': (count) => (count === 1 ? '1 does not hold' : `${count} do not hold`),
  "can't be checked": (count) => `${count} can’t be checked`,
};

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

/** What square brackets in claims are; undefined where no claim has them. */
export function bracketsSentence(claims: ReadonlyArray<Pick<CheckedClaim, 'text'>>) {
  return claims.some(({ text }) => text.includes('['))
    ? 'Square brackets are this site’s: they say how a sentence was read.'
    : undefined;
}

/** The claims with one verdict. */
export function withVerdict(claims: readonly CheckedClaim[], verdict: Verdict): CheckedClaim[] {
  return claims.filter((claim) => claim.verdict === verdict);
}

/** How many claims there are of each verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

export function countVerdicts(claims: readonly CheckedClaim[]): VerdictCounts {
  const counts = verdicts.map((verdict) => [verdict, withVerdict(claims, verdict).length]);
  return Object.fromEntries(counts) as VerdictCounts;
}
