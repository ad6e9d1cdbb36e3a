/** Formulas: functions of the figures that an entry's records and configuration hold. */
import type { Unit } from '../../core/record/index.ts';
import type { Quantity } from '../../results/numbers/quantity.ts';
import { asPrintedValue, type Substitute } from './printed-digits.ts';
import { type Figures, figuresOf, type Reads } from './figures.ts';
import { type Scope, show } from './scope.ts';

/** Gives what it computes from figures: `($) => $.time('slow', 'add') / $.time('fast', 'add')`. */
export type Formula<Value> = ($: Figures) => Value;

/** Runs what may fail, and names the field that it is about in its error. */
export function inField<Value>(field: string, run: () => Value): Value {
  try {
    return run();
  } catch (cause) {
    throw new Error(`${field}: ${cause instanceof Error ? cause.message : show(cause)}`, { cause });
  }
}

/**
 * The value of a formula, with what it read.
 *
 * @param take gives the number that stands for a figure; as printed unless it says otherwise
 * @throws Error when a result, figure or record that it names is missing, and when it reads nothing
 */
export function evaluate<Value>(
  formula: Formula<Value>,
  scope: Scope,
  take: Substitute = asPrintedValue,
): { value: Value; reads: Reads } {
  const reads: Reads = { results: new Map(), plain: [], estimated: false };
  const value = formula(figuresOf(scope, reads, take));
  if (reads.results.size > 0 || reads.plain.length > 0 || reads.estimated) return { value, reads };
  throw new Error(`got ${show(value)} from a formula that reads nothing, expected one that does`);
}

/**
 * Evaluates a formula to one number or several. They are plain if they are figures as they were read.
 *
 * @param unit that they are stated in; a plain figure must have it
 * @throws Error as `evaluate`, and for what is no finite number, or a figure in another unit
 */
export function evaluateNumbers(
  formula: Formula<unknown>,
  scope: Scope,
  unit?: Unit,
  take?: Substitute,
) {
  const { value, reads } = evaluate(formula, scope, take);
  const { plain, estimated } = reads;
  const numbers = [value].flat().map((each) => {
    if (typeof each === 'number' && Number.isFinite(each)) return each;
    throw new Error(`got ${show(each)}, expected a finite number or a list of them`);
  });
  if (numbers.length === 0) throw new Error('got an empty list, expected a number');
  const isPlain =
    numbers.length === plain.length && plain.every((each, at) => each.value === numbers[at]);
  const other = plain.find(({ units }) => units.length > 0 && !units.some((own) => own === unit));
  if (isPlain && unit !== undefined && other !== undefined) {
    const expected = other.units.map((own) => `"${own}"`).join(' or ');
    throw new Error(`got unit "${unit}", expected ${expected}, in which the figure stands`);
  }
  const results = [...reads.results.values()];
  const isMeasured = results.some(({ kind }) => kind === 'measured');
  const from: Quantity['from'] = estimated ? 'estimated' : isMeasured ? 'measured' : 'quoted';
  return { numbers, from, isPlain, results };
}
