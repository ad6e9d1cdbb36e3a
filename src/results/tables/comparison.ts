/** An entry beside an earlier one of its study: what an operation took then, and takes now. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { CONTROL } from '../../core/record/index.ts';
import { type Quantity, quotient } from '../numbers/quantity.ts';
import { clientName, distanceName, libraryOf, operationOf } from '../names.ts';
import type { DocumentResult, MeasuredResult, Row } from '../result.ts';
import { amountColumn, column, groupedTable, type Table } from './table.ts';

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
    `${place.setting === 'wrangler-dev' ? 'wrangler dev, ' : ''}${distanceName(place)}, from ${clientName(client)}`;
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
