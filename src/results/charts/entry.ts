/** The charts that the file of an entry asks for: points of its results, and the table that says the same. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { CONTROL } from '../../core/record/index.ts';
import { formatNumber } from '../numbers/format.ts';
import { measuredMs } from '../numbers/quantity.ts';
import { reasonName } from '../notices.ts';
import { isAmong, libraryOf, operationOf } from '../names.ts';
import { PERCENTILES, type Result, type Row } from '../result.ts';
import { rateOf } from '../tables/entry.ts';
import { amountColumn, type Cell, column, groupedTable, type Table } from '../tables/table.ts';
import type { Point, XyChart } from './xy.ts';

/** A chart as an entry asks for it. `src/journal/collections/entries.ts` checks it. */
export interface ChartChoice {
  caption: string;
  over: 'clients' | 'calls' | 'time';
  /** Of samples: how many take at most the time. */
  shows: 'time' | 'rate' | 'samples';
  /** Ids; `*` stands for anything. */
  workloads: readonly string[];
}

const across: Readonly<Record<ChartChoice['over'], string>> = {
  clients: 'Clients',
  calls: 'Calls in a batch',
  time: 'Time (ms)',
};

const upright: Readonly<Record<ChartChoice['shows'], string>> = {
  time: 'Time (ms)',
  rate: 'Calls a second',
  samples: 'Calls that take at most so long (%)',
};

/** A row of a result in a chart. */
interface PlacedRow {
  panel: string;
  label: string;
  system: string;
  /** Its points, each with its column of the table and its cell there. */
  points: Array<Point & { column: string; cell: Cell }>;
}

/** The number at the end of a workload’s id: the clients of `unary-100`. Others have no place in a chart. */
const sizeOf = (workload: string): number => Number(/-(\d+)$/.exec(workload)?.[1] ?? Number.NaN);

function pointsOf({ over, shows }: ChartChoice, row: Row): PlacedRow['points'] {
  if (over === 'time') {
    return (row.percentiles ?? []).flatMap((ms, at) => {
      const part = PERCENTILES[at] ?? 0;
      return ms === null ? [] : [{ x: ms, y: part, column: `p${part}`, cell: measuredMs(ms) }];
    });
  }
  const { quoted, workload, time, rate, calls, failure } = row;
  const printed = over === 'clients' ? quoted?.clients : quoted?.operations;
  const x = printed ?? sizeOf(workload);
  if (Number.isNaN(x)) return [];
  const amount = shows === 'rate' ? rateOf(rate, calls) : time;
  const missing = failure === undefined ? 'not run' : reasonName(failure.reason);
  return [{ x, y: amount?.value, column: formatNumber(x, 0), cell: amount ?? missing }];
}

/** The rows of a chart with the panel of each: one for each record and kind of operation. */
function placedRows(
  study: StudyOutline,
  choice: ChartChoice,
  results: readonly Result[],
  nameOf: (id: string) => string,
): PlacedRow[] {
  const { workloads, over } = choice;
  const kindOf = ({ workload }: Row): string => {
    const name = operationOf(study, workload);
    return over === 'time' ? name : name.replace(/,? ?[\d ,\u202f]+ ?(kB|MB|B|clients?)?$/, '');
  };
  const found = results.flatMap(({ id = '', rows }) =>
    rows
      .filter(({ arm, workload }) => arm !== CONTROL && isAmong(workload, workloads))
      .map((row) => ({ row, kind: kindOf(row), from: nameOf(id) })),
  );
  const hasSeveral = (of: (each: (typeof found)[number]) => string) =>
    new Set(found.map(of)).size > 1;
  const [hasKinds, hasSources] = [hasSeveral(({ kind }) => kind), hasSeveral(({ from }) => from)];
  const placed = found.map(({ row, kind, from }) => {
    const { label, system } = libraryOf(study, row.arm, row.quoted !== undefined);
    const panel = [hasKinds ? kind : '', hasSources ? from : ''].filter(Boolean).join(', ');
    return { panel, label, system, points: pointsOf(choice, row) };
  });
  // Panels stand in the order of their first points.
  const firstOf = ({ points }: PlacedRow): number => points[0]?.x ?? 0;
  return over === 'time' ? placed : placed.sort((one, other) => firstOf(one) - firstOf(other));
}

/** A chart with its panels, and the table that says the same. */
export interface EntryChart {
  caption: string;
  panels: XyChart[];
  table: Table;
}

/**
 * @param nameOf names a record by its id
 * @throws Error if the records have nothing that the chart asks for
 */
export function entryChart(
  study: StudyOutline,
  choice: ChartChoice,
  results: readonly Result[],
  nameOf: (id: string) => string,
): EntryChart {
  const { caption, over, shows, workloads } = choice;
  const x = { label: across[over], scale: 'log' } as const;
  const y = { label: upright[shows], scale: shows === 'samples' ? 'linear' : 'log' } as const;
  // A library has a row for each workload.
  const lines = Map.groupBy(placedRows(study, choice, results, nameOf), ({ panel, label }) =>
    JSON.stringify([panel, label]),
  );
  const series = [...lines.values()].flatMap(([first, ...more]): PlacedRow[] => {
    if (first === undefined) return [];
    const points = [first, ...more].flatMap((row) => row.points);
    if (points.length === 0) return [];
    return [{ ...first, points: points.toSorted((one, other) => one.x - other.x) }];
  });
  const drawn = series
    .map((each) => ({ ...each, points: each.points.filter((point) => point.y !== undefined) }))
    .filter(({ points }) => points.length > 0);
  if (drawn.length === 0) {
    throw new Error(
      `charts: “${caption}”: got no ${shows} of ${workloads.join(', ')} in its records, expected some`,
    );
  }
  return {
    caption,
    panels: [...Map.groupBy(drawn, ({ panel }) => panel)].map(([heading, own]) => ({
      heading: heading || caption,
      x,
      y,
      series: own,
    })),
    table: chartTable(choice, series),
  };
}

/** A row for each library of a panel, a column for each value that the chart goes over, or for each percentile. */
function chartTable({ caption, over, shows }: ChartChoice, series: readonly PlacedRow[]): Table {
  const points = series.flatMap((each) => each.points);
  const columns = over === 'time' ? points : points.toSorted((one, other) => one.x - other.x);
  return groupedTable(series, ({ panel }) => panel, {
    caption,
    note:
      over === 'time'
        ? 'Time in ms that so many percent of the calls do not exceed.'
        : `${across[over]} in the columns; in the cells: ${upright[shows]}.`,
    columns: [
      column('library', 'Library', ({ label, system }) => ({ label, system })),
      ...[...new Set(columns.map((point) => point.column))].map((name) =>
        amountColumn<PlacedRow>(
          name,
          (row) => row.points.find((point) => point.column === name)?.cell,
        ),
      ),
    ],
  });
}
