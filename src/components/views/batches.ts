/** View: the time of a batch against the calls in it. */
import { batches as batchesFigure, type BatchPoint } from '../../figures/batches.ts';
import type { Cell, View } from '../view.ts';
import { missing, resultsOf } from './figures-of.ts';
import { decimalsOf, numberCell } from './numbers.ts';
import { quotedSource, type ViewPage } from './page.ts';
import { hangOf } from './results.ts';

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
    figure: (width) => batchesFigure({ points, width }),
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
