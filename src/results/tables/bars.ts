/** Bars as SVG shapes, which paper and forced colours keep. Positions are in percent, so that one drawing does at every width. */
import { formatWithInterval, type Quantity } from '../numbers/quantity.ts';
import type { LanesCell, Whose } from './table.ts';

/** The end of the scale of ratios; 1× is in its middle. */
export const SCALE = 2;

/** The scale of ratios, for the head of a column. */
export const axisSvg = `<svg class="rt-plot" aria-hidden="true">${[0, 0.5, 1, 1.5, 2]
  .map(
    (tick) =>
      `<text${tick % 1 === 0 ? '' : ' class="rt-half"'} x="${50 * tick}%" y="11">${tick}${tick === 0 ? '' : '×'}</text>`,
  )
  .join('')}</svg>`;

/** Half the height of a bar of one lane of one, two and three, in px. */
const heights = [4, 3.5, 3] as const;

/** @param scale the number at the end of the scale */
export function barsSvg(lanes: LanesCell['lanes'], scale: number): string {
  const half = heights[Math.min(lanes.length, heights.length) - 1] ?? heights[0];
  const drawn = lanes.map(({ whose, number }, at) => {
    const y = `${round(((at + 1) * 100) / (lanes.length + 1) + spread(at, lanes.length))}%`;
    return number === undefined ? '' : laneSvg(whose, number, scale, y, half);
  });
  const isRatio = lanes.some(({ number }) => number?.unit === '×');
  const ones = isRatio ? '<line class="rt-one" x1="50%" x2="50%" y1="0" y2="100%"/>' : '';
  return `<svg class="rt-plot" aria-hidden="true">${ones}${drawn.join('')}</svg>`;
}

/** Lanes keep a little apart from the middle of their row. */
const spread = (at: number, count: number): number => (count < 2 ? 0 : at * 4 - (count - 1) * 2);

function laneSvg(whose: Whose, number: Quantity, scale: number, y: string, half: number): string {
  const place = (value: number) => `${round(Math.min(100, (100 * value) / scale))}%`;
  const { value, low, high } = number;
  const end = place(value);
  const bar = `<rect class="rt-bar-${whose}" width="${end}" height="${2 * half}" y="${y}" transform="translate(0 -${half})"/>`;
  const title = `<title>${formatWithInterval(number)}</title>`;
  if (value > scale)
    return `<g>${title}${bar}${atPoint('100%', y, `<path class="rt-beyond rt-${whose}" d="m1-4 4 4-4 4"/>`)}</g>`;
  const ends =
    low === undefined || high === undefined
      ? ''
      : `<line class="rt-whisker rt-${whose}" x1="${place(low)}" x2="${place(high)}" y1="${y}" y2="${y}"/>` +
        endSvg(low, place, y, whose) +
        (high > scale
          ? atPoint('100%', y, `<path class="rt-beyond rt-${whose}" d="m1-4 4 4-4 4"/>`)
          : endSvg(high, place, y, whose));
  const dot =
    whose === 'theirs'
      ? atPoint(end, y, '<rect class="rt-point rt-theirs" x="-3.5" y="-3.5" width="7" height="7"/>')
      : `<circle class="rt-point rt-${whose}" cx="${end}" cy="${y}" r="3.5"/>`;
  return `<g>${title}${bar}${ends}${dot}</g>`;
}

function endSvg(value: number, place: (value: number) => string, y: string, whose: Whose): string {
  return atPoint(place(value), y, `<path class="rt-whisker rt-${whose}" d="M0-4v8"/>`);
}

const atPoint = (x: string, y: string, shape: string): string =>
  `<svg x="${x}" y="${y}" overflow="visible">${shape}</svg>`;

const round = (value: number): number => Math.round(value * 10) / 10;
