/** A result as a table for CSV: a row for each arm under each workload. */
import type { Quantity } from '../numbers/quantity.ts';
import { ratioBetween } from '../results/pairs.ts';
import { PERCENTILES, type Result, type Row } from '../results/result.ts';
import { type Cell, type Column, type Table, tableOf } from '../tables/table.ts';

/** The columns, each with what stands in it. `/data/` lists them. */
export const resultColumns = {
  arm: 'configuration of a library, by its id',
  workload: 'operation, by its id',
  ms: 'median time of one operation, in ms, with both ends of its 95 % confidence interval',
  ratio: 'that time to that of the reference, paired by rounds, with both ends',
  verdict: 'faster, slower, equal or undecided, against the reference',
  per_second: 'operations in a second, with both ends',
  mb_per_second: 'MB of payload in a second, with both ends',
  p50_ms: 'half of all calls took no longer, in ms',
  p95_ms: 'nineteen of twenty calls took no longer, in ms',
  p99_ms: 'ninety-nine of a hundred calls took no longer, in ms',
  sessions: 'sessions behind the interval',
  turns: 'turns that count',
  discarded: 'turns that were discarded',
  cannot: 'why the configuration cannot do the operation',
} as const;

type ColumnId = keyof typeof resultColumns;

const numbers: readonly ColumnId[] = ['ms', 'ratio', 'per_second', 'mb_per_second'];

export function resultTable(result: Result): Table {
  const reference = result.kind === 'measured' ? result.plan.reference : undefined;
  const references = new Map(
    result.rows.flatMap((row) => (row.arm === reference ? [[row.workload, row]] : [])),
  );
  const columns = Object.keys(resultColumns) as ColumnId[];
  return tableOf(result.rows, {
    caption: result.id ?? result.study,
    columns: columns.map((id): Column & { of: (row: Row) => Cell } => ({
      ...{ id, label: id, kind: numbers.includes(id) ? 'number' : 'text' },
      of: (row) => cellOf(id, row, references.get(row.workload)),
    })),
  });
}

function cellOf(id: ColumnId, row: Row, reference: Row | undefined): Cell {
  const ofQuantity = (quantity: Quantity | undefined): Cell => quantity ?? '';
  switch (id) {
    case 'arm':
    case 'workload':
      return row[id];
    case 'ms':
      return ofQuantity(row.time);
    case 'ratio':
      return ofQuantity(reference && reference !== row ? ratioBetween(row, reference) : undefined);
    case 'per_second':
      return ofQuantity(row.rate);
    case 'mb_per_second':
      return ofQuantity(row.data);
    case 'p50_ms':
      return percentile(row, 50);
    case 'p95_ms':
      return percentile(row, 95);
    case 'p99_ms':
      return percentile(row, 99);
    case 'sessions':
    case 'discarded':
      return String(row[id]);
    case 'turns':
      return String(row.counted);
    case 'verdict':
    case 'cannot':
      return row[id] ?? '';
  }
}

function percentile({ percentiles }: Row, part: (typeof PERCENTILES)[number]): string {
  return String(percentiles?.[PERCENTILES.indexOf(part)] ?? '');
}
