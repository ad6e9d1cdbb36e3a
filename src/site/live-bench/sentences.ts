/** Sentences over a table: what is published, and how a reader’s run compares. Each follows the class of a ratio. */
import { agreementOf, classBeside, isSamePlace, ratioIn } from '../../results/pairs.ts';
import { differencesBetween } from '../../results/conditions.ts';
import { clientName, distanceName, possessive, spokenName } from '../../results/names.ts';
import {
  capitalized,
  countOf,
  formatMs,
  formatNumber,
  formatRatio,
  listed,
} from '../../results/numbers/format.ts';
import { formatInterval } from '../../results/numbers/quantity.ts';
import type { Ratio, Row } from '../../results/result.ts';
import { referenceOf } from '../../results/tables/library-table.ts';
import type { ComparedRun, LiveConfig, Panel } from './panel.ts';

type Named = (arm: string) => { label: string };
type Pair = NonNullable<LiveConfig['pair']>;

/** The ratio of a question in a panel: `One write from a browser, same machine: A takes 1.11× B’s time.` */
export function headlineOf(
  { caption, rows }: Pick<Panel, 'caption' | 'rows'>,
  { of, to, names }: Pair,
): string {
  const ratio = ratioIn(rows, of, to);
  if (ratio?.class === undefined) return `${caption}.`;
  const [name, reference] = names;
  const found = formatRatio(ratio.value);
  if (ratio.class === 'within') return `${caption}: ${name} is within 10 % of ${reference}.`;
  if (ratio.class === 'open') {
    return `${caption}: we cannot tell whether ${name} is faster or slower than ${reference}.`;
  }
  return `${caption}: ${name} takes ${found} ${possessive(reference)} time.`;
}

/** An arm that both results compare with the reference of its group, under equal conditions. */
interface Pairing {
  arm: string;
  reference: string;
  published: Ratio;
  yours: Ratio;
}

/** The ratio of two arms among rows of one operation, under equal conditions. */
export function equalRatio(rows: readonly Row[], arm: string, to: string): Ratio | undefined {
  const [row, other] = [arm, to].map((id) => rows.find((each) => each.arm === id));
  const isEqual = row && differencesBetween(row, other).length === 0;
  return isEqual ? ratioIn(rows, arm, to) : undefined;
}

function pairingsOf(panel: Panel, own: readonly Row[], isWhole: boolean): Pairing[] {
  return panel.groups.flatMap((group) =>
    group.arms.flatMap((arm): Pairing[] => {
      const reference = referenceOf(group);
      const published = equalRatio(panel.rows, arm, reference);
      const yours = equalRatio(own, arm, reference);
      // A run that was stopped says nothing where it has no interval.
      const says = yours !== undefined && (isWhole || yours.low !== undefined);
      return published && says ? [{ arm, reference, published, yours }] : [];
    }),
  );
}

interface OwnRun {
  /** Rows of the run, of the panel’s operation. */
  rows: readonly Row[];
  /** False of a run that was stopped. */
  isWhole: boolean;
  /** The arms that the question is about, if it is about two. */
  pair?: Pair | undefined;
}

/**
 * What a run found, beside what is published. Figures are set against figures only where both were measured at the
 * same kind of place.
 */
export function runSentence(panel: Panel, run: OwnRun, library: Named): string {
  const { rows, isWhole, pair } = run;
  const all = pairingsOf(panel, rows, isWhole);
  const asked = all.filter(({ arm, reference }) => arm === pair?.of && reference === pair.to);
  const pairings = asked.length > 0 ? asked : all;
  const [row] = rows;
  const [published] = panel.rows;
  if (pairings.length === 0 || row === undefined || published === undefined) {
    if (rows.some(({ conditions }) => conditions)) {
      return 'The configurations had different conditions, so they cannot be compared.';
    }
    return rows.some(({ time }) => time) && isWhole
      ? 'It has too few rounds for a comparison. Run again while this machine does nothing else.'
      : 'It ended before four sessions were done: too few for a comparison.';
  }
  const sentence = isSamePlace(row, published)
    ? sameSentence(pairings, asked.length > 0, pair, library)
    : elsewhereSentence(panel, pairings, library);
  return [sentence, timesSentence(panel, rows, library)].filter(Boolean).join(' ');
}

function sameSentence(
  pairings: readonly Pairing[],
  isAsked: boolean,
  pair: Pair | undefined,
  library: Named,
): string {
  const found = pairings.map(({ arm, published, yours }) => ({
    label: library(arm).label,
    agreement: agreementOf(yours, published, pairings.length),
  }));
  if (isAsked && pair) return askedSentence(pairings[0]!.yours, found[0]!.agreement, pair);
  // A study shows several configurations of a library.
  const counted = pair
    ? countOf(found.length, 'configuration')
    : countOf(found.length, 'library', 'libraries');
  return countSentence(found, counted, (label, times) => `${label} takes ${times} times ours`);
}

/**
 * How many of them came out as ours did.
 *
 * @param counted how many they are, in words
 * @param differs says of one by how many times it differs from ours
 */
export function countSentence(
  found: ReadonlyArray<{ label: string; agreement: ReturnType<typeof agreementOf> }>,
  counted: string,
  differs: (label: string, times: string) => string,
): string {
  const namesOf = (kind: string) =>
    found.flatMap(({ label, agreement }) => (agreement?.kind === kind ? [label] : []));
  const [same, noisy] = [namesOf('same'), namesOf('noisy')];
  const differing = found.flatMap(({ label, agreement }) =>
    agreement?.kind === 'differs' ? [differs(label, ends(agreement))] : [],
  );
  const named = same.length > 0 && same.length <= FEW ? ` (${listed(same)})` : '';
  if (noisy.length === found.length)
    return `None of ${counted} is known to differ from ours, but the run is too noisy to tell 10 %.`;
  return [
    `${same.length} of ${counted} came out within 10 % of ours${named}.`,
    ...(differing.length <= FEW
      ? differing.map((each) => `${each}.`)
      : [`${differing.length} differ from ours.`]),
    ...(noisy.length > 0 ? [`Too noisy to tell: ${fewOf(noisy)}.`] : []),
  ].join(' ');
}

/** Most names in a sentence: the line has room for two lines of text. */
const FEW = 2;

const fewOf = (names: readonly string[]): string =>
  names.length <= FEW ? listed(names) : String(names.length);

const ends = ({ low, high }: { low: number; high: number }): string =>
  [low, high].map((each) => formatNumber(each, 2)).join('–');

function askedSentence(
  yours: Ratio,
  agreement: ReturnType<typeof agreementOf>,
  { names: [name, reference] }: Pair,
): string {
  const interval = formatInterval(yours);
  const takes = `${name} takes ${formatRatio(yours.value)} ${possessive(reference)} time`;
  const withInterval = interval === '' ? takes : `${takes} (95 % CI ${interval})`;
  if (agreement?.kind === 'same') return `${withInterval}, the same as ours within 10 %.`;
  if (agreement?.kind === 'differs')
    return `${withInterval}. That is ${ends(agreement)} times ours.`;
  return `${withInterval}, too noisy to compare with ours.`;
}

/** The ratio of the question in a run, for the strip of a study. */
export function ownRatio(
  panel: Panel,
  { rows, pair }: Pick<OwnRun, 'rows' | 'pair'>,
): { ratio: string; interval: string; note: string } | undefined {
  const found = pairingsOf(panel, rows, true).find(
    ({ arm, reference }) => arm === pair?.of && reference === pair.to,
  );
  const [row] = rows;
  const [ours] = panel.rows;
  if (found === undefined || row === undefined || ours === undefined) return undefined;
  const { yours, published } = found;
  const agreement = isSamePlace(row, ours) ? agreementOf(yours, published, 1) : undefined;
  const ends = formatInterval(yours);
  const place = classBeside(yours.class, published.class);
  return {
    ratio: formatRatio(yours.value),
    interval: ends === '' ? '' : `(${ends})`,
    note: agreement === undefined ? `${capitalized(place)}.` : agreementWords[agreement.kind],
  };
}

const agreementWords = {
  same: 'The same as ours within 10 %.',
  differs: 'Not the same as ours.',
  noisy: 'Too noisy to compare with ours.',
} as const;

function elsewhereSentence(
  { client, roundTripMs }: Panel,
  pairings: readonly Pairing[],
  library: Named,
): string {
  const said = classesSentence(
    pairings.map((each) => ({ ...each, label: library(each.arm).label })),
  );
  return `Yours is from this browser, ours from ${clientName(client)}, ${distanceName({ roundTripMs })}: only faster or slower can be compared. ${said}`;
}

/** Which of them are on the same side of 1× as ours, if the figures cannot be compared. */
export function classesSentence(
  found: ReadonlyArray<{ label: string; yours: Ratio; published: Ratio }>,
): string {
  return [
    ...Map.groupBy(found, ({ yours, published }) => classBeside(yours.class, published.class)),
  ]
    .map(([words, own]) => `${capitalized(words)}: ${fewOf(own.map(({ label }) => label))}.`)
    .join(' ');
}

/** How long the plain way takes here and there: a reader’s times may be ten times ours. */
function timesSentence({ groups, rows: published }: Panel, rows: readonly Row[], library: Named) {
  const [{ plain } = { plain: '' }] = groups;
  const [own, ours] = [rows, published].map(
    (each) => each.find(({ arm }) => arm === plain)?.time?.value,
  );
  if (own === undefined || ours === undefined) return '';
  const name = spokenName(library(plain).label);
  return `${capitalized(name)}: ${formatMs(own)} here, ${formatMs(ours)} in our runs.`;
}

/** Words under the head of the reader’s column, the same in every state if they name other code. */
export const ownNote = ({ standIn }: ComparedRun, whose: string): string =>
  standIn === undefined ? whose : 'our own code';
