/** View: how often single times come under one workload, and how many of them wait for an acknowledgement. */
import { formatCount, formatNumber, msDecimals } from '../../figures/format.ts';
import {
  humps as humpsFigure,
  type HumpsRow,
  partText,
  shareIn,
  type Window,
  windowText,
} from '../../figures/humps.ts';
import { CONTROL } from '../../harness/record/index.ts';
import { cellsOf, sortedSamplesUs } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, failureText, discardNames, workloadNames } from '../../report/words.ts';
import { noted, numeric, tableOf, type View } from '../view.ts';
import { measuredSource, missing, severalHeadings, type ViewPage, withRecord } from './page.ts';

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

interface Row extends HumpsRow {
  reason?: string;
}

/**
 * From records whose operations under the workload were timed one by one.
 *
 * @param workload its id
 */
export function humpsView(page: ViewPage, workload: string): View {
  const runs = page.runs.filter(({ record }) => record.plan.workloads.includes(workload));
  const headings = severalHeadings(runs);
  const rows = runs.flatMap((run) => rowsOf(run, workload, headings.get(run.id), page));
  if (!rows.some(({ sortedMs }) => sortedMs.length > 0)) {
    throw missing(
      page,
      `humps:${workload}`,
      'calls of that workload that count, timed one by one,',
    );
  }
  const what = workloadNames(page.study)(workload);
  const waits = rows.some(({ sortedMs }) => shareIn(sortedMs, WINDOWS) >= WORTH_TELLING);
  const at = (label: string, part: number) =>
    numeric<Row>(label, ({ sortedMs, instead }) => {
      const ms = sortedMs[Math.round((sortedMs.length - 1) * part)];
      if (ms === undefined) return { text: instead ?? 'not run', muted: true };
      return { text: formatNumber(ms, msDecimals(ms)) };
    });
  return {
    ...{ id: `humps-${workload}`, title: `How often times come: ${what}`, marks: ['measured'] },
    ...(waits && { sentences: [WAITING] }),
    figure: (width) => humpsFigure({ rows, windows: WINDOWS, width }),
    source: measuredSource(runs),
    table: tableOf(rows, {
      caption: `Times of a call, and how many take ${windowText(WINDOWS)}: ${what}`,
      marks: ['derived'],
      columns: [
        {
          label: 'Arm',
          cell: ({ label, system, reason }) => {
            return { text: label, system, filled: true, ...noted(reason) };
          },
        },
        ...[at('Median (ms)', 0.5), at('p99 (ms)', 0.99), at('Longest (ms)', 1)],
        numeric(windowText(WINDOWS), ({ sortedMs, instead = '' }) => ({
          text: sortedMs.length === 0 ? instead : partText(shareIn(sortedMs, WINDOWS)),
        })),
        numeric('Samples', ({ sortedMs }) => ({ text: formatCount(sortedMs.length) })),
      ],
    }),
  };
}

function rowsOf(
  { record, analysis }: MeasuredRun,
  workload: string,
  heading: string | undefined,
  { names }: ViewPage,
): Row[] {
  const cells = cellsOf(record).filter(
    (cell) => cell.workload === workload && cell.arm !== CONTROL,
  );
  return cells.flatMap((cell): Row[] => {
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
