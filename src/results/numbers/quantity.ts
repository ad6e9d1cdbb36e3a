/** A number that is shown: with its unit, its interval where it has one, and where it comes from. */
import {
  formatBytes,
  formatNumber,
  formatRatio,
  medianDecimals,
  msDecimals,
  rateDecimals,
  ratioDecimals,
  THIN,
} from './format.ts';

/** Units of numbers that are computed here; quoted ones may have others. */
export type QuantityUnit = 'ms' | 's' | '×' | '/s' | 'MB/s' | 'B' | 'kB' | 'USD' | '%' | '';

export interface Quantity {
  /** In `unit`; a percentage as a fraction of one. */
  value: number;
  /** Both ends of the 95 % interval; absent without one. */
  low?: number;
  high?: number;
  /** Interval that one more launch falls into, if several launches tell it. */
  next?: { low: number; high: number };
  unit: QuantityUnit;
  /** Measured here, carried over from an outside document, or computed by a formula from assumptions. */
  from: 'measured' | 'quoted' | 'estimated';
}

/** A number that was measured here, in ms unless it says otherwise; undefined where there is none. */
export function measured(value: number, unit?: QuantityUnit): Quantity;
export function measured(value: number | undefined, unit?: QuantityUnit): Quantity | undefined;
export function measured(value: number | undefined, unit: QuantityUnit = 'ms') {
  return value === undefined ? undefined : { value, unit, from: 'measured' };
}

/** The quotient of two quantities of one unit, which has no interval: they were not paired. */
export function quotient(above: Quantity, below: Quantity): Quantity {
  const estimated = [above, below].some(({ from }) => from === 'estimated');
  const quoted = [above, below].some(({ from }) => from === 'quoted');
  const from = estimated ? 'estimated' : quoted ? 'quoted' : 'measured';
  return { value: above.value / below.value, unit: '×', from };
}

/** The ratio seen from the other side, with the ends of its intervals: 0.5 for 2. */
export function inverse({ value, low, high, next, ...rest }: Quantity): Quantity {
  return {
    ...rest,
    value: 1 / value,
    low: high && 1 / high,
    high: low && 1 / low,
    next: next && { low: 1 / next.high, high: 1 / next.low },
  };
}

/** Decimals at which a quantity is shown by itself; those of a column are the most of its members. */
export function decimalsOf({ value, unit }: Quantity): number {
  switch (unit) {
    case 'ms':
      return medianDecimals(value);
    case 's':
      return value < 10 ? 1 : 0;
    case '×':
      return ratioDecimals(value);
    case 'USD':
      return value < 0.01 ? 4 : 2;
    case 'kB':
      return 1;
    case 'B':
    case '/s':
    case 'MB/s':
    case '%':
    case '':
      return 0;
  }
}

/** Decimals that leave three digits of a quantity, for a column whose numbers differ a thousandfold. */
export function threeDigits(quantity: Quantity): number {
  const { value, unit } = quantity;
  if (unit === 'ms') return msDecimals(value);
  return unit === '/s' || unit === 'MB/s' ? rateDecimals(value) : decimalsOf(quantity);
}

/** A quantity with its unit: `1.93 ms`, `1.11×`, `$0.0075`. */
export function formatQuantity(quantity: Quantity): string {
  const { value, unit } = quantity;
  if (unit === 'B') return formatBytes(value);
  const text = formatValue(quantity);
  if (unit === 'USD') return `$${text}`;
  return unit === '' || unit === '×' ? text : `${text}${THIN}${unit}`;
}

/** A quantity with its unit, and its interval if it has one: `1.11× (1.06–1.15)`. */
export function formatWithInterval(quantity: Quantity): string {
  const ends = formatInterval(quantity);
  return `${formatQuantity(quantity)}${ends === '' ? '' : ` (${ends})`}`;
}

/** The bare number, for a column whose head states the unit. */
export function formatValue(quantity: Quantity, decimals = decimalsOf(quantity)): string {
  const { value, unit } = quantity;
  if (unit === '×') return formatRatio(value);
  return formatNumber(unit === '%' ? value * 100 : value, decimals);
}

/** Both ends of the interval without their unit: `1.84–2.02`; empty without one. */
export function formatInterval(quantity: Quantity, decimals = decimalsOf(quantity)): string {
  const { low, high } = quantity;
  if (low === undefined || high === undefined) return '';
  const ends = [low, high].map((value) =>
    formatValue({ ...quantity, value }, decimals).replace('×', ''),
  );
  return ends.join('–');
}
