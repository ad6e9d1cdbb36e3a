/**
 * Figure: what a study's journal found over time. The journal runs from top to bottom, a row for
 * each record, because a row has room for its date, its commit and its setting on any screen; each
 * workload has a panel beside the others.
 */
import {
  type Chunk,
  type HistoryPanel,
  type HistoryRow,
  layOut,
  type PlacedPanel,
  type PlacedRow,
  wide,
} from './history-layout.ts';
import * as Plot from '@observablehq/plot';
import type { Figure, KeyItem, OfSystem, Rows } from './figure.ts';
import { ink, systemColor, systemDots } from './marks.ts';
import { drawn, lookOf } from './palette.ts';

/** An arm and how it is drawn. */
export type HistoryArm = KeyItem & OfSystem;

export interface HistoryData extends Rows<HistoryRow> {
  panels: readonly HistoryPanel[];
  arms: readonly HistoryArm[];
  /** Results without a value, each with what stands in its place. */
  missing?: readonly string[];
}

/** Of a shape, in px, where its arm has none of its own: many stand close together. */
const RADIUS = 4.5;

/** Panels side by side over the rows of the journal, in as many lines as they need. */
export function history({ rows, panels, arms, missing = [], width }: HistoryData): Figure {
  const { chunks, height, logarithmic } = layOut(rows, panels, width);
  const byName = new Map(arms.map((arm) => [arm.label, arm]));
  return {
    title: 'What the journal found, entry by entry',
    label: `Results over the journal. ${panels.map(sentence).join(' ')} The table has every value.`,
    note: noteOf(rows, missing, logarithmic),
    key: arms.map((arm) => ({ r: RADIUS, ...arm })),
    panels: [
      {
        options: {
          ...{ width, height, margin: 0 },
          x: { type: 'identity', axis: null },
          y: { type: 'identity', axis: null },
          r: { type: 'identity' },
          marks: chunks.flatMap((chunk) => [
            ...frame(chunk, width),
            ...chunk.panels.flatMap((each) => series(each, chunk, byName, width >= wide)),
            ...names(chunk),
          ]),
        },
      },
    ],
  };
}

/** Rules of the rows, the breaks between them, headings and axes. */
function frame({ rows, panels, bottom }: Chunk, width: number): Plot.Markish[] {
  const start = { textAnchor: 'start', x: 0 } as const;
  const breaks = rows.filter(({ breakY }) => breakY !== undefined);
  return [
    Plot.link(
      rows.flatMap(({ y }) => panels.map(({ left, right }) => ({ y, left, right }))),
      { x1: 'left', x2: 'right', y1: 'y', y2: 'y', stroke: ink.faint },
    ),
    Plot.link(breaks, {
      x1: 0,
      x2: width,
      y1: 'breakY',
      y2: 'breakY',
      stroke: ink.muted,
      strokeDasharray: '4 4',
    }),
    Plot.text(breaks, {
      ...start,
      y: 'breakY',
      dy: 11,
      text: () => 'measured in another way from here on',
      fontStyle: 'italic',
    }),
    Plot.text(panels, {
      x: 'left',
      y: 'headingY',
      textAnchor: 'start',
      lineAnchor: 'bottom',
      text: 'heading',
      fontWeight: 600,
    }),
    ...panels.flatMap(({ left, right, scale, ticks, panel: { unit } }) => [
      Plot.link([0], { x1: left, x2: right, y1: bottom, y2: bottom, stroke: ink.muted }),
      Plot.link(ticks, {
        x1: ({ value }: (typeof ticks)[number]) => scale(value),
        x2: ({ value }: (typeof ticks)[number]) => scale(value),
        y1: bottom,
        y2: bottom + 5,
        stroke: ink.muted,
      }),
      Plot.text(ticks, {
        x: ({ value }: (typeof ticks)[number]) => scale(value),
        y: bottom + 15,
        text: 'text',
      }),
      Plot.text([unit], { x: left, y: bottom + 35, textAnchor: 'start', text: String }),
    ]),
  ];
}

/** Names of the rows, over the lines that may cross them on a narrow screen. */
function names({ rows }: Chunk): Plot.Markish[] {
  const over = { textAnchor: 'start', x: 0, stroke: ink.page, strokeWidth: 4 } as const;
  const nameOf = ({ row }: PlacedRow): string => [row.when, row.commit].filter(Boolean).join(' · ');
  // With a stroke around it, a text has no fill unless it is given one.
  const name = { ...over, y: 'textY', text: nameOf } as const;
  return [
    Plot.text(
      rows.filter(({ isFirst }) => isFirst),
      {
        ...name,
        fill: ink.link,
        href: ({ row }: PlacedRow) => row.entry.href,
        ariaLabel: (placed: PlacedRow) => `${nameOf(placed)}: ${placed.row.entry.title}`,
      },
    ),
    Plot.text(
      rows.filter(({ isFirst }) => !isFirst),
      { ...name, fill: 'currentColor' },
    ),
    Plot.text(
      rows.flatMap(({ whereLines }) => whereLines),
      { ...over, y: 'y', text: 'text', fill: ink.quiet },
    ),
  ];
}

/**
 * The points of a panel, joined where setting and method are the same, unless the names of the rows
 * stand between them.
 */
function series(
  { panel, scale }: PlacedPanel,
  { rows }: Chunk,
  arms: ReadonlyMap<string, HistoryArm>,
  isJoined: boolean,
): Plot.Markish[] {
  const placed = panel.points.flatMap(({ row: index, arm, value, again }) => {
    const row = rows.find((each) => each.index === index);
    const look = arms.get(arm);
    return row && look ? [{ ...look, row, again, x: scale(value), y: row.y }] : [];
  });
  type Point = (typeof placed)[number];
  return [
    Plot.line(
      placed.filter(({ again }) => isJoined && !again),
      {
        ...{ x: 'x', y: 'y', stroke: systemColor, strokeWidth: 2 },
        z: ({ row, label }: Point) => JSON.stringify([label, row.row.where, row.epoch]),
      },
    ),
    systemDots(placed, {
      ...{ x: 'x', y: 'y', isFilled: ({ row: { row } }) => row.measured },
      r: ({ r = RADIUS }: Point) => r,
      symbol: ({ symbol, system }: Point) => drawn(symbol ?? lookOf(system).symbol),
    }),
  ];
}

function noteOf(rows: readonly HistoryRow[], missing: readonly string[], logarithmic: boolean) {
  const parts = [
    'The journal runs from top to bottom, in the order in which its entries were written; the dates are those of the source, even where they contradict that order.',
    'The first date of each entry leads to it.',
    'On a wide screen points are joined where method, setting and client are the same, and never otherwise.',
    rows.some(({ measured }) => !measured) ? 'Hollow shapes are quoted.' : '',
    rows.some(({ measured }) => measured) ? 'Filled ones are medians measured here.' : '',
    logarithmic ? 'The scales are logarithmic.' : '',
    missing.length > 0 ? `Without a point: ${missing.join('; ')}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** What a panel holds: the values themselves stand in the table, which can be read cell by cell. */
function sentence({ workload, unit, points }: HistoryPanel): string {
  const arms = new Set(points.map(({ arm }) => arm));
  return `${workload}, ${unit}: ${points.length} results of ${arms.size} arms.`;
}
