/** Figures in an entry's prose: `<Number of="…" unit="ms" />`. */
import type { Mark } from '../figures/figure.ts';
import { units, type Unit } from '../harness/record/index.ts';
import { show } from './arguments.ts';
import type { Attributes } from './body.ts';
import { evaluateNumbers } from './formula.ts';
import { decimalsFor, formatQuantity, ownDecimals } from './quantity.ts';
import type { Scope } from './scope.ts';

/** A figure as a reader sees it, and where it comes from. */
export interface MarkedNumber {
  /** With its unit: `24.43 ms`. */
  text: string;
  mark: Mark;
}

/**
 * Evaluates and formats a figure in prose. Two values are the ends of a range. A figure that is
 * merely read has no more digits than its record; one that is quoted has them all.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function markedNumber(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<MarkedNumber> {
  const field = `${file} <Number of=${show(attributes['of'])}>`;
  expectAttributes(attributes, ['of', 'unit', 'decimals'], field);
  const text = attributes['of'];
  if (typeof text !== 'string') throw new Error(`${field} of: got none, expected a formula`);
  const unit = readUnit(attributes['unit'], field);
  const asked = readDecimals(attributes['decimals'], field);
  const { numbers, mark, isPlain } = await evaluateNumbers({ text, field, unit }, scope);
  if (numbers.length > 2) {
    throw new Error(`${field}: got ${numbers.length} values, expected one, or two for a range`);
  }
  const own = Math.max(...numbers.map(ownDecimals));
  const fitting = Math.max(...numbers.map((value) => decimalsFor(value, unit)));
  // A record measured here holds medians with all the digits a division gives.
  const readable = isPlain && mark === 'quoted' ? own : fitting;
  const decimals = isPlain ? Math.min(asked ?? readable, own) : (asked ?? readable);
  return { text: formatQuantity(numbers, unit, decimals), mark };
}

/** @throws Error naming an attribute that the element does not have */
export function expectAttributes(
  attributes: Attributes,
  known: readonly string[],
  field: string,
): void {
  const unknown = Object.keys(attributes).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(`${field}: got attribute ${unknown}, expected ${known.join(', ')}`);
}

function readUnit(given: unknown, field: string): Unit {
  const unit = units.find((each) => each === given);
  if (unit !== undefined) return unit;
  const expected = units.map((each) => `"${each}"`).join(', ');
  throw new Error(`${field} unit: got ${show(given)}, expected one of ${expected}`);
}

function readDecimals(given: unknown, field: string): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && /^\d$/.test(given)) return Number(given);
  throw new Error(`${field} decimals: got ${show(given)}, expected a digit in quotes, as in "2"`);
}
