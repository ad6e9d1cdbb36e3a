/** The key of a drawing in which marks carry no text of their own. */
import * as Plot from '@observablehq/plot';
import { systemDots, type OfSystem } from './figure.ts';
import { lookOf, type SystemSymbol } from './palette.ts';

/** One series. */
export interface LegendItem extends OfSystem {
  /** Whether its mark is filled: what it stands for was measured here. */
  filled?: boolean;
  /** Shape and radius in px, where they tell two arms of a system apart. */
  symbol?: SystemSymbol;
  r?: number;
}

const lineHeight = 22;
/** Room for the mark before a label, in px. */
const markRoom = 18;
const gap = 20;

/** Width of a character at 13 px, in px, on the wide side, so that nothing overlaps in another font. */
const characterWidth = 6.6;

/**
 * The items side by side, those of one label once, in as many lines as they need.
 *
 * @param width of the drawing, in px
 * @returns the marks, and the height of all lines in px
 */
export function legend(items: readonly LegendItem[], width: number) {
  let [x, y] = [0, lineHeight / 2];
  const series = new Map(items.map((item) => [item.label, item]));
  const placed = [...series.values()].map((item) => {
    const room = markRoom + item.label.length * characterWidth;
    if (x > 0 && x + room > width) [x, y] = [0, y + lineHeight];
    const at = x;
    x += room + gap;
    return { item, x: at + 6, y };
  });
  type Place = (typeof placed)[number];
  return {
    height: placed.length === 0 ? 0 : y + lineHeight / 2 + 4,
    marks: [
      systemDots(placed, ({ item }) => item.system, {
        x: 'x',
        y: 'y',
        r: ({ item }: Place) => item.r ?? 5.5,
        symbol: ({ item }: Place) => item.symbol ?? lookOf(item.system).symbol,
        isFilled: ({ item }) => item.filled === true,
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
