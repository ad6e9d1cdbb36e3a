import type { CheckedClaim } from '../../claims/check.ts';
import { plainClaim } from '../../claims/plain.ts';
import { plainText } from '../../claims/quantity.ts';
import { verdicts } from '../../claims/verdict.ts';

/** The claims as one JSON document, without typography. */
export function claimsAsJson(claims: readonly CheckedClaim[]): string {
  return JSON.stringify(claims.map(plainClaim), undefined, 2);
}

/** The claims as text: by study and entry, and how many there are of each verdict. */
export function claimsAsText(claims: readonly CheckedClaim[]): string {
  const width = Math.max(...verdicts.map((verdict) => verdict.length));
  const blocks: string[] = [];
  for (const [study, inStudy] of Map.groupBy(claims, (claim) => claim.study)) {
    for (const [entry, own] of Map.groupBy(inStudy, (claim) => claim.entry)) {
      const lines = own.map((claim) => `  ${claim.verdict.padEnd(width)}  ${lineOf(claim)}`);
      blocks.push([`${study}/${entry}`, ...lines].join('\n'));
    }
    blocks.push(`${study}: ${countsOf(inStudy)}`);
  }
  return [...blocks, `All: ${countsOf(claims)}`].join('\n\n');
}

function lineOf({ text, stated, recomputed, likely, missing }: CheckedClaim): string {
  const values =
    recomputed === undefined
      ? `stated ${plainText(stated)}`
      : `stated ${plainText(stated)}, recomputed ${plainText(recomputed)}`;
  const notes = [missing && `Missing: ${missing}`, likely && `Likely: ${likely}`];
  return [`${text} (${values})`, ...notes.filter(Boolean)].join(' – ');
}

/** How many claims there are, and how many of each verdict. */
function countsOf(claims: readonly CheckedClaim[]): string {
  const counts = verdicts.map((verdict) => {
    const { length } = claims.filter((claim) => claim.verdict === verdict);
    return `${length} ${verdict}`;
  });
  return `${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}: ${counts.join(', ')}`;
}
