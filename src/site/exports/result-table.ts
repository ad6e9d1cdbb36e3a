/** A result as a table for CSV: a row for each arm under each workload. */
import type { Quantity } from '../../results/numbers/quantity.ts';
import { ratioBetween } from '../../results/pairs.ts';
import { percentileOf, type Result, type Row } from '../../results/result.ts';
import { type Cell, type ColumnOf, type Table, tableOf } from '../../results/tables/table.ts';

type CellOf = (row: Row, reference: Row | undefined) => Cell;

const ratioTo = (row: Row, reference: Row | undefined) =>
  reference && reference !== row ? ratioBetween(row, reference) : undefined;
const nextOf = (...pair: Parameters<typeof ratioTo>) => ratioTo(...pair)?.next;

/** The columns, each with what it means. `/data/` lists them. */
export const resultColumns: Readonly<Record<string, readonly [means: string, of: CellOf]>> = {
  arm: ['configuration of a library, by its id', ({ arm }) => arm],
  workload: ['operation, by its id', ({ workload }) => workload],
  ms: [
    'time of one operation, in ms: the median of the plain way, multiplied by the ratio to it',
    ({ time }) => msText(time),
  ],
  ratio: [
    'time to that of the reference, paired by rounds, with both ends of its 95 % confidence interval',
    (row, reference) => ratioTo(row, reference) ?? '',
  ],
  next_low: [
    'of several launches: the ratio of one more launch lies above this,',
    (row, reference) => numberText(nextOf(row, reference)?.low),
  ],
  next_high: [
    '… and below this, in 95 % of cases',
    (row, reference) => numberText(nextOf(row, reference)?.high),
  ],
  launches: [
    'launches that the ratio rests on',
    (row, reference) => numberText(ratioTo(row, reference)?.launches),
  ],
  class: [
    'within, slower-by-margin, slower, faster-by-margin, faster or open, against the reference; nothing where conditions differ',
    (row, reference) => ratioTo(row, reference)?.class ?? '',
  ],
  per_second: ['operations in a second', ({ rate }) => numberText(rate?.value)],
  mb_per_second: ['MB of payload in a second', ({ data }) => numberText(data?.value)],
  p50_ms: ['half of all calls took no longer, in ms', (row) => msText(percentileOf(row, 50))],
  p95_ms: [
    'nineteen of twenty calls took no longer, in ms',
    (row) => msText(percentileOf(row, 95)),
  ],
  p99_ms: [
    'ninety-nine of a hundred calls took no longer, in ms',
    (row) => msText(percentileOf(row, 99)),
  ],
  sessions: ['sessions that had a turn that counts', ({ sessions }) => String(sessions)],
  turns: ['turns that count', ({ counted }) => String(counted)],
  discarded: ['turns that were discarded', ({ discarded }) => String(discarded)],
  cannot: ['why the configuration cannot do the operation', ({ cannot }) => cannot ?? ''],
};

export function resultTable(result: Result): Table {
  const reference = result.kind === 'measured' ? result.plan.reference : undefined;
  const references = new Map(
    result.rows.flatMap((row) => (row.arm === reference ? [[row.workload, row]] : [])),
  );
  return tableOf(result.rows, {
    caption: result.id ?? result.study,
    columns: Object.entries(resultColumns).map(([id, [, of]]): ColumnOf<Row> => ({
      id,
      label: id,
      // The ratio has both ends of its interval in columns of their own.
      kind: id === 'ratio' ? 'number' : 'text',
      of: (row) => of(row, references.get(row.workload)),
    })),
  });
}

const numberText = (value: number | undefined): string => String(value ?? '');
const msText = (time: Quantity | undefined): string => numberText(time?.value);
