/** Claims as readers see them: in a table, and counted. */
import { countOf } from '../../results/numbers/format.ts';
import { formatInterval, formatQuantity } from '../../results/numbers/quantity.ts';
import { clientName, distanceName } from '../../results/names.ts';
import {
  type Cell,
  column,
  groupedTable,
  type LinkedCell,
  type Table,
  type TextCell,
} from '../../results/tables/table.ts';
import { type CheckedClaim, quotation, type TodayFigure } from './check.ts';
import { IN_WORDS } from './recompute.ts';
import { type Verdict, verdicts } from './verdict.ts';

/** Claims under one heading. */
export interface ClaimGroup {
  heading?: string;
  claims: readonly CheckedClaim[];
}

interface Options {
  caption: string;
  /** Id of a claim’s row on the page; none unless links lead to it. */
  anchor?: (claim: CheckedClaim) => string | undefined;
  /** Where the claim stands with everything else about it. */
  href?: (claim: CheckedClaim) => string | undefined;
  /** Address of the entry that has a record. */
  entryOf: (record: string) => string | undefined;
}

/** The column of today’s figures is left out where no claim has one. */
export function claimTable(groups: readonly ClaimGroup[], options: Options): Table {
  const { caption, anchor, href, entryOf } = options;
  const items = groups.flatMap(({ heading = '', claims }) =>
    claims.map((claim) => ({ heading, claim })),
  );
  const text = (label: string, of: (claim: CheckedClaim) => Cell, note?: string) =>
    column<(typeof items)[number]>('text', label, ({ claim }) => of(claim), note);
  return groupedTable(items, ({ heading }) => heading, {
    caption,
    row: ({ claim }) => ({ anchor: anchor?.(claim) }),
    columns: [
      text('Claim', claimCell),
      text('Stated', ({ stated }) => ({ text: stated, muted: stated === IN_WORDS })),
      text('Recomputed', recomputedCell),
      text('Verdict', (claim) => ({
        text: verdictText(claim.verdict),
        wrong: claim.verdict === 'does not hold',
        href: href?.(claim),
      })),
      text('Today', ({ today = [] }) => todayCell(today, entryOf), 'measured here, 95 % CI'),
    ],
  });
}

/** A text whose quotations lead to their lines: an address for each, or one for all. */
function quoted(text: string, hrefs: readonly string[] = []): TextCell[] {
  const quotations = text.match(quotation) ?? [];
  return text.split(quotation).flatMap((between, at) => {
    const words = { text: quotations[at] ?? '', href: hrefs[at] ?? hrefs[0] };
    return [{ text: between }, words].filter((part) => part.text !== '');
  });
}

function claimCell({ text, quoted: hrefs, ...claim }: CheckedClaim): LinkedCell {
  const { against, missing, likely, here } = claim;
  const notes: TextCell[][] = [];
  if (against) {
    const { says, href } = against;
    const code = says.includes('“') ? [] : [{ text: ' ' }, { text: 'See the code', href }];
    notes.push([{ text: 'Against it: ' }, ...quoted(says, [href]), ...code]);
  }
  if (missing !== undefined) notes.push([{ text: `Missing: ${missing}` }]);
  if (likely !== undefined) notes.push([{ text: `Likely: ${likely}` }]);
  if (here !== undefined) notes.push([{ text: 'Measured or tested here', href: here }]);
  return { parts: quoted(text, hrefs), notes };
}

function recomputedCell(claim: CheckedClaim): Cell {
  const { recomputed } = claim;
  if (recomputed === undefined) return { text: 'no figures', muted: true };
  return { parts: [{ text: recomputed }], notes: digitNotes(claim).map((text) => [{ text }]) };
}

const verdictText = (verdict: Verdict): string => verdict.replace("'", '’');

/** `1.17× from Node.js (1.15–1.19)`, a line for each figure; under them what was compared. */
function todayCell(
  figures: readonly TodayFigure[],
  entryOf: (record: string) => string | undefined,
): Cell {
  if (figures.length === 0) return '';
  const compared = ({ of, to }: TodayFigure): string => (to === undefined ? of : `${of} to ${to}`);
  const notes = [...Map.groupBy(figures, compared)].flatMap(([pair, own]): TextCell[][] => [
    ...own.map(({ record, figure, client, roundTripMs }) => {
      const interval = formatInterval(figure);
      const away = roundTripMs === 0 ? '' : `, ${distanceName({ roundTripMs })}`;
      return [
        { text: formatQuantity(figure), href: entryOf(record) },
        { text: ` from ${clientName(client)}${away}${interval === '' ? '' : ` (${interval})`}` },
      ];
    }),
    [{ text: pair }],
  ]);
  return { parts: [], notes };
}

/** The rule, for readers of claims. */
export const RULE =
  'Each claim is recomputed from its document’s figures as printed. It holds if that gives the stated value, or if a figure printed beside them does. It is rounded differently if it misses by one unit of the last digit at most. A comparison can’t be told if digits that were not printed could decide it.';

/** Meanings of the marks in the text of a claim. */
export const QUOTATIONS =
  'Words in quotation marks are the source’s and link to their line. Square brackets say how we read them.';

/** How many claims there are of each verdict. */
type VerdictCounts = Readonly<Record<Verdict, number>>;

export function countVerdicts(claims: readonly CheckedClaim[]): VerdictCounts {
  const counts = verdicts.map((verdict) => [verdict, withVerdict(claims, verdict).length]);
  return Object.fromEntries(counts) as VerdictCounts;
}

/** The claims with one verdict. */
export function withVerdict(claims: readonly CheckedClaim[], verdict: Verdict): CheckedClaim[] {
  return claims.filter((claim) => claim.verdict === verdict);
}

/** `14 claims: 9 “holds”, 3 “rounded differently”, 2 “does not hold”.` */
export function countSentence(counts: VerdictCounts): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} “${verdictText(verdict)}”`);
  return `${countOf(total, 'claim')}: ${parts.join(', ')}.`;
}

/** How many claims do not hold. */
export function errataText(count: number): string {
  return count === 1 ? '1 erratum' : `${count} errata`;
}

/** A note on the digits behind a recomputed value; most claims need none. */
function digitNotes(claim: CheckedClaim): string[] {
  const { between, unaided, asPrinted } = claim;
  return [
    unaided && `from figures printed beside them; its own figures give ${unaided}`,
    between && `the printed digits allow ${between}`,
    asPrinted !== undefined &&
      `as printed, it ${asPrinted ? 'comes' : 'does not come'} out as stated`,
  ].filter((note) => typeof note === 'string');
}
