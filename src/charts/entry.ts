/** The charts that the file of an entry asks for, as series of its results. */
import type { StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import { formatNumber, formatPercent, rateDecimals } from '../numbers/format.ts';
import { formatInterval, formatValue, type Quantity } from '../numbers/quantity.ts';
import { reasonName } from '../results/notices.ts';
import { clientName, isAmong, libraryOf, operationOf } from '../results/names.ts';
import { percentileOf, PERCENTILES, type Result, type Row } from '../results/result.ts';
import { type Cell, column, type ColumnOf, groupedTable, type Table } from '../tables/table.ts';
import type { XyChart } from './xy.ts';

/** A chart as an entry asks for it. `src/collections/entries.ts` checks it. */
export interface ChartChoice {
  caption: string;
  over: 'distance' | 'clients' | 'calls' | 'bytes' | 'time';
  /** Of samples: how many take at most the time. */
  shows: 'time' | 'rate' | 'data' | 'samples';
  /** Ids; `*` stands for anything. */
  workloads: readonly string[];
  arms?: readonly string[] | undefined;
}

const across: Readonly<Record<ChartChoice['over'], string>> = {
  distance: 'Added round trip (ms)',
  clients: 'Clients',
  calls: 'Calls in a batch',
  bytes: 'Payload (B)',
  time: 'Time (ms)',
};

const upright: Readonly<Record<ChartChoice['shows'], string>> = {
  time: 'Time (ms)',
  rate: 'Calls a second',
  data: 'MB a second',
  samples: 'Calls that take at most so long (%)',
};

/** Where a row stands in a chart. */
interface Place {
  panel: string;
  x: number;
  amount: Quantity | undefined;
  row: Row;
}

/** The number at the end of a workload’s id: the clients of `unary-100`. */
const sizeOf = (workload: string): number => Number(/-(\d+)$/.exec(workload)?.[1] ?? Number.NaN);

function xOf({ over }: ChartChoice, { place, workload, quoted }: Row): number {
  if (over === 'distance') return place.roundTripMs;
  const printed = over === 'clients' ? quoted?.clients : quoted?.operations;
  return printed ?? sizeOf(workload);
}

function amountOf({ shows }: ChartChoice, { time, rate, data, calls = 1 }: Row) {
  if (shows === 'time') return time;
  return shows === 'data' ? data : rate && times(rate, calls);
}

function times({ value, low, high, ...rest }: Quantity, by: number): Quantity {
  const ends = low === undefined || high === undefined ? {} : { low: low * by, high: high * by };
  return { ...rest, value: value * by, ...ends };
}

/**
 * The rows of a chart with the panel that each stands in: one for each record, and for each kind of operation;
 * over distances, which are a record each, one for each client.
 */
function placesOf(
  study: StudyOutline,
  choice: ChartChoice,
  results: readonly Result[],
  nameOf: (id: string) => string,
): Place[] {
  const { workloads, arms, over } = choice;
  const rows = results.flatMap((result) =>
    result.rows
      .filter(({ arm, workload }) => {
        const isChosen = arms === undefined ? arm !== CONTROL : isAmong(arm, arms);
        return isChosen && isAmong(workload, workloads);
      })
      .map((row) => ({ row, record: result.id ?? '' })),
  );
  const isSingle = (of: (each: (typeof rows)[number]) => string) => new Set(rows.map(of)).size < 2;
  const kindOf = (workload: string): string =>
    over === 'distance' || over === 'time'
      ? operationOf(study, workload)
      : operationOf(study, workload).replace(/,? ?[\d ,\u202f]+ ?(kB|MB|B|clients?)?$/, '');
  const oneKind = isSingle(({ row }) => kindOf(row.workload));
  const oneRecord = isSingle(({ record }) => record);
  const oneClient = isSingle(({ row }) => row.client);
  return rows.map(({ row, record }) => {
    const from = over === 'distance' ? `from ${clientName(row.client)}` : nameOf(record);
    const isKnown = over === 'distance' ? oneClient : oneRecord;
    const panel = [oneKind ? '' : kindOf(row.workload), isKnown ? '' : from].filter(Boolean);
    return { row, panel: panel.join(', '), x: xOf(choice, row), amount: amountOf(choice, row) };
  });
}

/** A chart with its panels, and the table that says the same. */
export interface EntryChart {
  caption: string;
  panels: XyChart[];
  table: Table;
}

/**
 * @param nameOf names a record by its id
 * @throws Error where the records have nothing that the chart asks for
 */
export function entryChart(
  study: StudyOutline,
  choice: ChartChoice,
  results: readonly Result[],
  nameOf: (id: string) => string,
): EntryChart {
  const places = placesOf(study, choice, results, nameOf).sort((one, other) => one.x - other.x);
  const { caption, over, shows } = choice;
  const scale = over === 'distance' ? 'linear' : 'log';
  const x = { label: across[over], scale: over === 'distance' ? 'linear' : 'log' } as const;
  const y = { label: upright[shows], scale: shows === 'samples' ? 'linear' : scale } as const;
  const panels = [...Map.groupBy(places, ({ panel }) => panel)].map(([heading, own]): XyChart => {
    const byArm = [...Map.groupBy(own, ({ row }) => row.arm)];
    const series = byArm.map(([arm, members]) => {
      const { label, system } = libraryOf(study, arm, members[0]?.amount?.from === 'quoted');
      const points = over === 'time' ? members.flatMap(shares) : members.flatMap(pointOf);
      return { label, system, points: points.toSorted((one, other) => one.x - other.x) };
    });
    const drawn = series.filter(({ points }) => points.length > 0);
    return { heading: heading === '' ? caption : heading, x, y, series: drawn };
  });
  if (panels.every(({ series }) => series.length === 0)) {
    throw new Error(
      `charts: “${caption}”: got no ${shows} of ${choice.workloads.join(', ')} in its records, expected some`,
    );
  }
  const table = over === 'time' ? sharesTable(study, places) : valuesTable(study, choice, places);
  return {
    caption,
    panels: panels.filter(({ series }) => series.length > 0),
    table: { ...table, caption },
  };
}

function pointOf({ x, amount }: Place) {
  return amount === undefined ? [] : [{ x, y: amount.value, low: amount.low, high: amount.high }];
}

function shares({ row: { percentiles = [] } }: Place) {
  return percentiles.map((ms, at) => ({ x: ms, y: PERCENTILES[at] ?? 0 }));
}

function sharesTable(study: StudyOutline, places: readonly Place[]): Table {
  return groupedTable(places, ({ panel }) => panel, {
    caption: '',
    note: 'Time in ms that so many percent of the calls do not exceed.',
    columns: [
      libraryColumn(study),
      ...PERCENTILES.map((part) =>
        column<Place>('number', `p${part}`, ({ row }) => percentileOf(row, part) ?? '', 'ms'),
      ),
      column('number', 'Samples', ({ row: { samples } }) =>
        samples === undefined ? '' : formatNumber(samples, 0),
      ),
    ],
  });
}

function libraryColumn(study: StudyOutline): ColumnOf<Place> {
  return column('library', 'Library', ({ row }) =>
    libraryOf(study, row.arm, row.quoted !== undefined),
  );
}

/** A row for each library of a panel, a column for each value that the chart goes over. */
function valuesTable(study: StudyOutline, choice: ChartChoice, places: readonly Place[]): Table {
  const values = [...new Set(places.map(({ x }) => x))].sort((one, other) => one - other);
  const keyOf = ({ panel, row }: Place): string => JSON.stringify([panel, row.arm]);
  const lines = Map.groupBy(places, keyOf);
  const firsts = [...lines.values()].flatMap(([first]) => first ?? []);
  return groupedTable(firsts, ({ panel }) => panel, {
    caption: '',
    note: `${across[choice.over]} in the columns; in the cells: ${upright[choice.shows]}, with the 95 % CI where it is known.${choice.shows === 'rate' ? ' Percent: part of what as many times the fewest would give.' : ''}`,
    columns: [
      libraryColumn(study),
      ...values.map((x) =>
        column<Place>('number', formatNumber(x, 0), (first) =>
          valueCell(lines.get(keyOf(first)) ?? [], x, choice),
        ),
      ),
    ],
  });
}

function valueCell(places: readonly Place[], x: number, { shows }: ChartChoice): Cell {
  const found = places.find((each) => each.x === x);
  if (found === undefined) return '';
  const { amount, row } = found;
  if (amount === undefined) return row.failure ? reasonName(row.failure.reason) : 'not run';
  const first = places.find((each) => each.amount !== undefined);
  const part =
    shows === 'rate' && first?.amount !== undefined && first !== found
      ? formatPercent((amount.value * first.x) / (first.amount.value * x), 1)
      : '';
  const decimals = shows === 'time' ? undefined : rateDecimals(amount.value);
  const notes = [formatInterval(amount, decimals), part].filter(Boolean);
  return { text: formatValue(amount, decimals), note: notes.join('; ') };
}
