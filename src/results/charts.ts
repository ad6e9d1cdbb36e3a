/** Drawings of values over values: those that the file of an entry asks for, with the table that says the same. */
import * as Plot from '@observablehq/plot';
import type { StudyOutline } from '../core/plan/index.ts';
import { CONTROL } from '../core/record/index.ts';
import { formatNumber, ownDecimals } from './numbers/format.ts';
import { measured } from './numbers/quantity.ts';
import { reasonName, isAmong, libraryOf, operationOf } from './names.ts';
import { allSystems } from '../libraries/systems/index.ts';
import { PERCENTILES, type Result, type Row } from './result.ts';
import { rateOf } from './tables/entry.ts';
import { colorOf, lookOf } from './tables/palette.ts';
import { amountColumn, type Cell, column, groupedTable, type Table } from './tables/table.ts';

interface Point {
  x: number;
  /** Absent where nothing counted. */
  y: number | undefined;
  /** Both ends of the interval, if there is one. */
  low?: number;
  high?: number;
}

interface Series {
  /** Name of the library. */
  label: string;
  /** Id of the system, for mark and colour. */
  system: string;
  points: readonly Point[];
}

interface Axis {
  label: string;
  scale: 'log' | 'linear';
}

interface XyChart {
  heading: string;
  /** Label of the axis across, which is logarithmic. */
  x: string;
  y: Axis;
  series: readonly Series[];
}

/** Dashes by which series of one colour differ. */
const DASHES = ['none', '6 3', '2 3', '8 3 2 3'];

/** The dash of each series, in their order. */
export function dashesOf(series: readonly Series[]): string[] {
  return series.map(({ system }, at) => {
    const before = series.slice(0, at).filter((each) => colorOf(each.system) === colorOf(system));
    return DASHES[before.length % DASHES.length] ?? 'none';
  });
}

/** 1, 2 and 5 times the powers of ten from the least of some values to the greatest. */
function logTicks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .flatMap((power) => [1, 2, 5].map((step) => Number(`${step}e${power}`)))
    .filter((tick) => tick >= low && tick <= high);
}

const tickText = (tick: number): string => formatNumber(tick, ownDecimals(tick));

/** Width of a drawing in px; it grows and shrinks with its place. */
const WIDTH = 380;

/** Most values across that each have a tick. */
const MOST_TICKS = 7;

/** @param document of a browser, or linkedom’s in a build */
export function drawXy({ x, y, series, heading }: XyChart, document: Document): Element {
  const dashes = dashesOf(series);
  const points = series.flatMap((each) => each.points);
  const across = [...new Set(points.map((point) => point.x))];
  const heights = points.flatMap(({ y: value, low, high }) =>
    [value ?? [], low ?? [], high ?? []].flat(),
  );
  const scaleOf = ({ label, scale }: Axis, values: readonly number[]) => {
    const isLinear = scale === 'linear';
    const ticks = isLinear ? 5 : logTicks(values);
    return { label, tickFormat: tickText, type: scale, ticks, zero: isLinear, nice: isLinear };
  };
  const xScale = scaleOf({ label: x, scale: 'log' }, across);
  const chart = Plot.plot({
    document,
    width: WIDTH,
    height: 280,
    marginLeft: 52,
    marginRight: 16,
    marginBottom: 40,
    x: { ...xScale, ticks: across.length <= MOST_TICKS ? across : xScale.ticks },
    // A label at the end of its axis takes no room beside it.
    y: { ...scaleOf(y, heights), grid: true, labelAnchor: 'top' },
    marks: series.flatMap(({ system, points: own }, at) => [
      Plot.ruleX(own, {
        x: 'x',
        y1: 'low',
        y2: 'high',
        stroke: colorOf(system),
        strokeWidth: 5,
        strokeOpacity: 0.35,
      }),
      Plot.line(own, {
        x: 'x',
        y: 'y',
        stroke: colorOf(system),
        strokeWidth: 2,
        strokeDasharray: dashes[at] ?? 'none',
      }),
      Plot.dot(own, { x: 'x', y: 'y', fill: colorOf(system), r: 4, symbol: lookOf(system).symbol }),
    ]),
  });
  chart.classList.add('rt-plot');
  // Inside one image the names of its groups are noise.
  for (const inner of chart.querySelectorAll('[aria-label]')) inner.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  // The table under the drawing has its numbers.
  chart.setAttribute('aria-label', `${heading}: ${y.label} by ${x}`);
  return chart;
}

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
      return ms === null ? [] : [{ x: ms, y: part, column: `p${part}`, cell: measured(ms) }];
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
    const { label, ...library } = libraryOf(study, row.arm, row.quoted !== undefined);
    // A source measured the package that it names, even if a run here uses the reimplementation.
    const quoted = row.quoted && allSystems.find((each) => label.startsWith(each.label));
    const system = quoted?.id ?? library.system;
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
      x: across[over],
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
