/** Numbers in an entry's text: `<Number … />` and the formula of `<Claim …>`. */
import { type Unit, units } from '../harness/record/index.ts';
import { formatDay, formatNumber } from '../numbers/format.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { clientName, distanceName } from '../results/names.ts';
import { rangeOf } from './corners.ts';
import { decimalsFor, formatValues, ownDecimals, withUnit } from './format.ts';
import { evaluate, evaluateNumbers, type Formula } from './formula.ts';
import { type Named, type Scope, show } from './scope.ts';

/** What stands between `<Number` and `/>`, as it was read and not yet checked. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A number as it stands in a sentence. */
export interface ProseNumber {
  /** With its unit: `24.43 ms`. */
  text: string;
  /** What is shown on hover and focus: the exact value and where it comes from, in sentences. */
  more: string;
  from: Quantity['from'];
}

/**
 * Evaluates and formats a figure in prose. Two values are the ends of a range. A figure that is
 * merely read has no more digits than its record; one that is quoted has them all. Medians that were
 * measured here have their interval behind them.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function proseNumber(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<ProseNumber> {
  const field = `${file} <Number of=${show(attributes['of'])}>`;
  expectAttributes(attributes, ['of', 'unit', 'decimals'], field);
  const unit = readUnit(attributes['unit'], field);
  const formula = { text: formulaOf(attributes, field), field, unit };
  const asked = readDecimals(attributes['decimals'], field);
  const { numbers, from, isPlain, reads } = await evaluateNumbers(formula, scope);
  if (numbers.length > 2) {
    throw new Error(`${field}: got ${numbers.length} values, expected one, or two for a range`);
  }
  const own = Math.max(...numbers.map(ownDecimals));
  const fitting = Math.max(...numbers.map((value) => decimalsFor(value, unit)));
  // A median has all the digits that a division gives.
  const readable = isPlain && from === 'quoted' ? own : fitting;
  const decimals = isPlain ? Math.min(asked ?? readable, own) : (asked ?? readable);
  const shown = formatValues(numbers, unit, decimals);
  const interval = await intervalOf(formula, scope, decimals);
  const exact = withUnit(numbers.map(exactly).join('–'), unit);
  return {
    text: interval === undefined ? shown : `${shown} (${interval})`,
    more: moreOf(exact, [...reads.results.values()], { from, isPlain }),
    from,
  };
}

/** The interval of a formula over medians; `no interval` where one of too few sessions is among them. */
async function intervalOf(
  formula: Formula,
  scope: Scope,
  decimals: number,
): Promise<string | undefined> {
  if (!/\$median\b/.test(formula.text)) return undefined;
  const { low, high, moved, bare } = await rangeOf(
    async (take) => (await evaluateNumbers(formula, scope, { take })).numbers,
    'median',
  );
  if (moved === 0) return undefined;
  return bare > 0 ? 'no interval' : formatValues([low, high], '', decimals);
}

/** A number with the digits that are kept of it. */
export function exactly(value: number): string {
  return formatNumber(value, ownDecimals(Number(value.toPrecision(9))));
}

/** `0.2443 ms, computed. Quoted from “Fresh connections”, 2 January 2025.` */
export function moreOf(
  exact: string,
  results: readonly Named[],
  { from, isPlain }: { from: Quantity['from']; isPlain: boolean },
): string {
  const value = isPlain ? `${exact}.` : `${exact}, computed.`;
  if (from === 'estimated') return `${exact}, estimated by a model.`;
  return [value, ...new Set(results.map(originOf))].join(' ');
}

function originOf(result: Named): string {
  if (result.kind === 'quoted') {
    const { date, source, id } = result;
    const day = date === undefined ? '' : `, ${formatDay(date)}`;
    return `Quoted from “${source.title}”${day} (record ${id}).`;
  }
  const { id, startedAt, environment, rows } = result;
  const [row] = rows;
  const caller = row === undefined ? '' : ` from ${clientName(row.client)}`;
  const distance = row === undefined ? '' : `, ${distanceName(row.place)}`;
  return `Measured${caller} on ${formatDay(startedAt)}, ${environment.setting}${distance} (record ${id}).`;
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
