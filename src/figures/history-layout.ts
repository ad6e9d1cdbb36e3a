/** Where the rows and the panels of the history stand, in pixels. */
import * as Plot from '@observablehq/plot';
import { decimalsOf, formatCount } from './format.ts';
import { logDomain, logTicks } from './marks.ts';
import { wrap } from './rows.ts';

/** One record of an entry. */
export interface HistoryRow {
  /** The entry, and the address of its page. */
  entry: { title: string; href: string };
  /** Day of the entry as its source has it, or that it has none. */
  when: string;
  /** Commit that was measured, shortened; or that its work was in progress. */
  commit?: string;
  /** Setting and client. Points of different ones are never joined. */
  where: string;
  /** Whether it was measured in another way than the row before it. */
  methodChanged: boolean;
  /** Whether it was measured here. */
  measured: boolean;
}

/** One result in a panel. */
interface HistoryPoint {
  /** Index of its row. */
  row: number;
  /** Name of the arm, which is the series. */
  arm: string;
  value: number;
  /** The value as it is read out, without its unit. */
  text: string;
  /** Whether it is a further run of a test that its row has already; the line passes it by. */
  again: boolean;
}

/** One workload. */
export interface HistoryPanel {
  workload: string;
  /** What is counted, with its unit; panels of one unit share a scale. */
  unit: string;
  points: readonly HistoryPoint[];
}

/** Panels that stand side by side over the same rows. */
export type Chunk = ReturnType<typeof layOut>['chunks'][number];
export type PlacedRow = Chunk['rows'][number];
export type PlacedPanel = Chunk['panels'][number];

/** From this width on, rows have their names beside them, otherwise over them. */
export const wide = 560;
const nameColumn = 218;
/** Least width of a panel. */
const leastPanel = 104;
/** Holds half of the last label of a panel and half of the first of the next. */
const panelGap = 32;
const footHeight = 48;
const headingLine = 17;
const breakHeight = 24;
const characterWidth = 7.2;
/** Least room for one tick label. */
const labelRoom = 40;
/** Above this ratio of the largest to the smallest value, a scale is logarithmic. */
const mostLinear = 12;

/** Lays out all panels over the rows that have points in them. */
export function layOut(
  rows: readonly HistoryRow[],
  panels: readonly HistoryPanel[],
  width: number,
) {
  const isWide = width >= wide;
  const start = isWide ? nameColumn : 0;
  const lines = Math.ceil(panels.length / Math.floor((width - start) / leastPanel));
  const perLine = Math.ceil(panels.length / lines);
  const panelWidth = (width - start - panelGap * (perLine - 1)) / perLine;
  const domains = domainsOf(panels);
  let height = 0;
  const chunks = Array.from({ length: lines }, (_, line) => {
    const members = panels.slice(line * perLine, (line + 1) * perLine);
    const headings = members.map(({ workload }) => wrap(workload, panelWidth, characterWidth));
    const headingY = height + Math.max(...headings.map((each) => each.length)) * headingLine;
    const placed = placeRows(rows, members, headingY + 10, isWide ? undefined : width);
    height = placed.bottom + footHeight + 18;
    return {
      ...placed,
      panels: members.map((panel, at) => {
        const left = start + at * (panelWidth + panelGap);
        const right = left + panelWidth;
        const domain = domains.get(panel.unit) ?? { log: false, ends: [0, 1] };
        const heading = (headings[at] ?? []).join('\n');
        return {
          panel,
          heading,
          headingY,
          left,
          right,
          ...axisOf(domain, [left + 10, right - 10]),
        };
      }),
    };
  });
  return {
    chunks,
    height: height - 18,
    logarithmic: [...domains.values()].some(({ log }) => log),
  };
}

interface Domain {
  log: boolean;
  ends: [number, number];
}

/** One scale for all panels of a unit. */
function domainsOf(panels: readonly HistoryPanel[]): Map<string, Domain> {
  const units = Map.groupBy(panels, ({ unit }) => unit);
  return new Map(
    [...units].map(([unit, members]) => {
      const values = members.flatMap(({ points }) => points.map(({ value }) => value));
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const log = high / low > mostLinear;
      return [unit, { log, ends: log ? logDomain(values, 0.03) : [0, high] }];
    }),
  );
}

function axisOf({ log, ends }: Domain, range: [number, number]) {
  const room = range[1] - range[0];
  const values = log ? logTicks(ends, room) : linearTicks(ends[1], room / labelRoom);
  const decimals = log ? undefined : decimalsOf(values);
  const scale = Plot.scale({ x: { type: log ? 'log' : 'linear', domain: ends, range } });
  return {
    scale: (value: number): number => Number(scale.apply(value)),
    ticks: values.map((value) => ({ value, text: shortNumber(value, decimals) })),
  };
}

/** `20k` for 20 000: panels are too narrow for more. */
function shortNumber(value: number, decimals?: number): string {
  if (value >= 1000) return `${formatCount(value / 1000)}k`;
  return decimals === undefined ? String(value) : value.toFixed(decimals);
}

/** Nought and steps of 1, 2 or 5 times a power of ten, at most so many of them. */
function linearTicks(highest: number, most: number): number[] {
  const rough = highest / Math.max(1, most - 1);
  const power = Math.floor(Math.log10(rough));
  const times = [1, 2, 5, 10].find((each) => each * 10 ** power >= rough * 0.999) ?? 10;
  const step = Number(`${times}e${power}`);
  const count = Math.floor(highest / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/**
 * The rows that have points in the panels, each in its place, and where they end.
 *
 * @param over width of the names over the rows, in px; undefined where they stand beside them
 */
function placeRows(
  rows: readonly HistoryRow[],
  panels: readonly HistoryPanel[],
  top: number,
  over: number | undefined,
) {
  const isWide = over === undefined;
  const used = new Set(panels.flatMap(({ points }) => points.map(({ row }) => row)));
  let [y, epoch, changed] = [top, 0, false];
  let where: string | undefined;
  let entry: string | undefined;
  const placed = rows.flatMap((row, index) => {
    changed ||= row.methodChanged;
    if (!used.has(index)) return [];
    // A change in a row that has no points here is still a change for the next one that has.
    const breaks = changed && where !== undefined;
    changed = false;
    /** Where the break over it is drawn, if there is one. */
    const breakY = breaks ? y + 4 : undefined;
    // Rows with another number of breaks before them are not joined.
    if (breaks) [y, epoch] = [y + breakHeight, epoch + 1];
    // Said where it changes.
    const wheres = row.where === where ? [] : wrap(row.where, over ?? nameColumn, characterWidth);
    where = row.where;
    const textHeight = isWide ? 0 : 18 + 16 * wheres.length;
    const height = isWide ? 30 + 14 * wheres.length : textHeight + 26;
    const centre = isWide ? y + height / 2 : y + textHeight + 12;
    const textY = isWide ? centre - 8 * wheres.length : y + 9;
    y += height;
    const whereLines = wheres.map((text, line) => ({ text, y: textY + 16 * (line + 1) }));
    const isFirst = row.entry.href !== entry;
    entry = row.entry.href;
    return [{ index, row, isFirst, y: centre, textY, whereLines, breakY, epoch }];
  });
  return { rows: placed, bottom: y + 6 };
}
