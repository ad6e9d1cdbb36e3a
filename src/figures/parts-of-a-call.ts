/** Figure: where the time of a call goes, one stacked bar a system. */
import * as Plot from '@observablehq/plot';
import { ink, type Figure } from './figure.ts';
import { formatMs, msDecimals } from './format.ts';
import { widthOf } from './legend.ts';
import { colorOf } from './palette.ts';
import { linearScale, pixelOptions } from './panel.ts';

/** A part of a call's time, from the outside in. */
export type PartOfCall = 'network' | 'socket' | 'protocol';

/** One bar. */
export interface CallParts {
  label: string;
  system: string;
  /** In ms; `network` is part of `socket` where it was not measured apart. */
  parts: Partial<Record<PartOfCall, number>>;
}

/** Plain data of the figure. */
interface PartsData {
  rows: readonly CallParts[];
  /** What it shows, in a sentence. */
  title: string;
  /** Width of the drawing, in px. */
  width: number;
}

const order = ['network', 'socket', 'protocol'] as const;

/** How the parts are called, with and without the network among the socket's. */
export function partName(part: PartOfCall, apart: boolean): string {
  if (part === 'network') return 'Network, there and back';
  if (part === 'protocol') return 'Protocol';
  return apart ? 'Socket and server' : 'Network, socket and server';
}

const fills = { network: ink.muted, socket: ink.quiet } as const;
/** Under this width a line of text stands over its bar. */
const NARROW = 480;
const textHeight = 18;
const barHeight = 14;
const valueRoom = 72;
const barRoom = 22;

/** Bars from nought on one scale, so that the totals can be compared as well. */
export function partsOfACall({ rows, title, width }: PartsData): Figure {
  const apart = rows.some(({ parts }) => parts.network !== undefined);
  const totals = rows.map(({ parts }) => order.reduce((sum, part) => sum + (parts[part] ?? 0), 0));
  const longest = Math.max(0, ...totals);
  const narrow = width < NARROW;
  const nameRoom = 24 + Math.max(0, ...rows.map(({ label }) => widthOf(label)));
  const ends = narrow ? ([0, width] as const) : ([nameRoom, width - valueRoom] as const);
  const scale = linearScale([0, longest || 1], ends);
  const rowHeight = narrow ? textHeight + barRoom - 4 : barRoom;
  const decimals = msDecimals(Math.min(...totals));
  const bars = rows.flatMap(({ parts, system, label }, index) => {
    let from = 0;
    return order.flatMap((part) => {
      const ms = parts[part];
      if (ms === undefined) return [];
      const bar = { part, system, label, index, x1: scale(from), x2: scale(from + ms) };
      from += ms;
      return [bar];
    });
  });
  type Bar = (typeof bars)[number];
  const middle = (index: number): number => rowHeight * (index + 1) - barRoom / 2;
  const textY = (_: unknown, index: number) => middle(index) - (narrow ? textHeight : 0);
  const keys = order.filter((part) => part !== 'network' || apart);
  const key = keyOf(keys, width, apart);
  const top = rows.length * rowHeight + 6;
  return {
    title,
    label: `${title}. ${rows.map((row, index) => sentenceOf(row, totals[index] ?? 0, apart)).join(' ')}`,
    note: 'Socket: a hand-written WebSocket doing the same work. Protocol: what the system takes beyond that.',
    options: {
      ...pixelOptions(width, top + key.height),
      marks: [
        Plot.rect(bars, {
          x1: 'x1',
          x2: 'x2',
          y1: ({ index }: Bar) => middle(index) - barHeight / 2,
          y2: ({ index }: Bar) => middle(index) + barHeight / 2,
          fill: ({ part, system }: Bar) => (part === 'protocol' ? colorOf(system) : fills[part]),
          stroke: ink.page,
        }),
        Plot.text(rows, {
          x: 0,
          y: textY,
          text: 'label',
          textAnchor: 'start',
        }),
        Plot.text(totals, {
          x: width,
          y: textY,
          text: (ms: number) => formatMs(ms, decimals),
          textAnchor: 'end',
          fontWeight: 600,
        }),
        Plot.rect(key.places, {
          x1: 'x',
          x2: ({ x }: Place) => x + 12,
          y1: ({ y }: Place) => top + y - 6,
          y2: ({ y }: Place) => top + y + 6,
          fill: ({ part }: Place) => (part === 'protocol' ? 'currentColor' : fills[part]),
        }),
        Plot.text(key.places, {
          x: ({ x }: Place) => x + 18,
          y: ({ y }: Place) => top + y,
          text: 'text',
          textAnchor: 'start',
        }),
      ],
    },
  };
}

interface Place {
  part: PartOfCall;
  text: string;
  x: number;
  y: number;
}

/** The parts’ names beside their fills, in as many lines as they need. */
function keyOf(keys: readonly PartOfCall[], width: number, apart: boolean) {
  let [x, y] = [0, 12];
  const places = keys.map((part): Place => {
    const text = partName(part, apart);
    const room = 18 + widthOf(text);
    if (x > 0 && x + room > width) [x, y] = [0, y + 20];
    const place = { part, text, x, y };
    x += room + 20;
    return place;
  });
  return { places, height: y + 12 };
}

function sentenceOf({ label, parts }: CallParts, total: number, apart: boolean): string {
  const each = order.flatMap((part) => {
    const ms = parts[part];
    return ms === undefined ? [] : [`${partName(part, apart).toLowerCase()} ${formatMs(ms)}`];
  });
  return `${label}: ${each.join(', ')}; ${formatMs(total)} in all.`;
}
