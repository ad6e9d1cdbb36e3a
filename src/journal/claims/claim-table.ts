/** Claims as readers see them: what a table says of each, and how many there are. */
import { countOf } from '../../results/numbers/format.ts';
import { formatInterval, formatQuantity } from '../../results/numbers/quantity.ts';
import { clientName, distanceName } from '../../results/names.ts';
import { type LinkedCell, linkedText, type TextCell } from '../../results/tables/table.ts';
import { type CheckedClaim, IN_WORDS, quotation, type TodayFigure } from './check.ts';
import { type TodayVerdict, type Verdict, verdicts } from './verdict.ts';

/** Claims under one heading. */
export interface ClaimGroup {
  heading?: string;
  claims: readonly CheckedClaim[];
}

/** The judgement of a claim by one measure, its verdict first. */
export interface Judgement {
  verdict?: Verdict | TodayVerdict;
  cell: LinkedCell;
}

/** A text whose quotations lead to their lines: an address for each, or one for all. */
function quoted(text: string, hrefs: readonly string[] = []): TextCell[] {
  const quotations = text.match(quotation) ?? [];
  return text.split(quotation).flatMap((between, at) => {
    const words = { text: quotations[at] ?? '', href: hrefs[at] ?? hrefs[0] };
    return [{ text: between }, words].filter((part) => part.text !== '');
  });
}

export function claimCell({ text, quoted: hrefs, against }: CheckedClaim): LinkedCell {
  const notes: TextCell[][] = [];
  if (against) {
    const { says, href } = against;
    const code = says.includes('“') ? [] : [{ text: ' ' }, { text: 'See the code', href }];
    notes.push([{ text: 'Against it: ' }, ...quoted(says, [href]), ...code]);
  }
  return { parts: quoted(text, hrefs), notes };
}

/** By the figures of its document: `67× stated, 66.6× recomputed`. */
export function ownJudgement(claim: CheckedClaim): Judgement {
  const { stated, recomputed, missing, likely, verdict } = claim;
  const figures = [
    stated === IN_WORDS ? '' : `${stated} stated`,
    recomputed && (stated === IN_WORDS ? recomputed : `${recomputed} recomputed`),
  ].filter(Boolean);
  const notes = [
    ...digitNotes(claim),
    missing && `Missing: ${missing}`,
    likely && `Likely: ${likely}`,
  ].filter((note) => note !== undefined);
  return { verdict, cell: { parts: [{ text: figures.join(', ') }], notes: notes.map(linkedText) } };
}

/** True of a comparison by which a claim holds from one client and does not hold from another, over the same distance. */
function differsByClient(figures: readonly TodayFigure[]): boolean {
  const failing = figures.filter(({ verdict }) => verdict === 'does not hold');
  return figures.some(
    ({ verdict, client, roundTripMs }) =>
      verdict === 'holds' &&
      failing.some((other) => other.client !== client && other.roundTripMs === roundTripMs),
  );
}

/**
 * By what is measured today, a judgement for each figure: `1.17× from Node.js (1.15–1.19)`. The last of those with one
 * comparison has it under it. Before those with opposite verdicts from two clients stands that they differ.
 *
 * @param entryOf address of the entry that has a record; none of texts without links
 */
export function todayJudgements(
  { today = [] }: CheckedClaim,
  entryOf: (record: string) => string | undefined = () => undefined,
): Judgement[] {
  const compared = ({ operation, of, to }: TodayFigure): string =>
    `${operation}: ${to === undefined ? of : `${of} ÷ ${to}`}`;
  return [...Map.groupBy(today, compared)].flatMap(([pair, own]): Judgement[] => [
    ...(differsByClient(own) ? [{ cell: { parts: [{ text: 'Differs by client:' }] } }] : []),
    ...own.map(({ record, figure, client, setting, roundTripMs, verdict }, at): Judgement => {
      const interval = formatInterval(figure);
      const away = roundTripMs === 0 ? '' : `, ${distanceName({ roundTripMs })}`;
      const from = ` from ${clientName(client, setting)}${away}${interval === '' ? '' : ` (${interval})`}`;
      const parts = [{ text: formatQuantity(figure), href: entryOf(record) }, { text: from }];
      return { verdict, cell: { parts, notes: at === own.length - 1 ? [[{ text: pair }]] : [] } };
    }),
  ]);
}

/** `Does not hold` */
export function verdictText(verdict: Verdict | TodayVerdict): string {
  const text = verdict.replace("'", '’');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The rule, for readers of claims. */
export const RULE =
  'Each claim is recomputed from its document’s figures as printed. It holds if that gives the stated value, or if a figure printed beside them does. It is rounded differently if it misses by one unit of the last digit at most. A comparison can’t be told if digits that were not printed could decide it.';

/** The rule of what is measured today. */
export const TODAY_RULE =
  'Today’s figure is the same comparison, measured here with present versions. The claim holds if its 95 % CI lies within what the claim allows, and for a single number within 10 % of it. The claim does not hold if the interval lies outside. For the rest we cannot tell.';

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
    .map((verdict) => `${counts[verdict]} “${verdictText(verdict).toLowerCase()}”`);
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
