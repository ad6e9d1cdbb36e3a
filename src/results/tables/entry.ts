/** The tables of a measured record: its findings by operation, every number, other readings of its turns, and an earlier entry beside it. */
import { median } from 'simple-statistics';
import type { StudyOutline } from '../../core/plan/index.ts';
import { formatBytes, formatCount, formatDay, formatNumber, THIN } from '../numbers/format.ts';
import { formatInterval, measured, type Quantity, quotient } from '../numbers/quantity.ts';
import {
  failureSentence,
  reasonName,
  className,
  launchesText,
  asPlanned,
  libraryOf,
  operationOf,
  clientName,
  distanceName,
} from '../names.ts';
import { ratioIn } from '../pairs.ts';
import {
  type MeasuredResult,
  percentileOf,
  type Ratio,
  type Row,
  type DocumentResult,
} from '../result.ts';
import { groupsOf } from '../../libraries/studies/groups.ts';
import { type ArmColumn, libraryTable } from './library-table.ts';
import { amountColumn, type Cell, column, groupedTable, type Table } from './table.ts';
import { CONTROL } from '../../core/record/index.ts';

const perCall = (time: Quantity | undefined, calls: number | undefined): Cell =>
  time === undefined || calls === undefined ? '' : formatNumber(time.value / calls, 4);

/** Frames and bytes of an operation, out and in. */
const bothWays = (traffic: Row['frames'], format: (value: number) => string): Cell =>
  traffic === undefined ? '' : `${format(traffic.out)} + ${format(traffic.in)}`;

const frames = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 2);

/** A rate of operations as one of the calls or items that each consists of. */
export function rateOf(rate: Quantity | undefined, calls = 1): Quantity | undefined {
  return rate && { ...rate, value: calls * rate.value };
}

function countedCell({ counted, discarded, sessions, failure, cannot }: Row): Cell {
  if (cannot !== undefined) return { text: 'cannot', note: cannot };
  const turns = `${formatCount(counted)} in ${formatCount(sessions)}`;
  const notes = [
    discarded > 0 ? `${formatCount(discarded)} discarded` : '',
    failure === undefined ? '' : failureSentence(failure),
  ].filter(Boolean);
  return notes.length === 0 ? turns : { text: turns, note: notes.join('; ') };
}

/** Every number of a record, workload by workload. Times are medians as measured. */
export function numbersTable(study: StudyOutline, result: MeasuredResult, caption: string): Table {
  const { rows, plan } = result;
  const planned = asPlanned(study, result);
  const reference = libraryOf(study, plan.reference).label;
  const ratio = ({ arm, workload }: Row): Ratio | undefined => {
    const alike = rows.filter((row) => row.workload === workload);
    return ratioIn(alike, arm, plan.reference);
  };
  const next = (row: Row): Cell => {
    const ends = ratio(row)?.next;
    return ends === undefined ? '' : formatInterval({ ...measured(1, '×'), ...ends });
  };
  const verdict = (row: Row): Cell => {
    const found = ratio(row)?.class;
    return found === undefined ? '' : className(found);
  };
  return groupedTable(rows, ({ workload }) => operationOf(study, workload), {
    caption,
    note: 'Time is the median of the plain way, multiplied by the ratio to it. Ratios have their 95 % CI. Percentiles are of all samples. Frames and bytes are those of one operation, sent + received.',
    columns: [
      column('library', 'Library', ({ arm }) => libraryOf(planned, arm)),
      amountColumn('Time', ({ time }) => time, 'ms'),
      column('number', 'A call', ({ time, calls }) => perCall(time, calls), 'ms'),
      ...([50, 90, 99] as const).map((part) =>
        amountColumn<Row>(`p${part}`, (row) => percentileOf(row, part), 'ms'),
      ),
      amountColumn('Longest', ({ max }) => measured(max), 'ms'),
      amountColumn('Operations a second', ({ rate }) => rate),
      amountColumn('Calls a second', ({ rate, calls }) =>
        calls === undefined ? undefined : rateOf(rate, calls),
      ),
      amountColumn('MB a second', ({ data }) => data),
      column('number', 'Ratio', (row) => ratio(row) ?? '', `× ${reference}`),
      column('number', 'Next launch', next, 'a 95 % interval'),
      column('text', 'Verdict', verdict, `against ${reference}`),
      amountColumn('First item', ({ firstMs }) => measured(firstMs), 'ms'),
      amountColumn('Network', ({ networkMs }) => measured(networkMs), 'ms'),
      amountColumn(
        'Waits for an acknowledgement',
        ({ delayed }) => measured(delayed, '%'),
        '% of calls',
      ),
      column('number', 'Frames', (row) => bothWays(row.frames, frames), 'an operation'),
      column('number', 'Bytes', ({ bytes }) => bothWays(bytes, formatBytes), 'an operation'),
      amountColumn('Connect', ({ connect }) => connect, 'ms'),
      column('number', 'Samples', ({ samples }) =>
        samples === undefined ? '' : formatCount(samples),
      ),
      column('text', 'Turns', countedCell, 'in sessions'),
    ],
  });
}

/** A reading is in bytes if its values are as large as memory is. */
const BYTES = 100_000;

/** Median of the turns, under it the lowest and the highest. */
function readingCell(values: readonly number[]): Cell {
  const middle = median([...values]);
  const inBytes = Math.abs(middle) > BYTES;
  const decimals = inBytes || !Number.isInteger(middle) ? 1 : 0;
  const shown = (value: number): string =>
    formatNumber(inBytes ? value / 1e6 : value, decimals) + (inBytes ? `${THIN}MB` : '');
  if (values.length < 2) return shown(middle);
  const ends = [Math.min(...values), Math.max(...values)].map(shown);
  return { text: shown(middle), note: [...new Set(ends)].join('–') };
}

/** Readings of turns in addition to their time: the median, and under it the lowest and the highest. */
export function readingsTable(study: StudyOutline, result: MeasuredResult): Table | undefined {
  const { rows } = result;
  const planned = asPlanned(study, result);
  const lines = rows.flatMap(({ arm, workload, readings = {} }) =>
    Object.entries(readings).map(([name, values]) => ({ arm, workload, name, values })),
  );
  if (lines.length === 0) return undefined;
  const headingOf = ({ arm, workload }: (typeof lines)[number]): string =>
    `${libraryOf(planned, arm).label}, ${operationOf(study, workload)}`;
  return groupedTable(lines, headingOf, {
    caption: 'Other readings of each turn',
    note: 'Median of the turns, under it the lowest and the highest.',
    columns: [
      column('text', 'Reading', ({ name }) => name.replaceAll('/', ', ')),
      column('number', 'Value', ({ values }) => readingCell(values)),
      column('number', 'Turns', ({ values }) => formatCount(values.length)),
    ],
  });
}

/** The table of one record under one operation, and where and when it was measured. @param name of the record */
export function operationTable(
  study: StudyOutline,
  result: MeasuredResult,
  workload: string,
  name: string,
): { table: Table; from: string } {
  const rows = result.rows.filter((row) => row.workload === workload);
  const { startedAt, environment } = result;
  const arms = rows.map(({ arm }) => arm);
  return {
    table: libraryTable({
      caption: `${operationOf(study, workload)}: ${name}`,
      groups: groupsOf(study, arms, environment.accept),
      published: rows,
      library: (arm) => withFailure(study, arm, rows),
      more: extraColumns(rows),
    }),
    from: `${name}. Ratios with their 95 % CI, ${formatDay(startedAt)}, ${launchesText(result)}.`,
  };
}

/** A library, with the failure of its calls if some failed. */
function withFailure(study: StudyOutline, arm: string, rows: readonly Row[]) {
  const failure = rows.find((row) => row.arm === arm)?.failure;
  const cell = libraryOf(study, arm);
  return failure === undefined ? cell : { ...cell, note: failureSentence(failure) };
}

function extraColumns(rows: readonly Row[]): ArmColumn[] {
  const columns: ArmColumn[] = [
    amountColumn('p99', ({ row }) => row && percentileOf(row, 99), 'ms'),
    amountColumn('Calls a second', ({ row }) =>
      row?.failure && row.rate === undefined
        ? reasonName(row.failure.reason)
        : rateOf(row?.rate, row?.calls),
    ),
    amountColumn('MB a second', ({ row }) => row?.data),
  ];
  return columns.filter(({ of }) => rows.some((row) => of({ arm: row.arm, row }) !== ''));
}

/** The results of an entry. */
interface Compared {
  runs: readonly MeasuredResult[];
  quoted: readonly DocumentResult[];
}

interface Comparison {
  now: Compared;
  then: Compared;
  /** Of the earlier entry. */
  title: string;
  methodChanged: boolean;
}

interface Pair {
  row: Row;
  now: Quantity;
  then: Quantity;
}

/**
 * A row for each arm and operation that both entries have in one setting, over one distance and from one kind of
 * client. There is no ratio if the way of measuring changed or one of the two is quoted: it would not tell the code
 * from the method.
 *
 * @returns undefined if they have nothing in common
 */
export function comparisonTable(
  study: StudyOutline,
  { title, methodChanged, ...entries }: Comparison,
): Table | undefined {
  const pairs = pairsOf(study, entries);
  const [first] = pairs;
  if (first === undefined) return undefined;
  const isMixed = pairs.some(({ now, then }) => now.from !== then.from);
  // The quotient of what the table shows.
  const ratio = ({ now, then }: Pair) => (methodChanged || isMixed ? '' : quotient(now, then));
  return groupedTable(pairs, headingOf(study, pairs), {
    caption: `Then, in “${title}”, and now`,
    note: noteOf(first, methodChanged, isMixed),
    columns: [
      column('library', 'Library', ({ row, now }) =>
        libraryOf(study, row.arm, now.from === 'quoted'),
      ),
      amountColumn('Then', ({ then }) => then, 'ms'),
      amountColumn('Now', ({ now }) => now, 'ms'),
      column('ratio', 'Now ÷ then', ratio, 'of the time'),
    ],
  });
}

/** The timed rows of an entry by what has to be the same for a comparison. */
function timedRows({ runs, quoted }: Compared) {
  const rows = [...runs, ...quoted].flatMap((result) => result.rows);
  // The A/A control is the reference again.
  const timed = rows.filter(({ arm, time }) => arm !== CONTROL && time !== undefined);
  return Map.groupBy(timed, ({ arm, workload, place, client }) =>
    JSON.stringify([arm, workload, place, client]),
  );
}

/** Of several records in one place the first counts. */
function pairsOf(study: StudyOutline, entries: Pick<Comparison, 'now' | 'then'>): Pair[] {
  const [now, then] = [timedRows(entries.now), timedRows(entries.then)];
  const places = new Map(study.workloads.map(({ id }, at) => [id, at]));
  const placeOf = ({ row: { workload } }: Pair): number => places.get(workload) ?? places.size;
  return [...now]
    .flatMap(([key, [row]]): Pair[] => {
      const other = then.get(key)?.[0];
      return row?.time && other?.time ? [{ row, now: row.time, then: other.time }] : [];
    })
    .sort((one, two) => placeOf(one) - placeOf(two));
}

/** Operation, and the place if the rows are of several. */
function headingOf(study: StudyOutline, pairs: readonly Pair[]) {
  const where = ({ row: { place, client } }: Pair): string =>
    `${place.setting === 'wrangler-dev' ? 'wrangler dev, ' : ''}${distanceName(place)}, from ${clientName(client, place.setting)}`;
  const several = new Set(pairs.map(where)).size > 1;
  return (pair: Pair): string =>
    [operationOf(study, pair.row.workload), ...(several ? [where(pair)] : [])].join(', ');
}

function noteOf({ now }: Pair, methodChanged: boolean, isMixed: boolean): string {
  if (methodChanged) {
    return 'The way of measuring changed between the two entries, so there is no ratio.';
  }
  if (isMixed) return 'One of the two is quoted and the other measured here, so there is no ratio.';
  return now.from === 'quoted'
    ? 'Both are quoted. The source kept no samples, so no ratio has an interval.'
    : 'Whatever else changed between the two is in the ratio too, so it has no interval.';
}
