/** Every arm of a measured record, a table for each workload. */
import { armRows, levelNote } from '../report/rows.ts';
import type { EntryPage, MeasuredRun } from './entry-data.ts';
import type { Cell, Table } from './view.ts';

/** In the order of the record's plan. */
export function armTables(
  { analysis, record, name }: Pick<MeasuredRun, 'analysis' | 'record' | 'name'>,
  { study, names, reference }: Pick<EntryPage, 'study' | 'names' | 'reference'>,
): Table[] {
  return record.plan.workloads.map((workload): Table => ({
    caption: study.workloads.find(({ id }) => id === workload)?.label ?? workload,
    marks: ['derived'],
    note: `${name}. ${levelNote(analysis, workload)}`,
    columns: [
      { label: 'Arm' },
      { label: 'Median per operation', number: true },
      { label: 'p99', number: true },
      { label: 'Operations', number: true },
      { label: `Time against ${reference}`, number: true },
      { label: 'Verdict' },
    ],
    groups: [
      {
        rows: armRows(analysis, workload, names).map((row): Cell[] => [
          { text: row.label, system: row.system, filled: true, ...noted(row.blocks) },
          { text: row.median, ...noted(row.range) },
          { text: row.p99 },
          { text: row.rate },
          row.ratio === ''
            ? { text: 'reference', muted: true }
            : { text: row.ratio, ...noted(row.ratioRange) },
          { text: row.verdict, ...noted(row.needed) },
        ]),
      },
    ],
  }));
}

function noted(note: string): Pick<Cell, 'note'> {
  return note === '' ? {} : { note };
}
