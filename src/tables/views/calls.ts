/** View: the time of a batch against the calls in it, as measured here, with what hung. */
import { batches, type BatchPoint } from '../../figures/batches.ts';
import { formatCount, formatNumber, msDecimals } from '../../figures/format.ts';
import { cellsOf, unitsOf } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { countOf } from '../../report/words.ts';
import { NOTHING, numberCell, numeric, tableOf, type View } from '../view.ts';
import { measuredSource, missing, runHeadings, type ViewPage } from './page.ts';

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
  if (new Set(points.map(({ operations }) => operations)).size < 2) {
    throw missing(page, 'calls', 'batches of calls at once, of two sizes or more,');
  }
  const leading = new Map<string, string>();
  for (const { system, label } of points) {
    if (!leading.has(system)) leading.set(system, label);
  }
  const drawn = points.filter(({ system, label }) => leading.get(system) === label);
  const decimals = ({ totalMs = Number.NaN }: Batch) => msDecimals(totalMs);
  return {
    ...{ id: 'calls', title: 'Time of a batch by its calls' },
    ...{ marks: ['measured'], source: measuredSource(runs) },
    figure: (width) => batches({ rows: drawn, width, measured: true }),
    table: tableOf(points, {
      ...{ caption: 'Time of a batch of calls at once', marks: ['derived'] },
      note: 'Median over sessions, with its interval. What hung has no time; its sessions are counted beside it.',
      headingOf: ({ setting }) => setting,
      columns: [
        { label: 'Arm', cell: ({ label, system }) => ({ text: label, system, filled: true }) },
        numeric('Calls', ({ operations }) => ({ text: formatCount(operations) })),
        numeric('Batch (ms)', (batch) => numberCell(batch.totalMs, decimals(batch))),
        numeric('Interval', (batch) => {
          const { low, high } = batch;
          if (low === undefined || high === undefined) return NOTHING;
          const ends = [low, high].map((end) => formatNumber(end, decimals(batch)));
          return { text: ends.join('–') };
        }),
        numeric('Per call (ms)', ({ totalMs, operations }) =>
          numberCell(totalMs === undefined ? undefined : totalMs / operations, 4),
        ),
        {
          label: 'Outcome',
          cell: ({ hung, hangs, sessions }) =>
            hung === undefined
              ? { text: 'finished' }
              : { text: hung, note: `in ${formatCount(hangs)} of ${countOf(sessions, 'session')}` },
        },
      ],
    }),
  };
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

/** What stands in place of a time: how many calls had returned, where somebody was told. */
function hungText(stalled: ReturnType<typeof unitsOf>, operations: number): string {
  const told = stalled.map(({ unit }) => /^(\d+) calls had returned/.exec(unit.detail ?? '')?.[1]);
  const done = told.find((returned) => returned !== undefined);
  return done === undefined ? 'hung' : `hung at ${done} of ${formatCount(operations)}`;
}
