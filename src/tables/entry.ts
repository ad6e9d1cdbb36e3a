/** The tables of an entry: its arms, its runs, and how it differs from an earlier one. */
import {
  formatCount,
  formatDay,
  formatEnds,
  formatNumber,
  formatRatio,
  msDecimals,
  NONE,
} from '../figures/format.ts';
import type { ComparedRow, EntryComparison } from '../journal/compare-entries.ts';
import type { EntryPage } from '../journal/entries.ts';
import { type MeasuredRun, placeName } from '../journal/runs.ts';
import { unitsOf } from '../harness/statistics/index.ts';
import { armRows, levelNote } from '../report/rows.ts';
import { workloadNames } from '../report/words.ts';
import { type Cell, numbers, type Table, underHeadings } from './view.ts';

/** In the order of the record's plan. */
export function armTables(
  { analysis, record, name }: Pick<MeasuredRun, 'analysis' | 'record' | 'name'>,
  { study, names, reference }: Pick<EntryPage, 'study' | 'names' | 'reference'>,
): Table[] {
  return record.plan.workloads.map((workload): Table => ({
    caption: workloadNames(study)(workload),
    marks: ['derived'],
    note: `${name}. ${levelNote(analysis, workload)}`,
    columns: [
      { label: 'Arm' },
      ...numbers(['Median per operation', 'p99', 'Operations', `Time against ${reference}`]),
      { label: 'Verdict' },
    ],
    groups: [
      {
        rows: armRows(analysis, workload, names).map((row): Cell[] => [
          {
            ...{ text: row.label, system: row.system, filled: true },
            ...noted([row.counted, row.failure].filter(Boolean).join('\n')),
          },
          { text: row.median, ...noted(row.range) },
          { text: row.p99 },
          { text: row.rate },
          row.ratio === undefined
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

export function runsTable(
  runs: ReadonlyArray<Pick<MeasuredRun, 'id' | 'record' | 'analysis'>>,
): Table {
  return {
    caption: 'Where it was measured',
    marks: ['measured'],
    columns: [
      { label: 'Setting' },
      { label: 'Client' },
      { label: 'Clock step (µs)', number: true },
      { label: 'Commit', note: 'and date' },
      { label: 'Rounds', number: true, note: 'and discarded' },
      { label: 'Samples' },
    ],
    groups: [{ rows: runs.map(rowOf) }],
  };
}

function rowOf({ id, record, analysis }: Parameters<typeof runsTable>[0][number]): Cell[] {
  const { environment, startedAt, plan, partial } = record;
  const { runtime, clockStepUs, commit, dirty, stale } = environment;
  const stamps = [
    partial && 'partial',
    dirty && 'with changes not committed',
    stale && 'Workers of another commit',
  ].filter((stamp) => typeof stamp === 'string');
  const note = [formatDay(startedAt), ...stamps].join('\n');
  const discarded = unitsOf(record).filter(({ unit }) => unit.void !== undefined).length;
  return [
    { text: placeName(environment) },
    { text: runtime },
    { text: formatNumber(clockStepUs, clockStepUs < 10 ? 2 : 0) },
    commit === undefined
      ? { text: 'unknown', muted: true, note }
      : { text: commit.slice(0, 10), code: true, note },
    {
      text:
        plan.rounds === undefined || plan.rounds === analysis.rounds
          ? formatCount(analysis.rounds)
          : `${formatCount(analysis.rounds)} of ${formatCount(plan.rounds)}`,
      note: `${formatCount(discarded)} discarded`,
    },
    {
      text: 'JSON',
      href: `/api/records/${id}.json`,
      linkLabel: `JSON: the record of ${placeName(environment)}, ${runtime}`,
    },
  ];
}

/** Units of what is compared, for a header. */
const units = {
  time: 'ms per operation',
  throughput: 'operations per second',
  data: 'MB/s',
} as const;

/**
 * One row for each arm under each workload; undefined where there is nothing to compare.
 *
 * @param caption what stands over it: `Beside the entry before`
 */
export function comparisonTable(
  caption: string,
  { rows }: EntryComparison,
  { names, study }: Pick<EntryPage, 'names' | 'study'>,
): Table | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const kinds = new Set(rows.map(({ of }) => of));
  const unit = kinds.size === 1 ? units[first.of] : 'unit beside it';
  const places = new Set(rows.map(({ where }) => where));
  const labelOf = workloadNames(study);
  const ratios = rows.some(({ ratio }) => ratio !== undefined);
  return {
    caption,
    marks: ['derived'],
    columns: [
      { label: 'Arm' },
      ...numbers([`Then (${unit})`, `Now (${unit})`, ...(ratios ? ['Time now ÷ then'] : [])]),
    ],
    groups: underHeadings(
      rows,
      ({ workload, where }) => [labelOf(workload), ...(places.size > 1 ? [where] : [])].join(', '),
      (row, members) => {
        const decimals = Math.max(
          ...members.flatMap((each) => [each.then, each.now].map(decimalsOf(each))),
        );
        const { label, system } = names(row.arm, row.nowFrom);
        const before = names(row.arm, row.thenFrom).label;
        const amount = (cost: number): Cell => ({
          text: formatNumber(amountOf(row, cost), decimals),
          ...(kinds.size > 1 && { note: units[row.of] }),
        });
        return [
          {
            text: label,
            system,
            filled: row.thenFrom === undefined && row.nowFrom === undefined,
            ...noted(before === label ? '' : `then: ${before}`),
          },
          amount(row.then),
          amount(row.now),
          ...(ratios ? [ratioCell(row)] : []),
        ];
      },
    ),
    ...(places.size === 1 && { note: `${first.where}.` }),
  };
}

function ratioCell({ ratio }: ComparedRow): Cell {
  if (ratio === undefined) return { text: NONE, muted: true };
  const { estimate, low, high } = ratio;
  if (low === undefined || high === undefined) return { text: formatRatio(estimate) };
  return { text: formatRatio(estimate), note: `(${formatEnds({ low, high })})` };
}

/** A throughput is shown as one, though it is compared as a time. */
function amountOf({ of }: ComparedRow, cost: number): number {
  return of === 'time' ? cost : 1 / cost;
}

function decimalsOf(row: ComparedRow): (cost: number) => number {
  return (cost) => (row.of === 'time' ? msDecimals(cost) : 0);
}
