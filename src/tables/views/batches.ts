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
import type { QuotedResult } from '../../harness/record/index.ts';
import type { Cell, View } from '../view.ts';
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
  const settings = [...Map.groupBy(points, ({ setting }) => setting)];
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
        { label: 'Calls', number: true },
        { label: 'Total (ms)', number: true },
        { label: 'Per call (ms)', number: true },
        { label: 'Outcome' },
      ],
      groups: settings.map(([heading, members]) => ({
        heading,
        rows: [...members]
          .sort((a, b) => a.operations - b.operations)
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
  return amountsView(page, {
    id: 'transports',
    title: 'Throughput by runtime and transport',
    quantity: throughput,
    valueOf: ({ operationsPerSecond }) => operationsPerSecond,
    expected: 'results with operationsPerSecond',
  });
}

/** Amounts of data moved in a second, for each direction. */
export function transferView(page: ViewPage): View {
  return amountsView(page, {
    id: 'transfer',
    title: 'Data transfer',
    quantity: dataRate,
    valueOf: ({ megabytesPerSecond }) => megabytesPerSecond,
    expected: 'results with megabytesPerSecond',
  });
}

interface AmountsView {
  id: string;
  title: string;
  quantity: Quantity;
  valueOf: (result: QuotedResult) => number | undefined;
  expected: string;
}

function amountsView(page: ViewPage, options: AmountsView): View {
  const { id, title, quantity, valueOf, expected } = options;
  const results = resultsOf(page).filter(({ result }) => valueOf(result) !== undefined);
  if (results.length === 0) throw missing(page, id, expected);
  const rows = results.map(({ workload, arm, result }): AmountRow => ({
    group: workload.label,
    label: arm.label,
    system: arm.system,
    mark: 'quoted',
    value: valueOf(result) ?? Number.NaN,
    ...(result.approximate && { approximate: true }),
  }));
  return {
    id,
    title,
    figure: (width) => amounts({ rows, quantity: { ...quantity, title }, width }),
    marks: ['quoted'],
    source: quotedSource(page.quoted),
    table: quotedTable(title, results),
  };
}
