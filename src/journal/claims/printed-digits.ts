/**
 * Values of a formula when its printed figures move to the ends of what they may be, half a unit of their last digit
 * to either side. Plain numbers, evaluated again.
 */
import type { Unit } from '../../core/record/index.ts';
import { printedDecimals } from '../../results/numbers/format.ts';

/** A printed number that a formula reads, and both ends of what it may be. */
interface Figure {
  /** Equal for figures that move together: those of one document that are printed alike. */
  key: string;
  value: number;
  low: number;
  high: number;
}

/** Gives the number that a formula goes on with. */
export type Substitute = (figure: Figure) => number;

/** Figures as the numbers that they are. */
export const asPrintedValue: Substitute = ({ value }) => value;

/** A figure as printed: 0.267 stands for 0.2665 to 0.2675, and 28 for 27.5 to 28.5. */
export function printedFigure(value: number, digits: string, unit: Unit): Figure {
  const scale = 10 ** printedDecimals(digits);
  // Whole numbers divided once, so that 0.1345 is no 0.13449999999999998.
  const end = (half: number): number => (Math.round(value * scale) + half) / scale;
  return { key: `${digits} ${unit}`, value, low: end(-0.5), high: end(0.5) };
}

/** Evaluates a formula with figures taken in one way. */
type Run<Value> = (take: Substitute) => Value;

/** Some figures moved to an end, by their keys; the others stay. */
const at =
  (corner: ReadonlyArray<readonly [key: string, end: 'low' | 'high']>): Substitute =>
  (figure) =>
    figure[new Map(corner).get(figure.key) ?? 'value'];

/** The value of a formula, and the figures that it takes, each once. */
function figuresIn<Value>(run: Run<Value>) {
  const found = new Map<string, Figure>();
  const value = run((figure) => {
    found.set(figure.key, figure);
    return figure.value;
  });
  return { value, figures: [...found.values()] };
}

/** Both ends of what the values of a formula may be. */
export interface Range {
  low: number;
  high: number;
  /** The range of each value by itself. */
  each: Array<{ low: number; high: number }>;
}

/**
 * The range of a formula's values. Each figure is moved up by itself, which tells in what direction each value
 * follows it; then all are moved in that direction, and against it. Of what rises or falls with each figure,
 * as differences, quotients and the largest of several do, this is the whole range.
 */
export function rangeOf(run: Run<number[]>): Range {
  const { value: values, figures } = figuresIn(run);
  const raised = figures.map(({ key }) => ({ key, numbers: run(at([[key, 'high']])) }));
  const each = values.map((value, index) => {
    const towards = (up: boolean): number => {
      const corner = raised.map(({ key, numbers }) => {
        const rises = (numbers[index] ?? value) >= value;
        return [key, rises === up ? 'high' : 'low'] as const;
      });
      return run(at(corner))[index] ?? value;
    };
    const alone = raised.map(({ numbers }) => numbers[index] ?? value);
    const all = [value, ...alone, towards(true), towards(false)];
    return { low: Math.min(...all), high: Math.max(...all) };
  });
  return {
    low: Math.min(...each.map(({ low }) => low)),
    high: Math.max(...each.map(({ high }) => high)),
    each,
  };
}

/** The truth of a comparison by the figures as printed, and whether moving one or two of them changes it. */
export function truthOf(run: Run<boolean>): { asPrinted: boolean; straddles: boolean } {
  const { value: asPrinted, figures } = figuresIn(run);
  const ends = figures.flatMap(({ key }) => [[key, 'low'] as const, [key, 'high'] as const]);
  const straddles = ends.some((one, index) =>
    ends.slice(index).some((other) => run(at([one, other])) !== asPrinted),
  );
  return { asPrinted, straddles };
}
