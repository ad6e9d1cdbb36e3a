/**
 * Values of a formula when its figures move to the ends of what they may be: of a printed figure half a unit
 * of its last digit to either side, of a median the ends of its interval. Plain numbers, evaluated again.
 */
import type { Unit } from '../../core/record/index.ts';
import { printedDecimals } from '../../results/numbers/format.ts';

/** A number that a formula reads, and both ends of what it may be. */
interface Figure {
  /** Equal for figures that move together: those of one document that are printed alike. */
  key: string;
  value: number;
  /** Absent for a median of too few sessions. */
  low?: number | undefined;
  high?: number | undefined;
  /** `printed`: its digits leave half a unit on either side. `median`: it has an interval. */
  from: 'printed' | 'median';
}

/** Gives the number that a formula goes on with. */
export type TakeFigure = (figure: Figure) => number;

/** Figures as the numbers that they are. */
export const asTheyAre: TakeFigure = ({ value }) => value;

/** A figure as printed: 0.267 stands for 0.2665 to 0.2675, and 28 for 27.5 to 28.5. */
export function printedFigure(value: number, digits: string, unit: Unit): Figure {
  const scale = 10 ** printedDecimals(digits);
  // Whole numbers divided once, so that 0.1345 is no 0.13449999999999998.
  const [low, high] = [-0.5, 0.5].map((half) => (Math.round(value * scale) + half) / scale);
  return { key: `${digits} ${unit}`, value, low, high, from: 'printed' };
}

/** Evaluates a formula with figures taken in one way. */
type Run<Value> = (take: TakeFigure) => Promise<Value>;

/** Where each figure is moved to, by its key; the others stay. */
type Corner = ReadonlyMap<string, 'low' | 'high'>;

function at(corner: Corner): TakeFigure {
  return (figure) => figure[corner.get(figure.key) ?? 'value'] ?? figure.value;
}

/** The figures that a formula takes, each once. */
async function figuresOf<Value>(
  run: Run<Value>,
  from: Figure['from'],
): Promise<{ value: Value; figures: Figure[] }> {
  const found = new Map<string, Figure>();
  const value = await run((figure) => {
    if (figure.from === from) found.set(figure.key, figure);
    return figure.value;
  });
  return { value, figures: [...found.values()] };
}

/** Both ends of what the values of a formula may be, and whether a figure had no ends. */
export interface Range {
  low: number;
  high: number;
  /** The range of each value by itself. */
  each: Array<{ low: number; high: number }>;
  /** Number of figures that were moved, and of those that have no ends. */
  moved: number;
  bare: number;
}

/**
 * The range of a formula's values. Each figure is moved up by itself, which tells in what direction each value
 * follows it; then all are moved in that direction, and against it. Of what rises or falls with each figure,
 * as differences, quotients and the largest of several do, this is the whole range.
 */
export async function rangeOf(run: Run<number[]>, from: Figure['from']): Promise<Range> {
  const { value: values, figures } = await figuresOf(run, from);
  const keys = figures.map(({ key }) => key);
  const raised = await Promise.all(keys.map((key) => run(at(new Map([[key, 'high']])))));
  const each = await Promise.all(
    values.map(async (value, index) => {
      const moved = raised.map((numbers) => numbers[index] ?? value);
      const towards = async (up: boolean): Promise<number> => {
        const sides = keys.map((key, n) => {
          const rises = (moved[n] ?? value) >= value;
          return [key, rises === up ? 'high' : 'low'] as const;
        });
        return (await run(at(new Map(sides))))[index] ?? value;
      };
      const all = [value, ...moved, await towards(true), await towards(false)];
      return { low: Math.min(...all), high: Math.max(...all) };
    }),
  );
  return {
    low: Math.min(...each.map(({ low }) => low)),
    high: Math.max(...each.map(({ high }) => high)),
    each,
    moved: keys.length,
    bare: figures.filter(({ low }) => low === undefined).length,
  };
}

/** The truth of a comparison by the figures as printed, and whether moving them changes it. */
export async function truthOf(
  run: Run<boolean>,
): Promise<{ asPrinted: boolean; straddles: boolean }> {
  const { value: asPrinted, figures } = await figuresOf(run, 'printed');
  const ends = figures.flatMap(({ key }) => [[key, 'low'] as const, [key, 'high'] as const]);
  // Each end by itself, and each two of them.
  for (const [index, one] of ends.entries()) {
    for (const other of ends.slice(index)) {
      const isSame = (await run(at(new Map([one, other])))) === asPrinted;
      if (!isSame) return { asPrinted, straddles: true };
    }
  }
  return { asPrinted, straddles: false };
}
