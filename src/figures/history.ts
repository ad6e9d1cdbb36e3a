/**
 * Figure: what a study's journal found over time, a panel for each workload and in it a row for each
 * record. Rows stand with those of the same setting, client and method, which alone can be compared.
 */
import * as Plot from '@observablehq/plot';
import type { Figure, KeyItem, OfSystem, Panel, Rows } from './figure.ts';
import { logDomain, logTicks, systemColor, systemDots } from './marks.ts';
import { drawn, lookOf } from './palette.ts';
import { rowPanel, sidesOf, widthOf } from './rows.ts';

/** An arm and how it is drawn. */
export type HistoryArm = KeyItem & OfSystem;

/** One record of an entry. */
export interface HistoryRow {
  /** The entry, and the address of its page. */
  entry: { title: string; href: string };
  /** Day of the entry as its source has it, or that it has none. */
  when: string;
  /** Commit that was measured, shortened; or that its work was in progress. */
  commit?: string;
  /** Setting and client. */
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

export interface HistoryData extends Rows<HistoryRow> {
  panels: readonly HistoryPanel[];
  arms: readonly HistoryArm[];
  /** Results without a value, each with what stands in its place. */
  missing?: readonly string[];
}

/** Of a shape, in px, where its arm has none of its own: many stand close together. */
const RADIUS = 4.5;
/** Above this ratio of the largest to the smallest value, a scale is logarithmic. */
const MOST_LINEAR = 12;

/** Panels under one another: a row has room for its date and its commit on any screen. */
export function history(data: HistoryData): Figure {
  const { rows, panels, arms, missing = [] } = data;
  const parts = [
    'Rows that can be compared stand together, the oldest first: those of one setting, client and method. The dates are those of the source, even where they contradict the order of the journal.',
    rows.some(({ measured }) => !measured) ? 'Hollow shapes are quoted.' : '',
    rows.some(({ measured }) => measured) ? 'Filled ones are medians measured here.' : '',
    missing.length > 0 ? `Without a point: ${missing.join('; ')}.` : '',
  ];
  return {
    title: 'What the journal found, entry by entry',
    label: `Results over the journal. ${panels.map(sentence).join(' ')} The table has every value.`,
    note: parts.filter((part) => part !== '').join(' '),
    key: arms.map((arm) => ({ r: RADIUS, ...arm })),
    panels: panels.map((panel) => ({ heading: panel.workload, ...panelOf(panel, data) })),
  };
}

function panelOf(panel: HistoryPanel, { rows, panels, arms, width }: HistoryData): Panel {
  const groups = groupsOf(rows);
  const shown = rows.flatMap((row, at) => {
    const points = panel.points.filter((point) => point.row === at);
    const name = [row.when, row.commit].filter(Boolean).join(' · ');
    return points.length === 0 ? [] : [{ ...row, points, name, group: groups[at] ?? '' }];
  });
  const alike = panels.filter(({ unit }) => unit === panel.unit);
  const { isLog, domain } = scaleOf(alike.flatMap(({ points }) => points.map((one) => one.value)));
  const beside = {
    names: 10 + Math.max(...shown.map(({ name }) => widthOf(name))),
    ...{ values: 16, edge: 8, row: 20 },
  };
  const [left, right] = sidesOf(width, beside);
  return rowPanel({
    ...{ rows: shown, width, beside },
    textOf: ({ group, name }) => ({ group, name, value: '' }),
    x: { domain, ...(isLog && { type: 'log' }) },
    axis: {
      label: `${panel.unit}${isLog ? ', log scale' : ''}`,
      ...(isLog && { ticks: logTicks(domain, width - left - right) }),
    },
    marks: (placed) => {
      const points = placed.flatMap(({ y, group, measured, points: own }) =>
        own.flatMap(({ arm, ...point }) => {
          const look = arms.find(({ label }) => label === arm);
          return look ? [{ ...look, ...point, y, group, measured }] : [];
        }),
      );
      type Point = (typeof points)[number];
      return [
        Plot.line(
          // On a narrow screen the names of the rows stand between them.
          points.filter(({ again }) => !again && left > beside.edge),
          {
            ...{ x: 'value', y: 'y', stroke: systemColor, strokeWidth: 2 },
            z: ({ label, group }: Point) => JSON.stringify([label, group]),
          },
        ),
        systemDots(points, {
          ...{ x: 'value', y: 'y', isFilled: ({ measured }) => measured },
          r: ({ r = RADIUS }: Point) => r,
          symbol: ({ symbol, system }: Point) => drawn(symbol ?? lookOf(system).symbol),
        }),
      ];
    },
  });
}

/** What a row can be compared with: its setting and client and, where the method changed, which it was. */
function groupsOf(rows: readonly HistoryRow[]): string[] {
  const last = rows.filter(({ methodChanged }) => methodChanged).length + 1;
  let method = 1;
  return rows.map(({ where, methodChanged }) => {
    if (methodChanged) method += 1;
    return last === 1 ? where : `${where} · method ${method} of ${last}`;
  });
}

/** One scale for all panels of a unit. */
function scaleOf(values: readonly number[]): { isLog: boolean; domain: [number, number] } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isLog = high / low > MOST_LINEAR;
  return { isLog, domain: isLog ? logDomain(values, 0.03) : [0, high * 1.04] };
}

/** What a panel holds: the values themselves stand in the table, which can be read cell by cell. */
function sentence({ workload, unit, points }: HistoryPanel): string {
  const arms = new Set(points.map(({ arm }) => arm));
  return `${workload}, ${unit}: ${points.length} results of ${arms.size} arms.`;
}
