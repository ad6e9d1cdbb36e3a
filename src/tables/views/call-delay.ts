/** Views of the study of calls between objects: the time of a batch by its calls, and of each suspected part. */
import { batches, type BatchPoint } from '../../figures/batches.ts';
import { decimalsOf, formatCount, formatNumber, msDecimals } from '../../numbers/format.ts';
import { type RangeRow, ranges } from '../../figures/ranges.ts';
import { cellsOf, type Estimate, unitsOf } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import {
  type Addition,
  type Additions,
  additionsOf,
  intervalText,
  msText,
  suspects,
} from '../../report/suspects.ts';
import { countOf, workloadNames } from '../../report/words.ts';
import {
  armCell,
  noted,
  NOTHING,
  numberCell,
  numeric,
  ratioCell,
  type View,
  worded,
} from '../view.ts';
import { measuredView, quotedView, resultsOf, runHeadings, type ViewPage } from './page.ts';
import { hangOf } from './results.ts';

/** A batch as its source printed it. */
interface QuotedBatch extends BatchPoint {
  /** Whether the source says that it checked the results. */
  validated?: boolean | undefined;
  /** Time of one call as printed, in ms. */
  printedMs?: number | undefined;
}

/** From results with a number of operations that have a total, or hung. */
export function batchesView(page: ViewPage): View {
  const rows = resultsOf(page).flatMap(({ arm, result, run }): QuotedBatch[] => {
    const { operations, totalMs, msPerOperation: printedMs, validated } = result;
    const hung = hangOf(result);
    if (operations === undefined || (totalMs === undefined && hung === undefined)) return [];
    return [
      {
        ...{ setting: run.name, label: arm.label, system: arm.system, operations },
        ...(totalMs !== undefined && { totalMs }),
        ...(hung !== undefined && { hung }),
        ...{ printedMs, validated },
      },
    ];
  });
  const bySize = rows.toSorted((a, b) => a.operations - b.operations);
  const total = decimalsOf(rows.map(({ totalMs }) => totalMs));
  const call = decimalsOf(rows.map(({ printedMs }) => printedMs));
  return quotedView(page, bySize, {
    ...{ name: 'batches', title: 'Time of a batch' },
    needs: 'results with operations, and with totalMs or an outcome,',
    figure: (width) => batches({ rows, width }),
    table: {
      caption: 'Time of a batch of calls',
      headingOf: ({ setting }) => setting,
      columns: [
        worded('System', ({ label, system }) => ({ text: label, system })),
        numeric('Calls', ({ operations }) => String(operations)),
        numeric('Total (ms)', ({ totalMs }) => numberCell(totalMs, total)),
        numeric('Per call (ms)', ({ printedMs, totalMs, operations }) =>
          printedMs === undefined && totalMs !== undefined
            ? { ...numberCell(totalMs / operations, 2), mark: 'derived' }
            : numberCell(printedMs, call),
        ),
        worded(
          'Outcome',
          ({ hung, validated }) => hung ?? (validated ? 'ended, results checked' : 'ended'),
        ),
      ],
    },
  });
}

/** A batch with the sessions in which it was tried, and in which it hung. */
interface Batch extends BatchPoint {
  sessions: number;
  hangs: number;
}

/** Batches of calls at once, without a payload, to one object. */
const BATCH = /^calls-\d+$/;

/** From records with batches of two sizes or more. The figure has one arm of each system, the table all. */
export function callsView(page: ViewPage): View {
  const { runs } = page;
  const headings = runHeadings(runs);
  const points = runs.flatMap((run) => batchesOf(run, headings.get(run.id) ?? '', page));
  const leading = new Map<string, string>();
  for (const { system, label } of points) {
    if (!leading.has(system)) leading.set(system, label);
  }
  const drawn = points.filter(({ system, label }) => leading.get(system) === label);
  const decimals = ({ totalMs = Number.NaN }: Batch) => msDecimals(totalMs);
  return measuredView(page, runs, points, {
    ...{ name: 'calls', title: 'Time of a batch by its calls', marks: ['measured'] },
    needs: 'batches of calls at once, of two sizes or more,',
    isEnough: new Set(points.map(({ operations }) => operations)).size > 1,
    figure: (width) => batches({ rows: drawn, width, measured: true }),
    table: {
      caption: 'Time of a batch of calls at once',
      note: 'Median over sessions, with its interval. What hung has no time; its sessions are counted beside it.',
      headingOf: ({ setting }) => setting,
      columns: [
        worded('Arm', (batch) => armCell(batch)),
        numeric('Calls', ({ operations }) => formatCount(operations)),
        numeric('Batch (ms)', (batch) => numberCell(batch.totalMs, decimals(batch))),
        numeric('Interval', (batch) => {
          const { low, high } = batch;
          if (low === undefined || high === undefined) return NOTHING;
          return [low, high].map((end) => formatNumber(end, decimals(batch))).join('–');
        }),
        numeric('Per call (ms)', ({ totalMs = Number.NaN, operations }) =>
          numberCell(totalMs / operations, 4),
        ),
        worded('Outcome', ({ hung, hangs, sessions }) =>
          hung === undefined
            ? 'finished'
            : { text: hung, note: `in ${formatCount(hangs)} of ${countOf(sessions, 'session')}` },
        ),
      ],
    },
  });
}

function batchesOf(
  { record, analysis }: MeasuredRun,
  setting: string,
  { names }: ViewPage,
): Batch[] {
  const units = unitsOf(record);
  return cellsOf(record)
    .filter(({ workload }) => BATCH.test(workload))
    .map(({ arm, workload, load: { callsPerOperation: operations = 1 } }): Batch => {
      const summary = analysis.arms.find((each) => each.arm === arm && each.workload === workload);
      const { estimate, interval } = summary?.msPerOperation ?? {};
      const own = units.filter((each) => each.workload === workload && each.unit.arm === arm);
      const sessions = Map.groupBy(own, ({ unit }) => unit.session);
      const stalled = own.filter(({ unit }) => unit.void === 'stalled');
      const hung = stalled.length > 0 ? hungText(stalled, operations) : undefined;
      const { label, spoken, system } = names(arm);
      return {
        ...{ setting, label, spoken, system, operations },
        ...(estimate !== undefined && { totalMs: estimate }),
        ...(interval && { low: interval.low, high: interval.high }),
        ...(hung !== undefined && { hung }),
        sessions: sessions.size,
        hangs: new Set(stalled.map(({ unit }) => unit.session)).size,
      };
    })
    .filter(({ totalMs, hung }) => totalMs !== undefined || hung !== undefined)
    .toSorted((one, other) => one.operations - other.operations);
}

/** Text in place of a time: how many calls had returned, where a turn says it. */
function hungText(stalled: ReturnType<typeof unitsOf>, operations: number): string {
  const told = stalled.map(({ unit }) => /^(\d+) calls had returned/.exec(unit.detail ?? '')?.[1]);
  const done = told.find((returned) => returned !== undefined);
  return done === undefined ? 'hung' : `hung at ${done} of ${formatCount(operations)}`;
}

interface Row extends RangeRow {
  /** In ms; below nought where it takes time away. */
  ms: number;
  system: string;
  ratio: Addition['ratio'] | undefined;
}

/** From records that hold the reference, every part alone, and all together. */
export function suspectsView(page: ViewPage): View {
  const { study, runs, names, reference } = page;
  const { system } = names(study.reference);
  const found = runs.flatMap((run) => {
    const cells = cellsOf(run.record);
    const [first, ...rest] = run.record.plan.workloads.flatMap((workload) => {
      const own = cells.filter((cell) => cell.workload === workload);
      return additionsOf(suspects, study.reference, own) ?? [];
    });
    return first === undefined ? [] : [{ run, all: [first, ...rest] as const }];
  });
  const workloadName = workloadNames(study);
  const headings = runHeadings(runs);
  const rows = found.flatMap(({ run, all }) =>
    all.flatMap((each) => {
      const name = workloadName(each.workload);
      return partRows(each, system, runs.length === 1 ? name : `${name}, ${headings.get(run.id)}`);
    }),
  );
  const caption = `What each part adds to a call of ${reference}`;
  const arms = [study.reference, ...suspects.parts.map(({ arm }) => arm), suspects.together];
  return measuredView(page, runs, rows, {
    ...{ name: 'suspects', title: 'Which part it is' },
    needs: `sessions with the arms ${arms.join(', ')}`,
    figure: (width) =>
      ranges({
        ...{ rows, width, title: caption, axis: 'ms added to a call' },
        note: `Time that is added to a call of ${reference}; nought adds nothing. A hollow shape is a sum of the single parts, which did not run.`,
      }),
    table: {
      caption,
      note: 'Time of a batch less that of the reference in the same round, divided by its calls, with the 95 % interval across sessions. Sums and what goes beyond them are formed within each session.',
      headingOf: ({ group }) => group,
      columns: [
        worded('Part', ({ label, system: of, filled = false }) => {
          return { text: label, system: of, filled };
        }),
        numeric('Adds (ms per call)', ({ ms, low, high }) => ({
          text: formatNumber(ms, msDecimals(ms)),
          ...noted(intervalText({ low, high }, ms)),
        })),
        numeric('Time of the reference', ({ ratio }) =>
          ratioCell(ratio && { value: ratio.estimate, ...ratio.interval }),
        ),
      ],
    },
  });
}

function partRows(
  { parts, together, sum, beyond }: Additions,
  system: string,
  group: string,
): Row[] {
  const row = (
    label: string,
    { estimate, interval }: Estimate,
    ratio?: Addition['ratio'],
  ): Row => ({
    ...{ group, label, system, ratio, ms: estimate, points: [estimate], filled: true },
    ...(interval && { low: interval.low, high: interval.high }),
    text: msText({ estimate, interval }),
  });
  const ran = ({ alone, added, ratio }: Addition) => row(alone, added, ratio);
  return [
    ...parts.map(ran),
    { ...row('The single parts, summed up', sum), filled: false },
    ran(together),
    { ...row('All together, beyond that sum', beyond), filled: false },
  ];
}
