/** What a source stated and what its figures give, as Markdown. */
import { markdownTable, plain } from './markdown-text.ts';

/** A claim with what became of it. */
export interface RecomputedClaim {
  /** The source's wording, shortened. */
  text: string;
  /** The value stated, with its unit. */
  stated: string;
  /** What the record gives, with its unit; absent where no formula can say. */
  recomputed?: string;
  verdict: string;
  /** What is likely behind a value that does not hold. */
  likely?: string;
  /** What would be needed to check it. */
  missing?: string;
}

/** The verdict that makes a claim an erratum. */
const FAILS = 'does not hold';

/** Errata first, then every claim with its verdict; nothing for an entry without claims. */
export function claimSections(claims: readonly RecomputedClaim[]): string[] {
  if (claims.length === 0) return [];
  const errata = claims.filter(({ verdict }) => verdict === FAILS);
  const rows = claims.map(({ text, stated, recomputed, verdict, missing }) => [
    plain(text),
    plain(stated),
    plain(recomputed ?? '–'),
    missing === undefined ? verdict : `${verdict}: ${plain(missing)}`,
  ]);
  const columns = ['Stated in the source', 'As', 'Recomputed', 'Verdict'];
  return [
    ...(errata.length > 0 ? ['## Errata', errata.map(erratum).join('\n')] : []),
    '## Claims recomputed',
    markdownTable(
      columns.map((label) => ({ label })),
      rows,
    ),
  ];
}

function erratum({ text, stated, recomputed, likely }: RecomputedClaim): string {
  const values = `stated ${stated}, the record gives ${recomputed ?? 'nothing'}`;
  return `- “${plain(text)}”: ${plain(values)}.${likely === undefined ? '' : ` ${plain(likely)}`}`;
}
