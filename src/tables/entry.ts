/** The tables of an entry: its arms, its runs, and how it differs from an earlier one. */
import { formatCount, formatDay, formatNumber, msDecimals } from '../numbers/format.ts';
import type { ComparedRow, EntryComparison } from '../journal/compare-entries.ts';
import type { EntryPage } from '../journal/entries.ts';
import { type MeasuredRun, placeName } from '../journal/runs.ts';
import { unitsOf } from '../harness/statistics/index.ts';
import { armRows, levelNote } from '../report/rows.ts';
import { workloadNames } from '../report/words.ts';
import {
  armCell,
  type Cell,
  noted,
  numeric,
  ratioCell,
  type Table,
  tableOf,
  worded,
} from './view.ts';

/** In the order of the record's plan. */
export function armTables(
  { analysis, record, name }: Pick<MeasuredRun, 'analysis' | 'record' | 'name'>,
  { study, names, reference }: Pick<EntryPage, 'study' | 'names' | 'reference'>,
): Table[] {
  return record.plan.workloads.map((workload) =>
    tableOf(armRows(analysis, workload, names), {
      caption: workloadNames(study)(workload),
      note: `${name}. ${levelNote(analysis, workload)}`,
      columns: [
        worded('Arm', (row) => armCell(row, [row.counted, row.failure].filter(Boolean).join('\n'))),
        numeric('Median per operation', ({ median: text, range }) => ({ text, ...noted(range) })),
        numeric('p99', ({ p99 }) => p99),
        numeric('Operations', ({ rate }) => rate),
        numeric(`Time against ${reference}`, ({ ratio, ratioRange }) =>
          ratio === undefined
            ? { text: 'reference', muted: true }
            : { text: ratio, ...noted(ratioRange) },
        ),
        worded('Verdict', ({ verdict: text, needed }) => ({ text, ...noted(needed) })),
      ],
    }),
  );
}

export function runsTable(
  runs: ReadonlyArray<Pick<MeasuredRun, 'id' | 'record' | 'analysis'>>,
): Table {
  return tableOf(runs, {
    caption: 'Where it was measured',
    marks: ['measured'],
    columns: [
      worded('Setting', ({ record }) => placeName(record.environment)),
      worded('Client', ({ record }) => record.environment.runtime),
      numeric('Clock step (µs)', ({ record: { environment } }) =>
        formatNumber(environment.clockStepUs, environment.clockStepUs < 10 ? 2 : 0),
      ),
      worded('Commit', ({ record }) => commitCell(record), { note: 'and date' }),
      numeric(
        'Rounds',
        ({ record, analysis: { rounds } }) => {
          const planned = record.plan.rounds ?? rounds;
          const discarded = unitsOf(record).filter(({ unit }) => unit.void !== undefined).length;
          return {
            text: [...new Set([rounds, planned])].map((each) => formatCount(each)).join(' of '),
            note: `${formatCount(discarded)} discarded`,
          };
        },
        { note: 'and discarded' },
      ),
      worded('Samples', ({ id, record: { environment } }) => ({
        text: 'JSON',
        href: `/api/records/${id}.json`,
        linkLabel: `JSON: the record of ${placeName(environment)}, ${environment.runtime}`,
      })),
    ],
  });
}

function commitCell({ environment, startedAt, partial }: MeasuredRun['record']): Cell {
  const { commit, dirty, stale } = environment;
  const stamps = [
    partial && 'partial',
    dirty && 'with changes not committed',
    stale && 'Workers of another commit',
  ].filter((stamp) => typeof stamp === 'string');
  const note = [formatDay(startedAt), ...stamps].join('\n');
  return commit === undefined
    ? { text: 'unknown', muted: true, note }
    : { text: commit.slice(0, 10), code: true, note };
}

/** Units of what is compared, for a header. */
const units = {
  time: 'ms per operation',
  throughput: 'operations per second',
  data: 'MB/s',
} as const;

/**
 * One row for each arm under each workload.
 *
 * @param caption what stands over it: `Then, in “The first entry”, and now`
 * @throws RangeError when there is nothing to compare
 */
export function comparisonTable(
  caption: string,
  { rows }: EntryComparison,
  { names, study }: Pick<EntryPage, 'names' | 'study'>,
): Table {
  const [first] = rows;
  if (first === undefined) throw new RangeError('comparison: got no row, expected at least one');
  const kinds = new Set(rows.map(({ of }) => of));
  const unit = kinds.size === 1 ? units[first.of] : 'unit beside it';
  const places = new Set(rows.map(({ where }) => where));
  const labelOf = workloadNames(study);
  const ratios = rows.some(({ ratio }) => ratio !== undefined);
  const amount = (label: string, costOf: (row: ComparedRow) => number) =>
    numeric<ComparedRow>(`${label} (${unit})`, (row, members) => {
      const decimals = members.flatMap((each) => [each.then, each.now].map(decimalsOf(each)));
      const text = formatNumber(amountOf(row, costOf(row)), Math.max(...decimals));
      return { text, ...(kinds.size > 1 && { note: units[row.of] }) };
    });
  return tableOf(rows, {
    caption,
    headingOf: ({ workload, where }) =>
      [labelOf(workload), ...(places.size > 1 ? [where] : [])].join(', '),
    columns: [
      worded('Arm', ({ arm, nowFrom, thenFrom }) => {
        const { label, system } = names(arm, nowFrom);
        const before = names(arm, thenFrom).label;
        const filled = thenFrom === undefined && nowFrom === undefined;
        return { text: label, system, filled, ...noted(before === label ? '' : `then: ${before}`) };
      }),
      amount('Then', ({ then }) => then),
      amount('Now', (row) => row.now),
      ...(ratios
        ? [
            numeric<ComparedRow>('Time now ÷ then', ({ ratio }) =>
              ratioCell(ratio && { value: ratio.estimate, ...ratio }),
            ),
          ]
        : []),
    ],
    ...(places.size === 1 && { note: `${first.where}.` }),
  });
}

/** A throughput is shown as one, though it is compared as a time. */
function amountOf({ of }: ComparedRow, cost: number): number {
  return of === 'time' ? cost : 1 / cost;
}

function decimalsOf(row: ComparedRow): (cost: number) => number {
  return (cost) => (row.of === 'time' ? msDecimals(cost) : 0);
}
