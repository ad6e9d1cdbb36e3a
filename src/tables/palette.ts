/**
 * How each system looks in every figure and table. Pure data: a page that only reads
 * loads this without loading Plot. Colours are custom properties: those of systems are made of what their
 * folders say, others stand in src/styles/theme.css. A test computes their contrast.
 */
import { isOutside } from '../harness/plan/index.ts';
import type { SystemSymbol } from '../places/contestant.ts';
import { allSystems } from '../systems/index.ts';

/** The look of one system. */
interface SystemLook {
  /** Name of the CSS custom property that holds the colour: `--rt-system-lumenize`. */
  variable: `--rt-system-${string}`;
  /** Shape of the system's mark, so that nothing depends on colour alone. */
  symbol: SystemSymbol;
  /** The same shape as text, filled and hollow, for tables and legends. */
  glyph: { filled: string; hollow: string };
}

const glyphs: Readonly<Record<SystemSymbol, SystemLook['glyph']>> = {
  circle: { filled: '●', hollow: '○' },
  diamond: { filled: '◆', hollow: '◇' },
  square: { filled: '■', hollow: '□' },
  triangle: { filled: '▲', hollow: '△' },
  hexagon: { filled: '⬢', hollow: '⬡' },
  star: { filled: '★', hollow: '☆' },
  cross: { filled: '✚', hollow: '✙' },
  down: { filled: '▼', hollow: '▽' },
  left: { filled: '◀', hollow: '◁' },
  right: { filled: '▶', hollow: '▷' },
  corner: { filled: '◣', hollow: '◺' },
};

/** What is drawn on: the part of a canvas that Plot gives to symbols. */
type Path = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath'>;

/** A triangle that points along a unit vector, as large as Plot’s own, which points up. */
const pointing = (x: number, y: number) => ({
  draw(path: Path, size: number): void {
    const half = Math.sqrt(size / Math.sqrt(3));
    const [tip, base] = [(2 / Math.sqrt(3)) * half, -half / Math.sqrt(3)];
    path.moveTo(x * tip, y * tip);
    path.lineTo(x * base + y * half, y * base - x * half);
    path.lineTo(x * base - y * half, y * base + x * half);
    path.closePath();
  },
});

/** A triangle in the lower left half of a square, as large as Plot’s own square. */
const corner = {
  draw(path: Path, size: number): void {
    const half = Math.sqrt(size) / 2;
    path.moveTo(-half, -half);
    path.lineTo(half, half);
    path.lineTo(-half, half);
    path.closePath();
  },
};

const ownSymbols = {
  down: pointing(0, 1),
  left: pointing(-1, 0),
  right: pointing(1, 0),
  corner,
};

/** A symbol as Plot takes it. */
export function drawn(symbol: SystemSymbol) {
  return symbol in ownSymbols ? ownSymbols[symbol as keyof typeof ownSymbols] : symbol;
}

function makeLook(id: string, symbol: SystemSymbol): SystemLook {
  return { variable: `--rt-system-${id}`, symbol, glyph: glyphs[symbol] };
}

/** Looks by system id; the A/A control has its own, because it stands for no system. */
export const looks: Readonly<Record<string, SystemLook>> = Object.fromEntries(
  [...allSystems, { id: 'twin', mark: 'triangle' as const }].map(({ id, mark }) => [
    id,
    makeLook(id, mark),
  ]),
);

/** A style sheet with the colours of all systems, which every page has. */
export const colorRules = `:root {${allSystems
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
