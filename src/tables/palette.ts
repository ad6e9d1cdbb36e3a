/**
 * How each system looks in every figure and table. Pure data: a page that only reads
 * loads this without loading Plot. Colours are custom properties: those of systems are made of the palette
 * below, others stand in src/styles/theme.css. A test computes their contrast.
 */
import { isOutside } from '../harness/plan/index.ts';
import { allSystems } from '../systems/index.ts';

/** The look of one system. */
interface SystemLook {
  /** Name of the CSS custom property that holds the colour: `--rt-system-lumenize`. */
  variable: `--rt-system-${string}`;
  /** Shape of the system's mark, so that nothing depends on colour alone. */
  symbol: SystemSymbol;
  /** Its shape as text, filled and hollow, for tables and legends. */
  glyph: { filled: string; hollow: string };
}

/** A shape as text, and its corners where Plot does not draw it: x and y in turn, in sides of Plot’s square. */
interface Shape {
  filled: string;
  hollow: string;
  corners?: readonly number[];
}

/** A triangle that points along a unit vector, as large as Plot’s own, which points up. */
function pointing(x: number, y: number): number[] {
  const half = 1 / Math.sqrt(Math.sqrt(3));
  const [tip, base] = [(2 / Math.sqrt(3)) * half, -half / Math.sqrt(3)];
  return [
    x * tip,
    y * tip,
    x * base + y * half,
    y * base - x * half,
    x * base - y * half,
    y * base + x * half,
  ];
}

/** A triangle with its right angle at a point, and its longest side through the middle. */
const rightAngleAt = (x: number, y: number): number[] => [x, -y, -x, y, x, y];

const shapes = {
  circle: { filled: '●', hollow: '○' },
  diamond: { filled: '◆', hollow: '◇' },
  square: { filled: '■', hollow: '□' },
  triangle: { filled: '▲', hollow: '△' },
  hexagon: { filled: '⬢', hollow: '⬡' },
  star: { filled: '★', hollow: '☆' },
  cross: { filled: '✚', hollow: '✙' },
  down: { filled: '▼', hollow: '▽', corners: pointing(0, 1) },
  left: { filled: '◀', hollow: '◁', corners: pointing(-1, 0) },
  right: { filled: '▶', hollow: '▷', corners: pointing(1, 0) },
  corner: { filled: '◣', hollow: '◺', corners: rightAngleAt(-0.5, 0.5) },
  pentagon: {
    filled: '⬟',
    hollow: '⬠',
    corners: [0, -0.65, 0.62, -0.2, 0.38, 0.52, -0.38, 0.52, -0.62, -0.2],
  },
  spark: {
    filled: '✦',
    hollow: '✧',
    corners: [0, -1, 0.23, -0.23, 1, 0, 0.23, 0.23, 0, 1, -0.23, 0.23, -1, 0, -0.23, -0.23],
  },
  upright: { filled: '▮', hollow: '▯', corners: [-0.35, -0.7, 0.35, -0.7, 0.35, 0.7, -0.35, 0.7] },
  flat: { filled: '▬', hollow: '▭', corners: [-0.8, -0.3, 0.8, -0.3, 0.8, 0.3, -0.8, 0.3] },
  slanted: { filled: '▰', hollow: '▱', corners: [-0.35, -0.4, 0.9, -0.4, 0.35, 0.4, -0.9, 0.4] },
  flag: {
    filled: '⚑',
    hollow: '⚐',
    corners: [-0.5, -0.8, 0.6, -0.8, 0.6, 0.1, -0.25, 0.1, -0.25, 0.8, -0.5, 0.8],
  },
  rook: {
    filled: '♜',
    hollow: '♖',
    corners: [
      -0.6, -0.7, -0.2, -0.7, -0.2, -0.4, 0.2, -0.4, 0.2, -0.7, 0.6, -0.7, 0.6, -0.1, 0.3, -0.1,
      0.3, 0.4, 0.6, 0.4, 0.6, 0.7, -0.6, 0.7, -0.6, 0.4, -0.3, 0.4, -0.3, -0.1, -0.6, -0.1,
    ],
  },
  'upper-right': { filled: '◥', hollow: '◹', corners: rightAngleAt(0.65, -0.65) },
  'upper-left': { filled: '◤', hollow: '◸', corners: rightAngleAt(-0.65, -0.65) },
  'lower-right': { filled: '◢', hollow: '◿', corners: rightAngleAt(0.65, 0.65) },
} satisfies Record<string, Shape>;

type SystemSymbol = keyof typeof shapes;
type Color = `#${string}`;

/**
 * Shape and colours, on a light page and on a dark one, in the order of the list of systems: each system gets
 * the look at its own place. The last ones wait for further systems: no other has their shapes, and they share
 * two greys. The look of a system that a study’s title names, or of a baseline, gets a colour there.
 */
const palette: ReadonlyArray<readonly [symbol: SystemSymbol, light: Color, dark: Color]> = [
  ['square', '#3c5000', '#d6f28a'],
  ['right', '#000000', '#ffffff'],
  ['circle', '#bc5000', '#f2924b'],
  ['diamond', '#0072b2', '#56b4e9'],
  ['hexagon', '#7018a0', '#c060b0'],
  ['star', '#676b70', '#a3a8ab'],
  ['down', '#2f3336', '#c1c6c9'],
  ['cross', '#14181a', '#606568'],
  ['square', '#0000dc', '#f0d200'],
  ['circle', '#dc0050', '#f03c50'],
  ['down', '#b428f0', '#1ee6f0'],
  ['square', '#966400', '#e6aa00'],
  ['cross', '#6d6f73', '#63666b'],
  ['down', '#26292d', '#bdc0c4'],
  ['diamond', '#007d79', '#4cc9c0'],
  ['hexagon', '#313234', '#7c7d7f'],
  ['star', '#919294', '#f1f2f4'],
  ['down', '#0a0b0d', '#646567'],
  ['square', '#be4600', '#faaf32'],
  ['hexagon', '#a0646e', '#fa4632'],
  ['star', '#0000c8', '#288cbe'],
  ['down', '#825050', '#fac800'],
  ['right', '#2a2c2f', '#7b7d80'],
  ['left', '#8f9194', '#a6a8ab'],
  ['circle', '#8646c4', '#c595f5'],
  ['pentagon', '#2a2e2c', '#7e8275'],
  ['spark', '#958f9b', '#fefefe'],
  ['upright', '#2a2e2c', '#7e8275'],
  ['flat', '#958f9b', '#fefefe'],
  ['slanted', '#2a2e2c', '#7e8275'],
  ['flag', '#958f9b', '#fefefe'],
  ['rook', '#2a2e2c', '#7e8275'],
  ['upper-right', '#958f9b', '#fefefe'],
  ['upper-left', '#2a2e2c', '#7e8275'],
  ['lower-right', '#958f9b', '#fefefe'],
];

/** The part of a canvas that Plot gives to symbols. */
type Path = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath'>;

/** A symbol as Plot takes it. */
export function drawn(symbol: SystemSymbol) {
  const { corners }: Shape = shapes[symbol];
  if (corners === undefined) return symbol;
  return {
    draw(path: Path, size: number): void {
      const side = Math.sqrt(size);
      for (let at = 0; at < corners.length; at += 2) {
        const [x = 0, y = 0] = corners.slice(at, at + 2).map((each) => each * side);
        if (at === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
      path.closePath();
    },
  };
}

/**
 * Gives each system the look at its place in the list.
 * @throws RangeError when there are more systems than looks
 */
export function giveLooks(systems: ReadonlyArray<{ id: string }>) {
  return systems.map(({ id }, at) => {
    const look = palette[at];
    if (look === undefined) {
      throw new RangeError(
        `systems: got ${systems.length}, expected at most ${palette.length}. Add a look to the palette in src/tables/palette.ts.`,
      );
    }
    const [symbol, ...colors] = look;
    return { id, symbol, colors };
  });
}

function makeLook(id: string, symbol: SystemSymbol): SystemLook {
  const { filled, hollow } = shapes[symbol];
  return { variable: `--rt-system-${id}`, symbol, glyph: { filled, hollow } };
}

const given = giveLooks(allSystems);

/** Looks by system id; the A/A control has its own, because it stands for no system. */
export const looks: Readonly<Record<string, SystemLook>> = Object.fromEntries(
  [...given, { id: 'twin', symbol: 'triangle' as const }].map(({ id, symbol }) => [
    id,
    makeLook(id, symbol),
  ]),
);

/** A style sheet with the colours of all systems, which every page has. */
export const colorRules = `:root {${given
  .map(({ id, colors }) => `--rt-system-${id}: light-dark(${colors.join(', ')});`)
  .join('')}}`;

const otherLook = makeLook('other', 'corner');
const outsideLook = makeLook('outside', 'corner');

/** Other versions of what a study names, measured by their addresses, and the system whose look they have. */
const sameAs: Readonly<Record<string, string>> = {
  'outside:kkrpc-061': 'kkrpc',
  'outside:lumenize-call-original': 'lumenize-call',
};

/**
 * The look of a system. One that is not listed shares a neutral look with its like, and those from outside
 * share another. An arm that no study lists any more stands for its system, so it has that system’s look.
 */
export function lookOf(system: string): SystemLook {
  const [id = system] = system.split('/');
  const named = allSystems.find(({ measuredAs }) => measuredAs === id)?.id ?? sameAs[id] ?? id;
  return looks[named] ?? (isOutside(id) ? outsideLook : otherLook);
}

/** The system's colour as a CSS value that follows the theme. */
export function colorOf(system: string): string {
  return `var(${lookOf(system).variable})`;
}
