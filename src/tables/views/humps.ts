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
import { TWIN } from '../../harness/record/index.ts';
import { cellsOf, sortedSamplesUs } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, failureText, voidNames, workloadNames } from '../../report/words.ts';
import { type Cell, numbers, type View } from '../view.ts';
import { measuredSource, missing, runHeadings, type ViewPage, withRecord } from './page.ts';

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
  const headings = runs.length > 1 ? runHeadings(runs) : new Map<string, string>();
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
  return {
    id: `humps-${workload}`,
    title: `How often times come: ${what}`,
    ...(waits && { sentences: [WAITING] }),
    figure: (width) => humpsFigure({ rows, windows: WINDOWS, width }),
    marks: ['measured'],
    source: measuredSource(runs),
    table: {
      caption: `Times of a call, and how many take ${windowText(WINDOWS)}: ${what}`,
      marks: ['derived'],
      columns: [
        { label: 'Arm' },
        ...numbers([
          ...['Median (ms)', 'p99 (ms)', 'Longest (ms)'],
          ...[windowText(WINDOWS), 'Samples'],
        ]),
      ],
      groups: [{ rows: rows.map(cellsOfRow) }],
    },
  };
}

function rowsOf(
  { record, analysis }: MeasuredRun,
  workload: string,
  heading: string | undefined,
  { names }: ViewPage,
): Row[] {
  const cells = cellsOf(record).filter((cell) => cell.workload === workload && cell.arm !== TWIN);
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
          instead: voidNames[failure.reason],
          reason: capital(failureText(failure)),
        }),
      },
    ];
  });
}

function cellsOfRow({ label, system, sortedMs, instead, reason }: Row): Cell[] {
  const at = (part: number) => sortedMs[Math.round((sortedMs.length - 1) * part)];
  return [
    { text: label, system, filled: true, ...(reason !== undefined && { note: reason }) },
    ...[0.5, 0.99, 1].map((part): Cell => {
      const ms = at(part);
      if (ms === undefined) return { text: instead ?? 'not run', muted: true };
      return { text: formatNumber(ms, msDecimals(ms)) };
    }),
    { text: sortedMs.length === 0 ? (instead ?? '') : partText(shareIn(sortedMs, WINDOWS)) },
    { text: formatCount(sortedMs.length) },
  ];
}
