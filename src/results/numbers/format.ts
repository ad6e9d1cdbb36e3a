/**
 * Numbers as a reader sees them. Every function but `formatNumber` returns the unit with the
 * number, so that none can stand without it. Spaces inside are thin and do not break.
 */
import type { Unit } from '../../core/record/index.ts';

/** Narrow no-break space: between groups of digits and before a unit. */
export const THIN = '\u202f';

const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, THIN);

/** Digits that arithmetic does not change. Behind them a sum may end in a tail that decides how a half is rounded. */
const EXACT_DIGITS = 12;

/** The sign where there is no number. */
export const NONE = '–';

/** A bare number with its own decimals, for a column whose header states the unit. */
export function formatNumber(inexact: number, decimals: number): string {
  if (!Number.isFinite(inexact)) return NONE;
  const value = Number(inexact.toPrecision(EXACT_DIGITS));
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const sign = Number(value.toFixed(decimals)) < 0 ? '−' : '';
  return `${sign}${group(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/**
 * Decimals that leave three significant digits of a time in ms, at least none and at
 * most three: a clock step of 1 µs is the finest any client has.
 */
export function msDecimals(ms: number): number {
  const size = Math.abs(ms);
  if (size >= 100) return 0;
  if (size >= 10) return 1;
  return size >= 1 ? 2 : 3;
}

/** A time in ms with its unit: `0.244 ms`, `24.4 ms`, `1 240 ms`. */
export function formatMs(ms: number): string {
  return Number.isFinite(ms) ? `${formatNumber(ms, msDecimals(ms))}${THIN}ms` : NONE;
}

/** Decimals that leave two digits of a time in ms, at least none and at most three. */
export function medianDecimals(ms: number): number {
  return Math.abs(ms) < 0.1 ? 3 : Math.max(0, msDecimals(ms) - 1);
}

/** Decimals of a ratio: from 10 on one, from 100 on none; under 0.01 four. */
export function ratioDecimals(ratio: number): number {
  const size = Math.abs(ratio);
  if (size >= 100) return 0;
  if (size >= 10) return 1;
  return size < 0.01 ? 4 : 2;
}

/** A ratio as a factor: `1.42×`. */
export function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return NONE;
  return `${formatNumber(ratio, ratioDecimals(ratio))}×`;
}

/** A whole count with thin spaces between thousands: `12 500`. */
export function formatCount(count: number): string {
  return formatNumber(count, 0);
}

/** Decimals that leave three digits of a rate, at least none and at most two. */
export function rateDecimals(perSecond: number): number {
  return Math.min(2, msDecimals(perSecond));
}

/** Bytes: `145 B`, `1.45 kB`, `2.30 MB`; powers of 1000. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return NONE;
  // From here on the next unit is what rounding leads to.
  if (bytes < 999.5) return `${formatNumber(bytes, 0)}${THIN}B`;
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${formatNumber(value, rateDecimals(value))}${THIN}${unit}`;
}

/** A share of one in per cent: `5 %`. */
export function formatPercent(share: number, decimals = 0): string {
  return Number.isFinite(share) ? `${formatNumber(share * 100, decimals)}${THIN}%` : NONE;
}

/** A duration for people: `under 1 s`, `12 s`, `3 min`. */
export function roughDuration(ms: number): string {
  if (!Number.isFinite(ms)) return NONE;
  if (ms < 1000) return `under 1${THIN}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 100) return `${seconds}${THIN}s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes}${THIN}min` : `${Math.round(minutes / 60)}${THIN}h`;
}

/** How long something will take or took: `about 12 s`, `under 1 s`. */
export function formatDuration(ms: number): string {
  return ms >= 1000 && Number.isFinite(ms) ? `about ${roughDuration(ms)}` : roughDuration(ms);
}

// A list, because every page loads this file and Intl takes longer to begin than all else in it.
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** The day of an ISO 8601 date, as written there and in no other time zone: `2 January 2025`. It does not break. */
export function formatDay(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})/.exec(iso) ?? [];
  if (month === undefined) {
    throw new Error(`Date of a record: got "${iso}", expected ISO 8601 such as 2025-01-02`);
  }
  return [Number(day), MONTHS[Number(month) - 1], year].join('\u00a0');
}

/** Digits after the point of a number as printed. */
export function printedDecimals(printed: string): number {
  return printed.split('.')[1]?.length ?? 0;
}

/** Decimals that a number has itself, as its record holds it. */
export function ownDecimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.min(100, Math.max(0, printedDecimals(mantissa) - Number(exponent)));
}

/**
 * Decimals of a column of quoted numbers: as many as the most precise of them was printed with. A
 * record holds numbers, so a zero at the end of one would be lost otherwise.
 */
export function mostDecimals(values: ReadonlyArray<number | undefined>): number {
  return Math.max(0, ...values.map((value = 0) => ownDecimals(value)));
}

const isWord = (unit: Unit): boolean => /^[a-z]{4,}$/.test(unit);
const singular = (unit: Unit): string => unit.replace(/ies$/, 'y').replace(/s$/, '');

/** Decimals that tell a value of this unit apart from its neighbours without false exactness. */
export function decimalsFor(value: number, unit: Unit): number {
  const size = Math.abs(value);
  if (unit === '%') return Number.isInteger(value) || size >= 10 ? 0 : 1;
  if (unit === '×') return ratioDecimals(value);
  const isCount = unit === '' || unit === 'B' || unit === '/s' || isWord(unit);
  if (isCount) return Number.isInteger(value) || size >= 100 ? 0 : 1;
  return msDecimals(value);
}

/** A number, or both ends of a range, with a unit that documents choose: `24.43 ms`, `1.42×`, `1 run`. */
export function withUnit(number: string, unit: Unit = ''): string {
  if (unit === '' || unit === '×') return `${number}${unit}`;
  return `${number}${THIN}${isWord(unit) && number === '1' ? singular(unit) : unit}`;
}

/** One value, or the two ends of a range: `24.43 ms`, `30–35 %`. */
export function formatValues(
  values: readonly number[],
  unit: Unit | undefined,
  decimals: number,
): string {
  return withUnit(values.map((value) => formatNumber(value, decimals)).join('–'), unit);
}

/** A text as the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `one, two, and three` */
export const listed = (items: Iterable<string>): string => new Intl.ListFormat('en').format(items);

/** `1 round`, `5 rounds` */
export function countOf(count: number, what: string, plural = `${what}s`): string {
  return `${formatCount(count)} ${count === 1 ? what : plural}`;
}
