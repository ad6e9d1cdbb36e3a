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
  return `<path fill="${fill}" d="${outlineOf(text, style, x, y)}"/>`;
}

/** A straight line. */
export function line(from: [number, number], to: [number, number], stroke: string): string {
  const [[x1, y1], [x2, y2]] = [from, to];
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${stroke}" stroke-width="3" stroke-linecap="round"/>`;
}

/** Corners of each shape and the turn of the first; none for the circle. */
const corners: Readonly<Record<SystemSymbol, readonly [count: number, turn: number]>> = {
  circle: [0, 0],
  diamond: [4, 0],
  square: [4, 45],
  triangle: [3, 0],
  hexagon: [6, 0],
};

/** A system's shape: filled for what was measured here, hollow for what is quoted. */
export function shape(system: string, x: number, y: number, radius: number, filled: boolean) {
  const { variable, symbol } = lookOf(system);
  const colour = colourOf(palette, variable);
  const paint = `fill="${filled ? colour : colours.page}" stroke="${colour}" stroke-width="4"`;
  const [count, turn] = corners[symbol];
  if (count === 0) return `<circle cx="${x}" cy="${y}" r="${radius}" ${paint}/>`;
  const points = Array.from({ length: count }, (_, index) => {
    const angle = ((index / count) * 360 + turn - 90) * (Math.PI / 180);
    const reach = radius * 1.2;
    return `${round(x + reach * Math.cos(angle))},${round(y + reach * Math.sin(angle))}`;
  });
  return `<polygon points="${points.join(' ')}" stroke-linejoin="round" ${paint}/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
