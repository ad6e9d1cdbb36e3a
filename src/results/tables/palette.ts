/**
 * The look of each system in every figure and table: a colour and a shape, so that nothing depends only on
 * colour. The systems that a study’s page names have their own; all others share a neutral one, and their labels
 * tell them apart. Pure data: a page that only reads loads no Plot with it.
 */
import { CONTROL } from '../../core/record/index.ts';
import { allSystems } from '../../libraries/systems/index.ts';

/** Symbols of Plot, each as text. */
const glyphs = {
  circle: '●',
  diamond: '◆',
  square: '■',
  triangle: '▲',
  hexagon: '⬢',
  star: '★',
  cross: '✚',
} as const;

type SystemSymbol = keyof typeof glyphs;
type Color = `#${string}`;

/** Symbol and colours, on a light page and on a dark one. No two of one study look alike. */
const named: Readonly<Record<string, readonly [SystemSymbol, light: Color, dark: Color]>> = {
  'raw-websocket': ['square', '#3c5000', '#d6f28a'],
  'lumenize-rpc': ['star', '#000000', '#ffffff'],
  lumenize: ['circle', '#bc5000', '#f2924b'],
  capnweb: ['diamond', '#0072b2', '#56b4e9'],
  'kkrpc-2': ['hexagon', '#7018a0', '#c060b0'],
  'post-message': ['square', '#0000dc', '#f0d200'],
  comlink: ['circle', '#dc0050', '#f03c50'],
  birpc: ['star', '#b428f0', '#1ee6f0'],
  'json-lines': ['square', '#966400', '#e6aa00'],
  'grpc-go': ['diamond', '#007d79', '#4cc9c0'],
  tcp: ['square', '#be4600', '#faaf32'],
  'lumenize-call': ['hexagon', '#a0646e', '#fa4632'],
  'workers-rpc': ['star', '#0000c8', '#288cbe'],
  'no-call': ['cross', '#825050', '#fac800'],
  'grpc-lisp': ['circle', '#8646c4', '#c595f5'],
  [CONTROL]: ['triangle', '#8b0e65', '#aa70f8'],
};

/** A style sheet with the colours of all systems. */
export const colorRules = `:root {--rt-system-other: light-dark(#6b7178, #8a9097);${Object.entries(
  named,
)
  .map(([id, [, light, dark]]) => `--rt-system-${id}: light-dark(${light}, ${dark});`)
  .join('')}}`;

/** The look of one system. */
interface SystemLook {
  /** Name of the CSS custom property that holds the colour: `--rt-system-lumenize`. */
  variable: `--rt-system-${string}`;
  symbol: SystemSymbol;
  /** The symbol as text, for tables and legends. */
  glyph: string;
}

/** @param system its id, or that of an arm that no study lists any more, which stands for its system */
export function lookOf(system: string): SystemLook {
  const [first = system] = system.split('/');
  const id = allSystems.find(({ measuredAs }) => measuredAs === first)?.id ?? first;
  const [symbol] = named[id] ?? ['cross'];
  const name = id in named ? id : 'other';
  return { variable: `--rt-system-${name}`, symbol, glyph: glyphs[symbol] };
}

/** The system's colour as a CSS value that follows the theme. */
export function colorOf(system: string): string {
  return `var(${lookOf(system).variable})`;
}
