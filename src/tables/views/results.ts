/** View: what a source printed for each arm under each workload. */
import {
  amounts,
  dataRate,
  throughput,
  timePerOperation,
  type AmountRow,
  type Quantity,
} from '../../figures/amounts.ts';
import { decimalsOf } from '../../numbers/format.ts';
import type { QuotedResult } from '../../harness/record/index.ts';
import type { NamedResult, QuotedRun } from '../../journal/runs.ts';
import { noted, numberCell, numeric, type Table, tableOf, type View, worded } from '../view.ts';
import { capital } from '../../report/words.ts';
import {
  grouped,
  msPerOperation,
  quotedSource,
  recordLabels,
  type RunGroup,
  type ViewPage,
  withRecord,
} from './page.ts';

/** A quoted result with what tells its record from others. */
interface Row extends NamedResult {
  record: string | undefined;
}

/** The kinds of quoted amounts, each with its own axis. */
const kinds: ReadonlyArray<{
  quantity: Quantity;
  /** Named views that draw these amounts already. */
  drawnBy: ReadonlyArray<ViewPage['entry']['data']['views'][number]>;
  valueOf: (result: QuotedResult) => number | undefined;
}> = [
  { quantity: timePerOperation, drawnBy: ['batches'], valueOf: msPerOperation },
  {
    quantity: throughput,
    drawnBy: ['versus'],
    valueOf: (result) =>
      msPerOperation(result) === undefined ? result.operationsPerSecond : undefined,
  },
  {
    quantity: dataRate,
    drawnBy: [],
    valueOf: ({ megabytesPerSecond }) => megabytesPerSecond,
  },
];

/** Columns of a table of quoted results; those that no result fills are left out. */
const columns: ReadonlyArray<readonly [label: string, field: keyof QuotedResult]> = [
  ['Operations', 'operations'],
  ['Clients', 'clients'],
  ['Total (ms)', 'totalMs'],
  ['Per operation (ms)', 'msPerOperation'],
  ['Operations per second', 'operationsPerSecond'],
  ['Latency (ms)', 'latencyMs'],
  ['MB/s', 'megabytesPerSecond'],
];
/** Counts are exact even where the source calls its times approximate. */
const COUNTED: ReadonlyArray<keyof QuotedResult> = ['operations', 'clients'];

/**
 * One view for each kind of amount, setting and client, because these share no axis. Results
 * that named views show already, figure and table, are not shown again.
 */
export function resultViews(page: ViewPage): View[] {
  const named = page.entry.data.views;
  const quoted = page.quoted.map((run) => ({
    ...run,
    results: run.results.filter(
      ({ result }) => !kindOf(result)?.drawnBy.some((view) => named.includes(view)),
    ),
  }));
  const kindsOf = [...kinds, undefined].map((kind) =>
    quoted
      .map((run) => ({
        ...run,
        results: run.results.filter((each) => kindOf(each.result) === kind),
      }))
      .filter(({ results }) => results.length > 0),
  );
  const views = [...kindsOf.flatMap((runs) => grouped(runs).map(quotedView))];
  if (views.length === 1)
    return views.map((view) => ({ ...view, id: 'results', title: 'Results' }));
  return views.map((view, index) => ({ ...view, id: `results-${index + 1}` }));
}

/** The kind of amount of a result; one that hung would have had a time. */
function kindOf(result: QuotedResult) {
  const kind = kinds.find(({ valueOf }) => valueOf(result) !== undefined);
  return kind ?? (result.outcome === 'hung' ? kinds[0] : undefined);
}

function quotedView({ name, runs }: RunGroup<QuotedRun>): Omit<View, 'id'> {
  const labels = recordLabels(runs);
  const rows = runs
    .flatMap(({ id, results }) => results.map((each): Row => ({ ...each, record: labels.get(id) })))
    .sort((a, b) => placeOf(a, runs) - placeOf(b, runs));
  const kind = rows[0] && kindOf(rows[0].result);
  const printed = rows.filter(({ result }) => !isComputed(result));
  const decimals = decimalsOf(printed.map(({ result }) => kind?.valueOf(result)));
  const amountRows = kind ? rows.flatMap((row) => amountOf(row, kind.valueOf, decimals)) : [];
  return {
    title: `${kind === undefined || kind === kinds[0] ? 'Results' : kind.quantity.name}, ${name}`,
    ...(kind && {
      figure: (width: number) => amounts({ rows: amountRows, quantity: kind.quantity, width }),
    }),
    marks: [...new Set(amountRows.map(({ mark }) => mark))],
    source: quotedSource(runs),
    table: quotedTable(`Figures as printed by the source, ${name}`, rows),
  };
}

/** Workloads stay together, whatever record a result is from. */
function placeOf({ workload }: Row, runs: readonly QuotedRun[]): number {
  const ids = runs.flatMap(({ results }) => results.map((each) => each.workload.id));
  return ids.indexOf(workload.id);
}

/** Whether its time per operation is not printed and follows from the total. */
function isComputed(result: QuotedResult): boolean {
  return result.msPerOperation === undefined && msPerOperation(result) !== undefined;
}

function amountOf(
  { workload, arm, result, record }: Row,
  valueOf: (result: QuotedResult) => number | undefined,
  decimals: number,
): AmountRow[] {
  const value = valueOf(result);
  const instead = hangOf(result);
  if (value === undefined && instead === undefined) return [];
  const computed = isComputed(result);
  return [
    {
      group: workload.label,
      label: withRecord(arm.label, record),
      system: arm.system,
      mark: computed ? 'derived' : 'quoted',
      value: value ?? Number.NaN,
      ...(!computed && { decimals }),
      ...(result.approximate && { approximate: true }),
      ...(instead !== undefined && { instead }),
    },
  ];
}

/** Text in place of the time of a batch that hung; undefined for one that ended. */
export function hangOf({ outcome, completed, operations }: QuotedResult): string | undefined {
  if (outcome !== 'hung') return undefined;
  if (completed === undefined || operations === undefined) return 'hung';
  return `hung at ${completed} of ${operations}`;
}

/** Quoted results as printed; columns that no result fills are left out. */
function quotedTable(
  caption: string,
  rows: ReadonlyArray<NamedResult & { record?: string | undefined }>,
): Table {
  type Row = (typeof rows)[number];
  const [only, ...others] = new Set(rows.map(({ arm }) => arm.label));
  // The caption names the arm where there is one alone, and the rows are its runs.
  const runsOf = others.length === 0 && rows.every(({ record }) => record) ? only : undefined;
  const used = columns.flatMap(([label, field]) => {
    const valueOf = ({ result }: Row) => {
      const value = result[field];
      return typeof value === 'number' ? value : undefined;
    };
    const values = rows.map(valueOf);
    if (values.every((value) => value === undefined)) return [];
    const cell = (row: Row) =>
      numberCell(
        valueOf(row),
        decimalsOf(values),
        !COUNTED.includes(field) && row.result.approximate,
      );
    return [numeric(label, cell)];
  });
  return tableOf(rows, {
    ...{ caption: runsOf ? `${caption}: ${runsOf}` : caption, marks: ['quoted'] },
    headingOf: ({ workload }) => workload.label,
    columns: [
      worded(runsOf ? 'Run' : 'System', ({ arm, result, record = '' }) => ({
        ...{ text: runsOf ? capital(record) : withRecord(arm.label, record), system: arm.system },
        ...noted(hangOf(result) ?? (result.validated ? 'results checked by the source' : '')),
      })),
      ...used,
    ],
  });
}
