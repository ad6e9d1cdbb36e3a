/** Views of the time of a batch against the calls in it, and of throughputs and amounts of data. */
import {
  amounts,
  dataRate,
  throughput,
  type AmountRow,
  type Quantity,
} from '../../figures/amounts.ts';
import { batches as batchesFigure, type BatchPoint } from '../../figures/batches.ts';
import { decimalsOf } from '../../figures/format.ts';
import { type Cell, numbers, type View } from '../view.ts';
import { missing, numberCell, quotedSource, resultsOf, type ViewPage } from './page.ts';
import { hangOf, quotedTable } from './results.ts';

/** A batch, and whether the source says that it checked the results. */
interface Batch extends BatchPoint {
  validated?: boolean;
  /** Time of one call as printed, in ms. */
  printedMs?: number;
}

/** From results with a number of operations that have a total, or hung. */
export function batchesView(page: ViewPage): View {
  const points = resultsOf(page).flatMap(({ arm, result, run }): Batch[] => {
    const { operations, totalMs, msPerOperation: printedMs } = result;
    const hung = hangOf(result);
    if (operations === undefined || (totalMs === undefined && hung === undefined)) return [];
    return [
      {
        setting: run.name,
        label: arm.label,
        system: arm.system,
        operations,
        ...(totalMs !== undefined && { totalMs }),
        ...(printedMs !== undefined && { printedMs }),
        ...(hung !== undefined && { hung }),
        ...(result.validated && { validated: true }),
      },
    ];
  });
  if (points.length === 0) {
    throw missing(page, 'batches', 'results with operations, and with totalMs or an outcome,');
  }
  const decimals = {
    total: decimalsOf(points.map(({ totalMs }) => totalMs)),
    call: decimalsOf(points.map(({ printedMs }) => printedMs)),
  };
  return {
    id: 'batches',
    title: 'Time of a batch',
    figure: (width) => batchesFigure({ rows: points, width }),
    marks: ['quoted'],
    source: quotedSource(page.quoted),
    table: {
      caption: 'Time of a batch of calls',
      marks: ['quoted'],
      columns: [
        { label: 'System' },
        ...numbers(['Calls', 'Total (ms)', 'Per call (ms)']),
        { label: 'Outcome' },
      ],
      groups: [...Map.groupBy(points, ({ setting }) => setting)].map(([heading, members]) => ({
        heading,
        rows: members
          .toSorted((a, b) => a.operations - b.operations)
          .map((point) => rowOf(point, decimals)),
      })),
    },
  };
}

function rowOf(
  { label, system, operations, totalMs, printedMs, hung, validated }: Batch,
  decimals: { total: number; call: number },
): Cell[] {
  return [
    { text: label, system },
    { text: String(operations) },
    numberCell(totalMs, decimals.total),
    printedMs === undefined && totalMs !== undefined
      ? { ...numberCell(totalMs / operations, 2), mark: 'derived' }
      : numberCell(printedMs, decimals.call),
    { text: hung ?? (validated ? 'ended, results checked' : 'ended') },
  ];
}

/** Throughput of every arm, one group for each way of calling. */
export function transportsView(page: ViewPage): View {
  return amountsView(page, 'transports', throughput, 'operationsPerSecond');
}

/** Amounts of data moved in a second, for each direction. */
export function transferView(page: ViewPage): View {
  return amountsView(page, 'transfer', dataRate, 'megabytesPerSecond');
}

/** The results that have an amount, by workload. */
function amountsView(
  page: ViewPage,
  id: string,
  quantity: Quantity,
  field: 'operationsPerSecond' | 'megabytesPerSecond',
): View {
  const results = resultsOf(page).filter(({ result }) => result[field] !== undefined);
  if (results.length === 0) throw missing(page, id, `results with ${field}`);
  const rows = results.map(({ workload, arm, result }): AmountRow => ({
    group: workload.label,
    label: arm.label,
    system: arm.system,
    mark: 'quoted',
    value: result[field] ?? Number.NaN,
    ...(result.approximate && { approximate: true }),
  }));
  return {
    id,
    title: quantity.name,
    figure: (width) => amounts({ rows, quantity, width }),
    marks: ['quoted'],
    source: quotedSource(page.quoted),
    table: quotedTable(quantity.name, results),
  };
}
