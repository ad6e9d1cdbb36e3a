/**
 * Views of the study of gRPC servers: the subject beside the reference, as its source printed both, the gains
 * it expects, and how often single times come.
 */
import {
  formatCount,
  formatNumber,
  formatRatio,
  formatSpan,
  msDecimals,
} from '../../numbers/format.ts';
import {
  humps as humpsFigure,
  type HumpsRow,
  partText,
  shareIn,
  type Window,
  windowText,
} from '../../figures/humps.ts';
import type { OfSystem } from '../../figures/figure.ts';
import { factor, type RangeRow, ranges, rangeText } from '../../figures/ranges.ts';
import { type RatioRow, ratios } from '../../figures/ratios.ts';
import { bandOf, shareText } from '../../figures/shares.ts';
import { CONTROL } from '../../harness/record/index.ts';
import { cellsOf, sortedSamplesUs } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, failureText, discardNames, workloadNames } from '../../report/words.ts';
import { armCell, numeric, type View, worded } from '../view.ts';
import {
  endsOf,
  figureOf,
  figuresUnder,
  measuredView,
  missing,
  quotedView,
  resultsOf,
  severalHeadings,
  type ViewPage,
  withRecord,
} from './page.ts';

const BOTH = 'results of the subject and the reference with operationsPerSecond';

/** One side of a pair: its calls a second. */
type Side = OfSystem & { perSecond: number };

/** Subject and reference under one workload. */
interface Pair {
  workload: string;
  subject: Side;
  reference: Side;
}

/** Subject's throughput ÷ reference's, as a fraction. */
const shareOf = ({ subject, reference }: Pair): number => subject.perSecond / reference.perSecond;

/** Pairs of the study's first subject and its reference, by workload. */
function pairsOf(page: Pick<ViewPage, 'study' | 'quoted'>): Pair[] {
  const { study } = page;
  const results = resultsOf(page);
  return study.workloads.flatMap((workload): Pair[] => {
    const side = (id: string | undefined) => {
      const found = results.find((each) => each.workload === workload && each.arm.id === id);
      const perSecond = found?.result.operationsPerSecond;
      return found && perSecond !== undefined
        ? { label: found.arm.label, system: found.arm.system, perSecond }
        : undefined;
    };
    const [subject, reference] = [side(study.subjects[0]), side(study.reference)];
    return subject && reference ? [{ workload: workload.label, subject, reference }] : [];
  });
}

/** The subject's share of the reference's throughput, and both side by side. */
export function versusView(page: ViewPage): View {
  const pairs = pairsOf(page);
  const [first] = pairs;
  if (first === undefined) throw missing(page, 'versus', `${BOTH} under one workload`);
  const { subject, reference } = first;
  const derived = { mark: 'derived' } as const;
  const shares = formatSpan(pairs.map(shareOf), shareText);
  const rows = pairs.map((pair): RatioRow => {
    const { label, system } = pair.subject;
    return { workload: pair.workload, label, system, mark: 'quoted', ratio: shareOf(pair) };
  });
  return quotedView(page, pairs, {
    ...{ name: 'versus', title: 'Side by side', marks: ['quoted', 'derived'] },
    needs: BOTH,
    figure: (width) => ({
      ...ratios({ rows, width, reference: reference.label, ofRates: true }),
      title: `${subject.label} answers ${shares} of the calls that ${reference.label} answers`,
    }),
    table: {
      caption: `${subject.label} against ${reference.label}`,
      columns: [
        worded('Workload', ({ workload }) => workload),
        numeric(`${reference.label} (/s)`, (pair) => formatCount(pair.reference.perSecond)),
        numeric(`${subject.label} (/s)`, (pair) => formatCount(pair.subject.perSecond)),
        numeric('Part of the reference', (pair) => shareText(shareOf(pair)), derived),
        numeric('Times slower', (pair) => formatRatio(1 / shareOf(pair)), derived),
        worded('Band', (pair) => {
          const { name, range } = bandOf(shareOf(pair));
          return { text: name, note: range };
        }),
      ],
    },
  });
}

/**
 * From figures `gain.<name>` with the unit ×, the figure `target` in % of the reference, and
 * throughputs of subject and reference, which say how far away the target is.
 */
export function optimisationsView(page: ViewPage): View {
  const expected = figuresUnder(page, 'gain.').filter(({ figure }) => figure.unit === '×');
  const target = figureOf(page, 'target', '%');
  const pairs = pairsOf(page);
  if (expected.length === 0) throw missing(page, 'optimisations', 'figures gain.<name> with ×');
  if (target === undefined) throw missing(page, 'optimisations', 'a figure target in %');
  const gain = (group: string, label: string, low: number, high: number, filled = true) => ({
    ...{ group, label, low, high, filled, text: rangeText(low, high) },
  });
  const single = expected.map(({ figure }) => {
    const { low, high } = endsOf(figure);
    return gain('What the source expects of each', figure.label, low, high, false);
  });
  const product = (end: 'low' | 'high') => single.reduce((all, each) => all * each[end], 1);
  const { low, high } = endsOf(target);
  const rows = [
    ...single,
    gain('All of them together', 'Product of all factors', product('low'), product('high')),
    ...pairs.map((pair) =>
      gain(
        'What the target would need',
        `${pair.workload}, to ${low}–${high} % of ${pair.reference.label}`,
        low / 100 / shareOf(pair),
        high / 100 / shareOf(pair),
      ),
    ),
  ] satisfies RangeRow[];
  const caption = 'Gains expected, and what the target would need';
  return quotedView(page, rows, {
    ...{ name: 'optimisations', title: 'Gains expected', marks: ['quoted', 'derived'] },
    needs: BOTH,
    isEnough: pairs.length > 0,
    figure: (width) =>
      ranges({
        ...{ title: caption, rows, width, axis: 'factor, log scale', ofFactors: true },
        note: 'Factors on a log scale, from 1×, which is no gain. What the source expects is quoted; the rest is computed here.',
      }),
    table: {
      ...{ caption, marks: ['quoted', 'derived'] },
      headingOf: ({ group }) => group,
      columns: [
        worded('Gain', ({ label, filled }) => ({
          ...{ text: label, mark: filled ? 'derived' : 'quoted' },
        })),
        numeric('From', (row) => factor(row.low)),
        numeric('To', (row) => factor(row.high)),
      ],
    },
  });
}

/**
 * Around the 40 ms for which Linux holds back an acknowledgement, and twice that: a request waits, or a
 * request and its answer.
 */
const WINDOWS: readonly Window[] = [
  { from: 35, to: 50 },
  { from: 75, to: 105 },
];
const WAITING =
  'About 40 ms is how long Linux holds back an acknowledgement. A sender without TCP_NODELAY waits for it before it sends the rest of what it has begun (Nagle’s algorithm). Where the request waits and the answer as well, a call takes twice that.';
/** Part of an arm’s calls from which on they are worth a sentence. */
const WORTH_TELLING = 0.01;

interface TimesRow extends HumpsRow {
  reason?: string;
}

/**
 * How often single times come under one workload, and how many of them wait for an acknowledgement: from
 * records whose operations under the workload were timed one by one.
 *
 * @param workload its id
 */
export function humpsView(page: ViewPage, workload: string): View {
  const runs = page.runs.filter(({ record }) => record.plan.workloads.includes(workload));
  const headings = severalHeadings(runs);
  const rows = runs.flatMap((run) => timesOf(run, workload, headings.get(run.id), page));
  const what = workloadNames(page.study)(workload);
  const waits = rows.some(({ sortedMs }) => shareIn(sortedMs, WINDOWS) >= WORTH_TELLING);
  const at = (label: string, part: number) =>
    numeric<TimesRow>(label, ({ sortedMs, instead }) => {
      const ms = sortedMs[Math.round((sortedMs.length - 1) * part)];
      if (ms === undefined) return { text: instead ?? 'not run', muted: true };
      return formatNumber(ms, msDecimals(ms));
    });
  return measuredView(page, runs, rows, {
    ...{ name: `humps:${workload}`, title: `How often times come: ${what}`, marks: ['measured'] },
    needs: 'calls of that workload that count, timed one by one,',
    isEnough: rows.some(({ sortedMs }) => sortedMs.length > 0),
    ...(waits && { sentences: [WAITING] }),
    figure: (width) => humpsFigure({ rows, windows: WINDOWS, width }),
    table: {
      caption: `Times of a call, and how many take ${windowText(WINDOWS)}: ${what}`,
      columns: [
        worded('Arm', (row) => armCell(row, row.reason)),
        ...[at('Median (ms)', 0.5), at('p99 (ms)', 0.99), at('Longest (ms)', 1)],
        numeric(windowText(WINDOWS), ({ sortedMs, instead = '' }) =>
          sortedMs.length === 0 ? instead : partText(shareIn(sortedMs, WINDOWS)),
        ),
        numeric('Samples', ({ sortedMs }) => formatCount(sortedMs.length)),
      ],
    },
  });
}

function timesOf(
  { record, analysis }: MeasuredRun,
  workload: string,
  heading: string | undefined,
  { names }: ViewPage,
): TimesRow[] {
  const cells = cellsOf(record).filter(
    (cell) => cell.workload === workload && cell.arm !== CONTROL,
  );
  return cells.flatMap((cell): TimesRow[] => {
    const { label, system } = names(cell.arm);
    const found = analysis.arms.find((each) => each.arm === cell.arm && each.workload === workload);
    const { failure, quantilesMs } = found ?? {};
    // Operations that were timed as one, or are too short for the clock, have no times of their own.
    if (cell.units.length > 0 && quantilesMs === undefined) return [];
    const sortedMs = sortedSamplesUs(cell).map((us) => us / 1000);
    return [
      {
        ...{ label: withRecord(label, heading), system, sortedMs },
        ...(failure && {
          instead: discardNames[failure.reason],
          reason: capital(failureText(failure)),
        }),
      },
    ];
  });
}
