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
  now: Row;
  then: Row;
  nowAmount: Quantity;
  thenAmount: Quantity;
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
  const { now, then } = entries;
  const pairs = pairsOf(study, rowsOf(now), rowsOf(then));
  const [first] = pairs;
  if (first === undefined) return undefined;
  const isMixed = pairs.some((pair) => pair.nowAmount.from !== pair.thenAmount.from);
  const hasRatio = !methodChanged && !isMixed;
  const units = new Set(pairs.map(({ nowAmount }) => nowAmount.unit));
  const unit = units.size === 1 ? unitNote(first.nowAmount) : '';
  return groupedTable(pairs, headingOf(study, pairs), {
    caption: `Then, in “${title}”, and now`,
    note: noteOf(first, methodChanged, isMixed),
    columns: [
      column('library', 'Library', ({ now: { arm }, nowAmount }) =>
        libraryOf(study, arm, nowAmount.from === 'quoted'),
      ),
      amountColumn('Then', ({ thenAmount }) => thenAmount, unit),
      amountColumn('Now', ({ nowAmount }) => nowAmount, unit),
      column('ratio', 'Now ÷ then', (pair) => (hasRatio ? ratioOf(pair) : ''), 'of the time'),
    ],
  });
}

function rowsOf({ runs, quoted }: Compared): Row[] {
  // The A/A control is the reference again.
  return [...runs, ...quoted].flatMap(({ rows }) => rows.filter(({ arm }) => arm !== CONTROL));
}

/** The amount that a row is compared by: its time, if it has one. */
function amountOf({ time, rate, data }: Row): Quantity | undefined {
  return time ?? rate ?? data;
}

/** Of several records in one place the first counts. */
function pairsOf(study: StudyOutline, now: readonly Row[], then: readonly Row[]): Pair[] {
  const keyOf = (row: Row): string =>
    JSON.stringify([row.arm, row.workload, row.place, row.client, amountOf(row)?.unit]);
  const [own, earlier] = [Map.groupBy(now, keyOf), Map.groupBy(then, keyOf)];
  const places = new Map(study.workloads.map(({ id }, at) => [id, at]));
  const placeOf = ({ workload }: Row): number => places.get(workload) ?? places.size;
  return [...own]
    .flatMap(([key, [row]]): Pair[] => {
      const other = earlier.get(key)?.[0];
      const [nowAmount, thenAmount] = [row && amountOf(row), other && amountOf(other)];
      if (!row || !other || !nowAmount || !thenAmount) return [];
      return [{ now: row, then: other, nowAmount, thenAmount }];
    })
    .sort((one, two) => placeOf(one.now) - placeOf(two.now));
}

/** Operation, and the place if the rows are of several. */
function headingOf(study: StudyOutline, pairs: readonly Pair[]) {
  const where = ({ now: { place, client } }: Pair): string =>
    `${place.setting === 'wrangler-dev' ? 'wrangler dev, ' : ''}${distanceName(place)}, from ${clientName(client)}`;
  const several = new Set(pairs.map(where)).size > 1;
  return (pair: Pair): string =>
    [operationOf(study, pair.now.workload), ...(several ? [where(pair)] : [])].join(', ');
}

/** The quotient of what the table shows. */
function ratioOf({ nowAmount, thenAmount }: Pair): Quantity {
  // Twice as many in a second is half the time.
  return nowAmount.unit === 'ms'
    ? quotient(nowAmount, thenAmount)
    : quotient(thenAmount, nowAmount);
}

const unitNote = ({ unit }: Quantity): string => (unit === '/s' ? 'a second' : unit);

function noteOf({ nowAmount }: Pair, methodChanged: boolean, isMixed: boolean): string {
  if (methodChanged) {
    return 'The way of measuring changed between the two entries, so there is no ratio.';
  }
  if (isMixed) return 'One of the two is quoted and the other measured here, so there is no ratio.';
  return nowAmount.from === 'quoted'
    ? 'Both are quoted. The source kept no samples, so no ratio has an interval.'
    : 'Whatever else changed between the two is in the ratio too, so it has no interval.';
}
