/** Views of quoted results: batches by the calls in them, throughputs, amounts of data, and spread over runs. */
import {
  amounts,
  dataRate,
  throughput,
  type AmountRow,
  type Quantity,
} from '../../figures/amounts.ts';
import { batches as batchesFigure, type BatchPoint } from '../../figures/batches.ts';
import { decimalsOf, formatRatio } from '../../figures/format.ts';
import { spread as spreadFigure, type SpreadRow } from '../../figures/ranges.ts';
import { findWorkload } from '../../harness/plan/index.ts';
import { numberCell, numeric, tableOf, type View } from '../view.ts';
import {
  endsOf,
  figuresUnder,
  missing,
  quotedParts,
  recordLabels,
  resultsOf,
  type ViewPage,
} from './page.ts';
import { hangOf, quotedTable } from './results.ts';

/** A batch, and whether the source says that it checked the results. */
interface Batch extends BatchPoint {
  validated?: boolean;
  /** Time of one call as printed, in ms. */
  printedMs?: number;
}

/** From results with a number of operations that have a total, or hung. */
export function batchesView(page: ViewPage): View {
  const rows = resultsOf(page).flatMap(({ arm, result, run }): Batch[] => {
    const { operations, totalMs, msPerOperation: printedMs } = result;
    const hung = hangOf(result);
    if (operations === undefined || (totalMs === undefined && hung === undefined)) return [];
    return [
      {
        ...{ setting: run.name, label: arm.label, system: arm.system, operations },
        ...(totalMs !== undefined && { totalMs }),
        ...(printedMs !== undefined && { printedMs }),
        ...(hung !== undefined && { hung }),
        ...(result.validated && { validated: true }),
      },
    ];
  });
  if (rows.length === 0) {
    throw missing(page, 'batches', 'results with operations, and with totalMs or an outcome,');
  }
  const total = decimalsOf(rows.map(({ totalMs }) => totalMs));
  const call = decimalsOf(rows.map(({ printedMs }) => printedMs));
  return {
    ...{ id: 'batches', title: 'Time of a batch', ...quotedParts(page) },
    figure: (width) => batchesFigure({ rows, width }),
    table: tableOf(
      rows.toSorted((a, b) => a.operations - b.operations),
      {
        ...{ caption: 'Time of a batch of calls', marks: ['quoted'] },
        headingOf: ({ setting }) => setting,
        columns: [
          { label: 'System', cell: ({ label, system }) => ({ text: label, system }) },
          numeric('Calls', ({ operations }) => ({ text: String(operations) })),
          numeric('Total (ms)', ({ totalMs }) => numberCell(totalMs, total)),
          numeric('Per call (ms)', ({ printedMs, totalMs, operations }) =>
            printedMs === undefined && totalMs !== undefined
              ? { ...numberCell(totalMs / operations, 2), mark: 'derived' }
              : numberCell(printedMs, call),
          ),
          {
            label: 'Outcome',
            cell: ({ hung, validated }) => ({
              text: hung ?? (validated ? 'ended, results checked' : 'ended'),
            }),
          },
        ],
      },
    ),
  };
}

/** The results that have an amount, by workload. */
function amountsView(
  id: string,
  quantity: Quantity,
  field: 'operationsPerSecond' | 'megabytesPerSecond',
) {
  return (page: ViewPage): View => {
    const results = resultsOf(page).filter(({ result }) => result[field] !== undefined);
    if (results.length === 0) throw missing(page, id, `results with ${field}`);
    const rows = results.map(({ workload, arm, result }): AmountRow => ({
      ...{ group: workload.label, label: arm.label, system: arm.system, mark: 'quoted' },
      value: result[field] ?? Number.NaN,
      ...(result.approximate && { approximate: true }),
    }));
    return {
      ...{ id, title: quantity.name, ...quotedParts(page) },
      figure: (width) => amounts({ rows, quantity, width }),
      table: quotedTable(quantity.name, results),
    };
  };
}

/** Throughput of every arm, one group for each way of calling. */
export const transportsView = amountsView('transports', throughput, 'operationsPerSecond');

/** Amounts of data moved in a second, for each direction. */
export const transferView = amountsView('transfer', dataRate, 'megabytesPerSecond');

/** A row with the names of the runs that its totals are of. */
interface Spread extends SpreadRow {
  names: string[];
}

/**
 * From the totals of several records where an entry has one for each run; from figures named
 * `spread.<system or arm>.<workload>` or `spread.<workload>` where the source prints ends alone.
 */
export function spreadView(page: ViewPage): View {
  const rows = [...spreadOfRuns(page), ...spreadOfFigures(page)];
  if (rows.length === 0) {
    throw missing(page, 'spread', 'results of several records, or figures spread.<workload> in ms');
  }
  const decimals = decimalsOf(rows.flatMap(({ low, high }) => [low, high]));
  const eachRun = ({ totals, names }: Spread): string =>
    totals
      .map((total, at) => [names[at], total.toFixed(decimals)].filter(Boolean).join(': '))
      .join(', ');
  return {
    ...{ id: 'spread', title: 'Spread over the runs', ...quotedParts(page) },
    figure: (width) => spreadFigure({ rows, width }),
    table: tableOf(rows, {
      ...{ caption: 'Totals of the runs', marks: ['quoted'] },
      headingOf: ({ workload }) => workload,
      columns: [
        {
          label: 'System',
          cell: ({ label, system }) => ({ text: label, ...(system !== undefined && { system }) }),
        },
        numeric('Fastest (ms)', ({ low }) => numberCell(low, decimals)),
        numeric('Slowest (ms)', ({ high }) => numberCell(high, decimals)),
        {
          label: 'Each run (ms)',
          cell: (row) =>
            row.totals.length === 0 ? { text: 'not printed', muted: true } : { text: eachRun(row) },
        },
        numeric('Slowest ÷ fastest', ({ low, high }) => ({ text: formatRatio(high / low) }), {
          mark: 'derived',
        }),
      ],
    }),
  };
}

function spreadOfRuns(page: ViewPage): Spread[] {
  const labels = recordLabels(page.quoted.filter(({ results }) => results.length > 0));
  const known = resultsOf(page).filter(({ result }) => result.totalMs !== undefined);
  const tests = Map.groupBy(known, ({ workload, arm }) => JSON.stringify([workload.id, arm.id]));
  return [...tests.values()].flatMap((members): Spread[] => {
    const [first] = members;
    if (first === undefined || members.length < 2) return [];
    const totals = members.map(({ result }) => result.totalMs ?? Number.NaN);
    return [
      {
        ...{ workload: first.workload.label, label: first.arm.label, system: first.arm.system },
        ...{ low: Math.min(...totals), high: Math.max(...totals), totals },
        names: members.map(({ run }) => labels.get(run.id) ?? ''),
      },
    ];
  });
}

function spreadOfFigures(page: ViewPage): Spread[] {
  const { study } = page;
  return figuresUnder(page, 'spread.').map(({ name, figure }): Spread => {
    const parts = name.split('.');
    const workload = findWorkload(study, parts.at(-1) ?? '');
    if (workload === undefined || figure.unit !== 'ms') {
      const ids = study.workloads.map(({ id }) => id).join(', ');
      throw missing(
        page,
        `spread with the figure ${figure.id} (${figure.unit})`,
        `one in ms that ends with a workload (${ids})`,
      );
    }
    const owner = parts.length > 1 ? parts.slice(0, -1).join('/') : undefined;
    const arm = study.arms.find(({ id, system }) => id === owner || system === owner);
    const row = { workload: workload.label, ...endsOf(figure) };
    if (arm === undefined) return { ...row, label: 'All systems together', totals: [], names: [] };
    // The run that the record keeps in full stands among the others, where there is one.
    const kept = resultsOf(page).filter(
      (each) => each.workload === workload && each.arm.system === arm.system,
    );
    return {
      ...{ ...row, label: page.names(arm.id, 'quoted').label, system: arm.system },
      totals: kept.flatMap(({ result }) => result.totalMs ?? []),
      names: kept.map(() => 'recorded'),
    };
  });
}
