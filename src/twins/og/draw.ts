/** The few things that the images are drawn of, as SVG. Positions and sizes are px. */
import { lookOf, type SystemSymbol } from '../../figures/palette.ts';
import palette from '../../styles/palette.css?raw';
import theme from '../../styles/theme.css?raw';
import { outlineOf, type TextStyle } from './text.ts';

/** The site's colours on dark, from its style sheets. */
export const colours = {
  page: colourOf(theme, '--sl-color-black'),
  strong: colourOf(theme, '--sl-color-white'),
  text: colourOf(theme, '--sl-color-gray-2'),
  faint: colourOf(theme, '--sl-color-gray-3'),
  line: colourOf(theme, '--sl-color-gray-4'),
  accent: colourOf(theme, '--sl-color-accent-high'),
} as const;

/** The first value of a property, which is that of the dark theme. */
function colourOf(css: string, property: string): string {
  const colour = new RegExp(`${property}: (#[0-9a-f]{6})`).exec(css)?.[1];
  if (colour === undefined) {
    throw new Error(`src/styles: got no ${property}, expected a colour such as #15181b`);
  }
  return colour;
}

/** A text whose baseline starts at x, y, or ends there. */
export function label(text: string, style: TextStyle, x: number, y: number, fill: string): string {
  return `<g fill="${fill}">${outlineOf(text, style, x, y)}</g>`;
}

/** A straight line. */
export function line(from: [number, number], to: [number, number], stroke: string): string {
  const [[x1, y1], [x2, y2]] = [from, to];
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${stroke}" stroke-width="3" stroke-linecap="round"/>`;
}

/** How a shape is made: by corners on one circle, or on two in turn, as a star's are. */
interface Corners {
  /** Number of corners; none for the circle. */
  count: number;
  /** Turn of the first corner from the top, in degrees. */
  turn: number;
  /** Radius of every second corner, as a part of that of the others. */
  inner: number;
}

const corners: Readonly<Record<SystemSymbol, Corners>> = {
  circle: { count: 0, turn: 0, inner: 1 },
  diamond: { count: 4, turn: 0, inner: 1 },
  square: { count: 4, turn: 45, inner: 1 },
  triangle: { count: 3, turn: 0, inner: 1 },
  hexagon: { count: 6, turn: 0, inner: 1 },
  star: { count: 10, turn: 0, inner: 0.45 },
};

/** A system's shape: filled for what was measured here, hollow for what is quoted. */
export function shape(system: string, x: number, y: number, radius: number, filled: boolean) {
  const { variable, symbol } = lookOf(system);
  const colour = colourOf(palette, variable);
  const paint = `fill="${filled ? colour : colours.page}" stroke="${colour}" stroke-width="4"`;
  const { count, turn, inner } = corners[symbol];
  if (count === 0) return `<circle cx="${x}" cy="${y}" r="${radius}" ${paint}/>`;
  const points = Array.from({ length: count }, (_, index) => {
    const angle = ((index / count) * 360 + turn - 90) * (Math.PI / 180);
    const reach = radius * 1.2 * (index % 2 === 0 ? 1 : inner);
    return `${round(x + reach * Math.cos(angle))},${round(y + reach * Math.sin(angle))}`;
  });
  return `<polygon points="${points.join(' ')}" stroke-linejoin="round" ${paint}/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
