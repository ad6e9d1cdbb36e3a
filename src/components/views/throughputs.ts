/** Views of throughputs: by runtime and transport, and of amounts of data. */
import {
  amounts,
  dataRate,
  throughput,
  type AmountRow,
  type Quantity,
} from '../../figures/amounts.ts';
import type { QuotedResult } from '../../harness/quoted-record.ts';
import type { View } from '../view.ts';
import { missing, resultsOf } from './figures-of.ts';
import { quotedSource, type ViewPage } from './page.ts';
import { quotedTable } from './results.ts';

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
