/** The key of a drawing in which marks carry no text of their own. */
import * as Plot from '@observablehq/plot';
import { systemDots, type OfSystem } from './figure.ts';
import { drawn, lookOf, type SystemSymbol } from './palette.ts';
import { wrap } from './stack.ts';

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
const characterWidth = 6.6;
/** Between the lines of one label, in px. */
const wrappedHeight = 16;

/** Width of a text at 13 px, in px, on the wide side, so that nothing overlaps in another font. */
export function widthOf(text: string): number {
  return text.length * characterWidth;
}

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
    const lines = wrap(item.label, (width - markRoom) / characterWidth);
    const room = markRoom + Math.max(...lines.map(widthOf));
    if (x > 0 && x + room > width) [x, y] = [0, y + lineHeight];
    const place = { item, lines, x: x + 6, y };
    x += room + gap;
    // A label too long for a line has the whole of its lines to itself.
    y += (lines.length - 1) * wrappedHeight;
    return place;
  });
  type Place = (typeof placed)[number];
  return {
    height: placed.length === 0 ? 0 : y + lineHeight / 2 + 4,
    marks: [
      systemDots(placed, ({ item }) => item.system, {
        x: 'x',
        y: 'y',
        r: ({ item }: Place) => item.r ?? 5.5,
        symbol: ({ item }: Place) => drawn(item.symbol ?? lookOf(item.system).symbol),
        isFilled: ({ item }) => item.filled === true,
      }),
      Plot.text(
        placed.flatMap(({ lines, x: left, y: top }) =>
          lines.map((text, line) => ({ text, x: left, y: top + line * wrappedHeight })),
        ),
        { x: 'x', y: 'y', dx: 12, textAnchor: 'start', text: 'text' },
      ),
    ],
  };
}
