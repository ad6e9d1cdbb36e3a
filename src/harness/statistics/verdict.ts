import {
  type Estimate,
  FEWEST_VALUES,
  hodgesLehmann,
  type Interval,
  INTERVAL_ALPHA,
  signedRankInterval,
  walshAverages,
  type WalshAverages,
} from './interval.ts';
import { msPerOperation, type Cell } from './summary.ts';

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
function ratioInterval(
  logRatios: WalshAverages,
  alpha: number,
  share: number,
): Interval | undefined {
  const interval = signedRankInterval(logRatios, alpha * share);
  if (interval === undefined) return undefined;
  const level = share === 1 ? interval.level : Math.min(interval.level, 1 - alpha);
  return { low: Math.exp(interval.low), high: Math.exp(interval.high), level };
}

/**
 * What can be said of an arm's time against the reference's. `equal` means closer than the margin.
 */
export type Verdict = 'faster' | 'slower' | 'equal' | 'undecided';

/** A ratio with what may be concluded from it. */
export interface Judged {
  /** Absent when no round has both arms. */
  ratio: Ratio | undefined;
  verdict: Verdict;
  /** The interval of the ratio that the verdict rests on: stricter than the ratio's own. */
  basis: Interval | undefined;
  /** Rounds still needed for even odds of a decision at the spread seen; only when undecided. */
  roundsNeeded: number | undefined;
}

/**
 * Error allowed in calling an arm faster, slower or equal, over all comparisons corrected
 * together and all looks. A ranking asks for more than a figure does, so that of runs that have
 * nothing to find clearly fewer than one in twenty find something.
 */
export const DECISION_ALPHA = 0.03;

/**
 * Verdicts on several ratios that are judged together.
 *
 * `faster` and `slower` need the whole interval on one side of 1, `equal` needs it inside the
 * margin, from 1/(1 + margin) to 1 + margin. Where both hold, the difference is real but smaller
 * than what the study calls one, and the verdict is `equal`.
 *
 * The more ratios are judged together, the wider the interval each has to clear: Holm's method
 * (Scandinavian Journal of Statistics 6(2), 1979), once for differences and once for equality.
 * In each, the error over all ratios together stays at most {@link DECISION_ALPHA}.
 *
 * @param margin half-width of what counts as equal, as a fraction: 0.05 for 5 %
 * @param share part of the error allotted to this look at the data; 1 when it is the only one
 */
export function judge(family: readonly WalshAverages[], margin: number, share: number): Judged[] {
  const decisions = decide(family.length, margin, (index, divisor) =>
    ratioInterval(family[index] as WalshAverages, DECISION_ALPHA / divisor, share),
  );
  return family.map((logRatios, index) => {
    const ratio = ratioOf(logRatios, share);
    const { verdict, basis } = decisions[index] as Decision;
    const roundsNeeded = verdict === 'undecided' ? needed(ratio, basis, margin) : undefined;
    return { ratio, verdict, basis, roundsNeeded };
  });
}

/** A verdict and the interval of the ratio that it rests on. */
export type Decision = Pick<Judged, 'verdict' | 'basis'>;

/**
 * The verdicts of {@link judge}, for ratios whose intervals come from elsewhere.
 *
 * @param count number of ratios judged together
 * @param intervalOf interval of a ratio for the error that is left when {@link DECISION_ALPHA} is
 *   divided by `divisor`; undefined where there is too little data for one
 */
export function decide(
  count: number,
  margin: number,
  intervalOf: (index: number, divisor: number) => Interval | undefined,
): Decision[] {
  if (!(margin > 0)) throw new RangeError(`margin is ${margin}, expected a fraction above 0`);
  const different = holm(count, (index, divisor) => isOneSided(intervalOf(index, divisor)));
  const equal = holm(count, (index, divisor) => isWithin(intervalOf(index, divisor), margin));
  return different.map((forDifferent, index) => {
    const forEqual = equal[index] as Tested;
    const basis = intervalOf(index, (forEqual.holds ? forEqual : forDifferent).divisor);
    if (forEqual.holds) return { verdict: 'equal', basis };
    if (!forDifferent.holds || basis === undefined) return { verdict: 'undecided', basis };
    return { verdict: basis.high < 1 ? 'faster' : 'slower', basis };
  });
}

/** Whether a claim holds, and by how much the error was divided when it was last put to the test. */
interface Tested {
  holds: boolean;
  divisor: number;
}

/** Holm's method for claims that hold at a divided error whenever they hold at a smaller one. */
function holm(count: number, holds: (index: number, divisor: number) => boolean): Tested[] {
  const tested = Array.from({ length: count }, (): Tested => ({ holds: false, divisor: count }));
  let open = tested.map((_, index) => index);
  while (open.length > 0) {
    const divisor = open.length;
    const stillOpen = open.filter((index) => !holds(index, divisor));
    for (const index of open) tested[index] = { holds: !stillOpen.includes(index), divisor };
    if (stillOpen.length === open.length) break;
    open = stillOpen;
  }
  return tested;
}

function isOneSided(interval: Interval | undefined): boolean {
  return interval !== undefined && (interval.low > 1 || interval.high < 1);
}

function isWithin(interval: Interval | undefined, margin: number): boolean {
  return interval !== undefined && interval.low > 1 / (1 + margin) && interval.high < 1 + margin;
}

/** Width shrinks with the root of the rounds; it has to fit beside 1, or between 1 and the margin. */
function needed(ratio: Ratio | undefined, basis: Interval | undefined, margin: number): number {
  if (ratio === undefined || basis === undefined) return FEWEST_VALUES - (ratio?.rounds ?? 0);
  const halfWidth = Math.log(basis.high / basis.low) / 2;
  const distance = Math.abs(Math.log(ratio.estimate));
  const target = Math.max(distance, Math.log1p(margin) - distance);
  return Math.max(1, Math.ceil(ratio.rounds * ((halfWidth / target) ** 2 - 1)));
}
