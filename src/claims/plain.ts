/** Checked claims for programs. */
import type { CheckedClaim } from './check.ts';
import { plainText } from './quantity.ts';

/** A claim without typography; `recomputed` is null for one that can't be checked. */
export type PlainClaim = Omit<CheckedClaim, 'recomputed'> & { recomputed: string | null };

/** The claim with the fields in the order in which they are documented. */
export function plainClaim(claim: CheckedClaim): PlainClaim {
  const { study, entry, text, stated, recomputed, verdict, ...more } = claim;
  return {
    study,
    entry,
    text,
    stated: plainText(stated),
    recomputed: recomputed === undefined ? null : plainText(recomputed),
    verdict,
    ...more,
  };
}
