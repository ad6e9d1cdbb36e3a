import type { Mark } from '../figures/figure.ts';
import { type Unit, units } from '../harness/record/index.ts';
import { evaluate, evaluateMedians, evaluateNumbers } from './formula.ts';
import { type Scope, show } from './scope.ts';
import { decimalsFor, formatQuantity, ownDecimals } from './verdict.ts';

/** What stands between `<Number` and `/>`, as it was read and not yet checked. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A figure as a reader sees it, and where it comes from. */
export interface MarkedNumber {
  /** With its unit: `24.43 ms`. */
  text: string;
  mark: Mark;
}

/**
 * Evaluates and formats a figure in prose. Two values are the ends of a range. A figure that is
 * merely read has no more digits than its record; one that is quoted has them all. Medians that were
 * measured here have their interval behind them.
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
  const text = formulaOf(attributes, field);
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
  const ends = /\$median\b/.test(text) && (await evaluateMedians({ text, field, unit }, scope));
  const interval =
    ends === 'none' ? 'no interval' : ends && formatQuantity([ends.low, ends.high], '', decimals);
  const shown = formatQuantity(numbers, unit, decimals);
  return { text: interval ? `${shown} (${interval})` : shown, mark };
}

function formulaOf({ of }: Attributes, field: string): string {
  if (typeof of !== 'string') throw new Error(`${field} of: got none, expected a formula`);
  // A long formula is wrapped, in the middle of a name too.
  return of.replaceAll(/\s*\n\s*/g, ' ');
}

/**
 * Evaluates the formula of a sentence, `<Claim of="…">Deno is slower.</Claim>`.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and formula unless it gives true
 */
export async function expectClaim(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<void> {
  const field = `${file} <Claim of=${show(attributes['of'])}>`;
  expectAttributes(attributes, ['of'], field);
  const text = formulaOf(attributes, field);
  const { value } = await evaluate({ text, field }, scope);
  if (value !== true) throw new Error(`${field}: got ${show(value)}, expected true`);
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
