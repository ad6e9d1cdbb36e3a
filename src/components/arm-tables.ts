/** Every arm of a measured record, a table for each workload. */
import { formatRatio } from '../figures/format.ts';
import type { Interval } from '../harness/statistics-interval.ts';
import { armRows, levelNote } from '../islands/live-bench/result/rows.ts';
import { countOf, levelText } from '../islands/live-bench/result/words.ts';
import type { EntryPage, MeasuredRun } from './entry-data.ts';
import type { Cell, Table } from './view.ts';

/** In the order of the record's plan. */
export function armTables(
  { analysis, record, name }: Pick<MeasuredRun, 'analysis' | 'record' | 'name'>,
  { study, names, reference }: Pick<EntryPage, 'study' | 'names' | 'reference'>,
): Table[] {
  const compared = [...analysis.subjects, ...analysis.others, ...analysis.twins];
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
        rows: armRows(analysis, workload, names).map((row): Cell[] => {
          const found = compared.find((each) => each.arm === row.arm && each.workload === workload);
          const { estimate, interval } = found?.ratio ?? {};
          const needed = found?.roundsNeeded;
          return [
            { text: row.label, system: row.system, filled: true, ...noted(row.blocks) },
            { text: row.median, ...noted(row.range) },
            { text: row.p99 },
            { text: row.rate },
            estimate === undefined
              ? { text: 'reference', muted: true }
              : { text: formatRatio(estimate), ...noted(interval && intervalText(interval)) },
            {
              text: found?.verdict ?? '',
              ...noted(needed === undefined ? '' : `${countOf(needed, 'more round')} needed`),
            },
          ];
        }),
      },
    ],
  }));
}

function noted(note: string | undefined): Pick<Cell, 'note'> {
  return note ? { note } : {};
}

/** Both ends, with the level where it is not 95 %. */
function intervalText({ low, high, level }: Interval): string {
  const ends = [low, high].map((end) => formatRatio(end).replace('×', '')).join('–');
  const other = levelText(level);
  return other === undefined ? ends : `${ends} at ${other}`;
}
