/** Amounts and ratios of a row, as results keep them. */
import type { Load } from '../core/record/index.ts';
import {
  type ArmSummary,
  type Cell,
  type Estimate,
  pairedLogRatios,
  ratioOf,
} from '../core/statistics/index.ts';
import type { Quantity, QuantityUnit } from './numbers/quantity.ts';
import type { Ratio } from './result.ts';

/** Digits of a number that is kept: more than any page shows. */
const DIGITS = 9;

/** The amounts of a summary in the form of a row. */
export function amountsOf(summary: ArmSummary, load: Load = {}) {
  const { msPerOperation, networkMs, firstMs, failure } = summary;
  return {
    counted: summary.counted,
    discarded: summary.void,
    time: quantityOf(msPerOperation, 'ms'),
    rate: quantityOf(summary.operationsPerSecond, '/s'),
    data: quantityOf(summary.megabytesPerSecond, 'MB/s'),
    connect: quantityOf(summary.connectMs, 'ms'),
    networkMs: networkMs && rounded(networkMs),
    firstMs: firstMs && rounded(firstMs),
    calls: msPerOperation && load.callsPerOperation,
    per: load.per,
    frames: summary.framesPerOperation,
    bytes: summary.bytesPerOperation,
    roundTrips: summary.roundTripsPerOperation,
    failure,
  };
}

/** The paired ratios of an arm to those before it in the plan. */
export function ratiosOf(cells: readonly Cell[], arms: readonly string[], own: Cell | undefined) {
  const ratios: Record<string, Ratio> = {};
  if (own === undefined) return ratios;
  for (const to of arms.slice(0, arms.indexOf(own.arm))) {
    const other = cells.find(({ arm }) => arm === to);
    const ratio = other && ratioOf(pairedLogRatios(own, other));
    if (ratio === undefined) continue;
    const { sessions, launches, runs, next } = ratio;
    ratios[to] = {
      ...quantityOf(ratio, '×'),
      sessions,
      launches,
      runs,
      next: next && { low: rounded(next.low), high: rounded(next.high) },
    };
  }
  return ratios;
}

function quantityOf(estimate: Estimate, unit: QuantityUnit): Quantity;
function quantityOf(estimate: Estimate | undefined, unit: QuantityUnit): Quantity | undefined;
function quantityOf(estimate: Estimate | undefined, unit: QuantityUnit): Quantity | undefined {
  if (estimate === undefined) return undefined;
  const { estimate: value, interval } = estimate;
  const ends = interval && { low: rounded(interval.low), high: rounded(interval.high) };
  return { value: rounded(value), ...ends, unit, from: 'measured' };
}

export function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
}
