/** The key of a drawing in which marks carry no text of their own. */
import * as Plot from '@observablehq/plot';
import { ink } from './figure.ts';
import { colorOf, lookOf, type SystemSymbol } from './palette.ts';

/** One series. */
export interface LegendItem {
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
  /** Whether its mark is filled: what it stands for was measured here. */
  filled?: boolean;
  /** Shape and radius in px, where they tell two arms of a system apart. */
  symbol?: SystemSymbol;
  r?: number;
}

/** A legend laid out in lines. */
export interface Legend {
  marks: Plot.Markish[];
  /** Height of all lines, in px. */
  height: number;
}

const lineHeight = 22;
/** Room for the mark before a label, in px. */
const markRoom = 18;
const gap = 20;

/** Width of a text at 13 px, in px, on the wide side, so that nothing overlaps in another font. */
export function widthOf(text: string): number {
  return text.length * 6.6;
}

/** The items side by side, in as many lines as they need. Positions are pixels from the left edge. */
export function legend(items: readonly LegendItem[], width: number, top = 0): Legend {
  let [x, y] = [0, top + lineHeight / 2];
  const placed = items.map((item) => {
    const room = markRoom + widthOf(item.label);
    if (x > 0 && x + room > width) [x, y] = [0, y + lineHeight];
    const at = x;
    x += room + gap;
    return { item, x: at + 6, y };
  });
  type Place = (typeof placed)[number];
  return {
    height: placed.length === 0 ? 0 : y + lineHeight / 2 - top + 4,
    marks: [
      Plot.dot(placed, {
        x: 'x',
        y: 'y',
        r: ({ item }: Place) => item.r ?? 5.5,
        symbol: ({ item }: Place) => item.symbol ?? lookOf(item.system).symbol,
        fill: ({ item }: Place) => (item.filled ? colorOf(item.system) : ink.page),
        stroke: ({ item }: Place) => colorOf(item.system),
        strokeWidth: 2,
      }),
      Plot.text(placed, {
        x: 'x',
        y: 'y',
        dx: 12,
        textAnchor: 'start',
        text: ({ item }: Place) => item.label,
      }),
    ],
  };
}
