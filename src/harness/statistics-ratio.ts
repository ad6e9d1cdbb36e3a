import { msPerOperation, type Cell } from './statistics-blocks.ts';
import { INTERVAL_ALPHA, type Estimate, type Interval } from './statistics-interval.ts';
import {
  hodgesLehmann,
  signedRankInterval,
  walshAverages,
  type WalshAverages,
} from './statistics-signed-rank.ts';

/** How many times another arm's time an arm takes: 1.42 for 42 % longer. */
export interface Ratio extends Estimate {
  /** Rounds in which both arms have a block that counts. */
  rounds: number;
}

/**
 * Paired ratios of two arms on the log scale: one for each round in which both have a block that
 * counts and took time. Rounds are paired because what disturbs a round disturbs both its blocks.
 */
export function pairedLogRatios(arm: Cell, to: Cell): WalshAverages {
  const logRatios: number[] = [];
  for (const [round, block] of arm.counted) {
    const other = to.counted.get(round);
    if (other === undefined) continue;
    const logRatio = Math.log(msPerOperation(block) / msPerOperation(other));
    // Zero time, on a clock too coarse for the work, has no ratio; a notice tells of it.
    if (Number.isFinite(logRatio)) logRatios.push(logRatio);
  }
  return walshAverages(logRatios);
}

/**
 * Ratio of two arms: the Hodges–Lehmann estimate of the paired log ratios with its signed-rank
 * interval. The order of arms is shuffled in each round, so a log ratio strays upwards as easily
 * as downwards, which is all that the interval asks of it. Swapping the arms gives one over it.
 *
 * @param share part of the error allotted to this look at the data; 1 when it is the only one.
 *   The level given is that over all looks.
 * @returns undefined when no round has both arms
 */
export function ratioOf(logRatios: WalshAverages, share = 1): Ratio | undefined {
  const estimate = hodgesLehmann(logRatios);
  if (estimate === undefined) return undefined;
  const interval = ratioInterval(logRatios, INTERVAL_ALPHA, share);
  return { estimate: Math.exp(estimate), interval, rounds: logRatios.values.length };
}

/** Interval of a ratio for an error of `alpha` over all looks, of which this one has a share. */
export function ratioInterval(
  logRatios: WalshAverages,
  alpha: number,
  share: number,
): Interval | undefined {
  const interval = signedRankInterval(logRatios, alpha * share);
  if (interval === undefined) return undefined;
  const level = share === 1 ? interval.level : Math.min(interval.level, 1 - alpha);
  return { low: Math.exp(interval.low), high: Math.exp(interval.high), level };
}
