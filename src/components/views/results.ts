/** View: what each arm took under each workload. */
import {
  amounts,
  dataRate,
  throughput,
  timePerOperation,
  type AmountRow,
  type Quantity,
} from '../../figures/amounts.ts';
import { formatNumber, msDecimals } from '../../figures/format.ts';
import type { QuotedResult } from '../../harness/quoted-record.ts';
import type { ArmSummary } from '../../harness/statistics-summary.ts';
import type { MeasuredRun, QuotedRun } from '../entry-data.ts';
import type { NamedResult } from '../quoted.ts';
import type { Cell, Column, Table, View } from '../view.ts';
import { msPerOperation } from './figures-of.ts';
import { decimalsOf, numberCell } from './numbers.ts';
import {
  grouped,
  measuredSource,
  quotedSource,
  recordLabels,
  withRecord,
  type RunGroup,
  type ViewPage,
} from './page.ts';

/** A quoted result with what tells its record from others. */
interface Row extends NamedResult {
  record: string | undefined;
}

/** The kinds of quoted amounts, each with its own axis. */
const kinds: ReadonlyArray<{
  quantity: Quantity;
  /** Named views that draw these amounts already. */
  drawnBy: readonly string[];
  valueOf: (result: QuotedResult) => number | undefined;
}> = [
  { quantity: timePerOperation, drawnBy: ['batches'], valueOf: msPerOperation },
  {
    quantity: throughput,
    drawnBy: ['transports', 'versus'],
    valueOf: (result) =>
      msPerOperation(result) === undefined ? result.operationsPerSecond : undefined,
  },
  {
    quantity: dataRate,
    drawnBy: ['transfer'],
    valueOf: ({ megabytesPerSecond }) => megabytesPerSecond,
  },
];

/** Columns of a table of quoted results; those that no result fills are left out. */
const columns: ReadonlyArray<{
  label: string;
  valueOf: (result: QuotedResult) => number | undefined;
}> = [
  { label: 'Operations', valueOf: ({ operations }) => operations },
  { label: 'Clients', valueOf: ({ clients }) => clients },
  { label: 'Total (ms)', valueOf: ({ totalMs }) => totalMs },
  { label: 'Per operation (ms)', valueOf: ({ msPerOperation: ms }) => ms },
  { label: 'Operations per second', valueOf: ({ operationsPerSecond }) => operationsPerSecond },
  { label: 'Latency (ms)', valueOf: ({ latencyMs }) => latencyMs },
  { label: 'MB/s', valueOf: ({ megabytesPerSecond }) => megabytesPerSecond },
];

/** One view for each setting and client, because times of different settings share no axis. */
export function resultViews(page: ViewPage): View[] {
  const views = [
    ...grouped(page.quoted)
      .filter(({ runs }) => runs.some(({ results }) => results.length > 0))
      .map((group) => quotedView(group, page.entry.data.views)),
    ...grouped(page.runs).map((group) => measuredView(group, page)),
  ];
  if (views.length === 1)
    return views.map((view) => ({ ...view, id: 'results', title: 'Results' }));
  return views.map((view, index) => ({ ...view, id: `results-${index + 1}` }));
}

function quotedView(
  { name, runs }: RunGroup<QuotedRun>,
  named: readonly string[],
): Omit<View, 'id'> {
  const labels = recordLabels(runs);
  const rows = runs
    .flatMap(({ id, results }) => results.map((each): Row => ({ ...each, record: labels.get(id) })))
    .sort((a, b) => placeOf(a, runs) - placeOf(b, runs));
  const kind = kinds.find(
    ({ drawnBy, valueOf }) =>
      !drawnBy.some((view) => named.includes(view)) &&
      rows.some(({ result }) => valueOf(result) !== undefined),
  );
  const amountRows = kind ? rows.flatMap((row) => amountOf(row, kind.valueOf)) : [];
  return {
    title: `Results, ${name}`,
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

function amountOf(
  { workload, arm, result, record }: Row,
  valueOf: (result: QuotedResult) => number | undefined,
): AmountRow[] {
  const value = valueOf(result);
  const instead = hangOf(result);
  if (value === undefined && instead === undefined) return [];
  const computed =
    value !== undefined && result.msPerOperation === undefined && result.totalMs !== undefined;
  return [
    {
      group: workload.label,
      label: withRecord(arm.label, record),
      system: arm.system,
      mark: computed ? 'derived' : 'quoted',
      value: value ?? Number.NaN,
      ...(result.approximate && { approximate: true }),
      ...(instead !== undefined && { instead }),
    },
  ];
}

/** What stands in place of the time of a batch that hung; undefined for one that ended. */
export function hangOf({ outcome, completed, operations }: QuotedResult): string | undefined {
  if (outcome !== 'hung') return undefined;
  if (completed === undefined || operations === undefined) return 'hung';
  return `hung at ${completed} of ${operations}`;
}

/** Quoted results as printed; columns that no result fills are left out. */
export function quotedTable(
  caption: string,
  rows: ReadonlyArray<NamedResult & { record?: string | undefined }>,
): Table {
  const used = columns
    .map((column) => ({ ...column, values: rows.map(({ result }) => column.valueOf(result)) }))
    .filter(({ values }) => values.some((value) => value !== undefined))
    .map((column) => ({ ...column, decimals: decimalsOf(column.values) }));
  const cells = ({ arm, result, record }: (typeof rows)[number]): Cell[] => {
    const [note] = [hangOf(result), result.validated && 'results checked by the source'].filter(
      (each) => typeof each === 'string',
    );
    return [
      { text: withRecord(arm.label, record), system: arm.system, ...(note && { note }) },
      ...used.map(({ valueOf, decimals }) =>
        numberCell(valueOf(result), decimals, result.approximate),
      ),
    ];
  };
  return {
    caption,
    marks: ['quoted'],
    columns: [{ label: 'System' }, ...used.map(({ label }): Column => ({ label, number: true }))],
    groups: [...Map.groupBy(rows, ({ workload }) => workload.label)].map(([heading, members]) => ({
      heading,
      rows: members.map(cells),
    })),
  };
}

function measuredView(
  { name, runs }: RunGroup<MeasuredRun>,
  { study, names }: Pick<ViewPage, 'study' | 'names'>,
): Omit<View, 'id'> {
  const labels = recordLabels(runs);
  const workloadName = (id: string): string =>
    study.workloads.find((workload) => workload.id === id)?.label ?? id;
  const rows = runs.flatMap(({ id, analysis }) =>
    analysis.arms.map((summary) => ({ summary, record: labels.get(id) })),
  );
  const groups = [...Map.groupBy(rows, ({ summary }) => workloadName(summary.workload))];
  const amountRows = groups.flatMap(([group, members]) =>
    members.map(({ summary, record }): AmountRow => {
      const { estimate = Number.NaN, interval } = summary.msPerOperation ?? {};
      return {
        group,
        label: withRecord(names(summary.arm).label, record),
        system: names(summary.arm).system,
        mark: 'measured',
        value: estimate,
        ...(interval && { low: interval.low, high: interval.high }),
        ...(Number.isNaN(estimate) && { instead: 'no block counts' }),
      };
    }),
  );
  return {
    title: `Results, ${name}`,
    figure: (width) => amounts({ rows: amountRows, quantity: timePerOperation, width }),
    marks: ['measured'],
    source: measuredSource(runs),
    table: {
      caption: `Median time per operation, ${name}`,
      marks: ['derived'],
      note: 'In ms, over the blocks that count, with the interval of the median.',
      columns: [
        { label: 'Arm' },
        ...['Median (ms)', 'From', 'To', 'Level', 'Blocks'].map((label): Column => ({
          label,
          number: true,
        })),
      ],
      groups: groups.map(([heading, members]) => ({
        heading,
        rows: members.map(({ summary, record }) => [
          {
            text: withRecord(names(summary.arm).label, record),
            system: names(summary.arm).system,
            filled: true,
          },
          ...medianCells(summary, decimalsFor(members.map((each) => each.summary))),
        ]),
      })),
    },
  };
}

/** Decimals that leave three digits of the smallest median. */
function decimalsFor(summaries: readonly ArmSummary[]): number {
  return msDecimals(
    Math.min(...summaries.map((each) => each.msPerOperation?.estimate ?? Infinity)),
  );
}

function medianCells({ msPerOperation: median, counted }: ArmSummary, decimals: number): Cell[] {
  const { low, high, level } = median?.interval ?? {};
  return [
    numberCell(median?.estimate, decimals),
    numberCell(low, decimals),
    numberCell(high, decimals),
    { text: level === undefined ? '–' : `${formatNumber(level * 100, 1)} %` },
    { text: String(counted) },
  ];
}
