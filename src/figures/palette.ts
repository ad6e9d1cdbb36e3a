/**
 * How each system looks in every figure and table. Pure data: a page that only reads
 * loads this without loading Plot. The colours stand in src/styles/palette.css, once for
 * each theme; a test holds the two files together and computes their contrast.
 */

/** Symbols that can be told apart both filled and hollow. Named as Plot names them. */
export const symbols = ['circle', 'diamond', 'square', 'triangle', 'hexagon', 'star'] as const;
export type SystemSymbol = (typeof symbols)[number];

/** The look of one system. */
export interface SystemLook {
  /** Name of the CSS custom property that holds the colour: `--rt-system-lumenize`. */
  variable: `--rt-system-${string}`;
  /** Shape of the system's mark, so that nothing depends on colour alone. */
  symbol: SystemSymbol;
  /** The same shape as text, filled and hollow, for tables and legends. */
  glyph: { filled: string; hollow: string };
}

/**
 * Looks by system id; the twin has its own, because it stands for no system. No two systems share a
 * colour, and none that share a study a shape.
 */
export const looks: Readonly<Record<string, SystemLook>> = {
  'raw-websocket': {
    variable: '--rt-system-raw-websocket',
    symbol: 'square',
    glyph: { filled: '■', hollow: '□' },
  },
  lumenize: {
    variable: '--rt-system-lumenize',
    symbol: 'circle',
    glyph: { filled: '●', hollow: '○' },
  },
  capnweb: {
    variable: '--rt-system-capnweb',
    symbol: 'diamond',
    glyph: { filled: '◆', hollow: '◇' },
  },
  twin: {
    variable: '--rt-system-twin',
    symbol: 'triangle',
    glyph: { filled: '▲', hollow: '△' },
  },
  'lumenize-call': {
    variable: '--rt-system-lumenize-call',
    symbol: 'circle',
    glyph: { filled: '●', hollow: '○' },
  },
  'workers-rpc': {
    variable: '--rt-system-workers-rpc',
    symbol: 'square',
    glyph: { filled: '■', hollow: '□' },
  },
  kkrpc: {
    variable: '--rt-system-kkrpc',
    symbol: 'hexagon',
    glyph: { filled: '⬢', hollow: '⬡' },
  },
  'grpc-go': {
    variable: '--rt-system-grpc-go',
    symbol: 'diamond',
    glyph: { filled: '◆', hollow: '◇' },
  },
  'grpc-lisp': {
    variable: '--rt-system-grpc-lisp',
    symbol: 'triangle',
    glyph: { filled: '▲', hollow: '△' },
  },
};

const otherLook: SystemLook = {
  variable: '--rt-system-other',
  symbol: 'star',
  glyph: { filled: '★', hollow: '☆' },
};

/** The look of a system; one that is not listed yet shares a neutral look with its like. */
export function lookOf(system: string): SystemLook {
  return looks[system] ?? otherLook;
}

/** The system's colour as a CSS value that follows the theme. */
export function colorOf(system: string): string {
  return `var(${lookOf(system).variable})`;
}
