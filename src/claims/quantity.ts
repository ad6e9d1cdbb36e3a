/** Values with their units as a reader sees them. */
import { formatNumber, msDecimals, THIN } from '../figures/format.ts';
import { units, type Unit } from '../harness/record/index.ts';
import { intervalOf, largest, type Quantity, smallest } from './interval.ts';
import { decimalsOf } from './printed.ts';
import { type Stated, turningPoints } from './verdict.ts';

const singular = (unit: Unit): string => unit.replace(/ies$/, 'y').replace(/s$/, '');

/** Text of a number with its unit: `24.43 ms`, `1.42×`, `5 %`, `1 run`, and `5` without a unit. */
function withUnit(number: string, unit: Unit = ''): string {
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
  const mantissa = decimalsOf(text.replace(/e.*$/, ''));
  return Math.min(100, mantissa + Number(exponent ?? 0));
}

/** One value, or the two ends of a range: `24.43 ms`, `30–35 %`. */
export function formatQuantity(
  values: readonly number[],
  unit: Unit | undefined,
  decimals: number,
): string {
  const numbers = values.map((value) => formatNumber(value, decimals));
  return withUnit(numbers.join('–'), unit);
}

/** A stated value as printed, with its unit: `−7.2 %`, `within 30–35 %`, `<1 ms`. */
export function formatStated({ before, ends }: Stated, unit: Unit | undefined): string {
  const printed = ends.map(
    (text) => (text.startsWith('+') ? '+' : '') + formatNumber(Number(text), decimalsOf(text)),
  );
  return before + withUnit(printed.join('–'), unit);
}

/** Most digits after the point that a recomputed value is shown with. */
const MOST_DECIMALS = 9;

/** Two numbers that are the same but for the rounding of binary fractions. */
const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));

/** As many digits more as show on which side of each turning point of the verdict the values lie. */
function tellingDecimals(fewest: number, values: readonly number[], points: readonly number[]) {
  const sideOf = (value: number, point: number): number =>
    isSame(value, point) ? 0 : Math.sign(value - point);
  const hides = (value: number, decimals: number): boolean => {
    const shown = Number(value.toFixed(decimals));
    return points.some((point) => sideOf(shown, point) !== sideOf(value, point));
  };
  let decimals = fewest;
  while (decimals < MOST_DECIMALS && values.some((value) => hides(value, decimals))) decimals += 1;
  return decimals;
}

/**
 * Recomputed values with one digit more than stated, unless they have fewer; several as their
 * smallest and largest. There are more digits where fewer would hide why the verdict is what it is.
 *
 * @param found the same values as far as the printed digits of their inputs tell them
 * @returns the values, and both ends of what is found where those digits show a difference
 */
export function formatRecomputed(
  stated: Stated,
  values: readonly number[],
  found: readonly Quantity[],
  unit: Unit | undefined,
): { recomputed: string; between?: string } {
  const { before, ends } = stated;
  const points = turningPoints(stated);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isRange = before === '' && ends.length > 1;
  const shown = isRange || low !== high ? [low, high] : [low];
  const most = Math.max(...ends.map(decimalsOf)) + 1;
  const fewest = Math.min(most, Math.max(...values.map(ownDecimals)));
  const text = (numbers: readonly number[], atLeast: number): string =>
    formatQuantity(numbers, unit, tellingDecimals(atLeast, numbers, points));
  const recomputed = text(shown, fewest);
  const all = [intervalOf(smallest(found)).low, intervalOf(largest(found)).high];
  const between = text(all, most);
  // Of no width at these digits, and so no news.
  const isNarrow = between === text([low, high], most) || between === text([low, low], most);
  return { recomputed, ...(!isNarrow && { between }) };
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
