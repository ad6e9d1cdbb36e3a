/** Numbers of claims and of running text with their units, which documents choose as they like. */
import { formatNumber, msDecimals, THIN } from '../numbers/format.ts';
import { type Unit, units } from '../harness/record/index.ts';
import { printedDecimals } from '../results/quoted.ts';

const singular = (unit: Unit): string => unit.replace(/ies$/, 'y').replace(/s$/, '');

/** Text of a number with its unit: `24.43 ms`, `1.42×`, `5 %`, `1 run`, and `5` without a unit. */
export function withUnit(number: string, unit: Unit = ''): string {
  if (unit === '') return number;
  if (unit === '×') return `${number}×`;
  const isWord = /^[a-z]{4,}$/.test(unit);
  return `${number}${THIN}${isWord && number === '1' ? singular(unit) : unit}`;
}

/** Decimals that tell a value of this unit apart from its neighbours without false exactness. */
export function decimalsFor(value: number, unit: Unit = ''): number {
  const size = Math.abs(value);
  if (unit === '%') return Number.isInteger(value) || size >= 10 ? 0 : 1;
  if (unit === '×') return size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const isCount = unit === '' || unit === 'B' || /^[a-z]{4,}$/.test(unit);
  if (isCount || unit === '/s') return Number.isInteger(value) || size >= 100 ? 0 : 1;
  return msDecimals(value);
}

/** Decimals that a number has itself, as its record holds it. */
export function ownDecimals(value: number): number {
  const text = String(value);
  const exponent = /e-(\d+)$/.exec(text)?.[1];
  const mantissa = printedDecimals(text.replace(/e.*$/, ''));
  return Math.min(100, mantissa + Number(exponent ?? 0));
}

/** One value, or the two ends of a range: `24.43 ms`, `30–35 %`. */
export function formatValues(
  values: readonly number[],
  unit: Unit | undefined,
  decimals: number,
): string {
  const numbers = values.map((value) => formatNumber(value, decimals));
  return withUnit(numbers.join('–'), unit);
}

/** Units with a space before them, the longest first, so that `ms` is not read as `m`. */
const spaced = units
  .filter((unit) => unit !== '' && unit !== '×')
  .toSorted((one, other) => other.length - one.length);
const unitAfterDigit = new RegExp(`(?<=\\d) (?=(?:${spaced.join('|')})(?!\\w))`, 'g');

/** A text with figures, as formulas put it together: with thin spaces before units, and minus signs. */
export function typeset(text: string): string {
  return text.replaceAll(unitAfterDigit, THIN).replaceAll(/(?<=^|[\s(–])-(?=\d)/g, '−');
}

/** The same without typography, for a terminal and for programs: no thin spaces, a plain minus. */
export function plainText(text: string): string {
  return text
    .replaceAll(new RegExp(`(?<=\\d)${THIN}(?=\\d)`, 'g'), '')
    .replaceAll(THIN, ' ')
    .replaceAll('−', '-');
}
