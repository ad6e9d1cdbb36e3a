/** What a source stated and what its figures give, as Markdown. */
import type { CheckedClaim } from '../claims/check.ts';
import { bracketsSentence } from '../report/claim-verdicts.ts';
import { markdownTable } from '../report/table.ts';
import { plain } from './markdown-text.ts';

/** Errata first, then every claim with its verdict; nothing for an entry without claims. */
export function claimSections(claims: readonly CheckedClaim[]): string[] {
  if (claims.length === 0) return [];
  const errata = claims.filter(({ verdict }) => verdict === 'does not hold');
  const rows = claims.map(({ text, stated, recomputed, verdict, missing }) => [
    plain(text),
    plain(stated),
    plain(recomputed ?? '–'),
    missing === undefined ? verdict : `${verdict}: ${plain(missing)}`,
  ]);
  const brackets = bracketsSentence(claims);
  const columns = ['Stated in the source', 'As', 'Recomputed', 'Verdict'];
  return [
    ...(errata.length > 0 ? ['## Errata', errata.map(erratum).join('\n')] : []),
    '## Claims recomputed',
    ...(brackets === undefined ? [] : [brackets]),
    markdownTable(
      columns.map((label) => ({ label })),
      rows,
    ),
  ];
}

function erratum({ text, stated, recomputed, likely }: CheckedClaim): string {
  const values = `stated ${stated}, the record gives ${recomputed ?? 'nothing'}`;
  return `- “${plain(text)}”: ${plain(values)}.${likely === undefined ? '' : ` ${plain(likely)}`}`;
}
