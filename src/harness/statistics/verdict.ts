import { mean, sampleStandardDeviation } from 'simple-statistics';
import { bySession, type Cell, msPerOperation } from './cells.ts';
import {
  type Estimate,
  hodgesLehmann,
  type Interval,
  INTERVAL_ALPHA,
  signedRankInterval,
  studentQuantile,
  walshAverages,
} from './interval.ts';
import { oncePerFrozen } from './once.ts';

/** How many times another arm's time an arm takes: 1.42 for 42 % longer. */
export interface Ratio extends Estimate {
  /** Rounds in which both arms count. */
  rounds: number;
  /** Sessions that those rounds belong to, across which the interval holds; absent in records of schema 1. */
  sessions?: number;
}

/** Values of a ratio on the log scale, one for each session, and the way to an interval that fits them. */
export interface LogRatios {
  values: readonly number[];
  /** Rounds behind them. */
  rounds: number;
  /** Their centre; undefined where there are none. */
  centre: number | undefined;
  /** Interval of the centre for an error of `alpha`; undefined where they are too few. */
  interval(alpha: number): Interval | undefined;
}

/**
 * Paired ratios of two arms on the log scale, from the rounds in which both count and took time.
 * Rounds are paired because what disturbs a round disturbs both. The rounds of a session share its
 * connections and give one value, their Hodges–Lehmann estimate.
 *
 * @throws RangeError for cells of blocks, whose ratios are data: see `pairedRatio`
 */
export function pairedLogRatios(arm: Cell, to: Cell): LogRatios {
  const known = logRatiosOf(arm);
  const logRatios = known.get(to) ?? pair(arm, to);
  known.set(to, logRatios);
  return logRatios;
}

/** The paired ratios of a cell, by the cell that it was divided by. */
const logRatiosOf = oncePerFrozen<Cell, WeakMap<Cell, LogRatios>>(() => new WeakMap());

function pair(arm: Cell, to: Cell): LogRatios {
  if (arm.layout === 'blocks') {
    throw new RangeError(`layout: got blocks of "${arm.arm}", expected sessions`);
  }
  const others = bySession(to);
  const sessions = [...bySession(arm)].map(([session, units]) => {
    const inRound = new Map(others.get(session)?.map((unit) => [unit.round, unit]));
    return units.flatMap((unit) => {
      const other = inRound.get(unit.round);
      if (other === undefined) return [];
      const logRatio = Math.log(msPerOperation(unit) / msPerOperation(other));
      // Zero time, on a clock too coarse for the work, has no ratio; a notice tells of it.
      return Number.isFinite(logRatio) ? [logRatio] : [];
    });
  });
  return ofSessions(
    sessions.flatMap((rounds) => sessionEstimate(rounds) ?? []),
    sessions.flat().length,
  );
}

/**
 * Rounds that are each a value of its own, with their Hodges–Lehmann estimate and its signed-rank
 * interval. The order of arms is shuffled in each round, so a log ratio strays upwards as easily as
 * downwards, which is all that the interval asks of it.
 */
export function byRanks(values: readonly number[]): Pick<LogRatios, 'centre' | 'interval'> {
  const walsh = walshAverages(values);
  return {
    centre: hodgesLehmann(walsh),
    interval: (alpha) => signedRankInterval(walsh, alpha),
  };
}

/** What a session says of a ratio: the Hodges–Lehmann estimate of the log ratios of its rounds. */
export function sessionEstimate(rounds: readonly number[]): number | undefined {
  return hodgesLehmann(walshAverages(rounds));
}

/** Fewest sessions that give a ratio an interval. */
export const FEWEST_SESSIONS = 4;

/**
 * Values that each stand for a session. Their mean has Student’s t interval, because estimates over
 * several rounds are about normal, and because it takes the spread between sessions as it is, be it
 * wider than rounds explain or not. Of the intervals tried in simulated runs it is the narrowest
 * that keeps its level with few sessions: signed ranks and Yuen’s trimmed mean (Biometrika 61(1),
 * 1974) are about a quarter wider with six.
 *
 * @param values estimates of sessions on the log scale
 * @param rounds all rounds behind them
 */
export function ofSessions(values: readonly number[], rounds: number): LogRatios {
  const { length } = values;
  const sample = [...values];
  const centre = length === 0 ? undefined : mean(sample);
  const standardError =
    length < FEWEST_SESSIONS ? undefined : sampleStandardDeviation(sample) / Math.sqrt(length);
  return {
    values,
    rounds,
    centre,
    interval(alpha) {
      if (centre === undefined || standardError === undefined) return undefined;
      const halfWidth = studentQuantile(length - 1, alpha) * standardError;
      return { low: centre - halfWidth, high: centre + halfWidth, level: 1 - alpha };
    },
  };
}

/**
 * Ratio of two arms with its interval. Swapping the arms gives one over it.
 *
 * The interval is that of a run that was to end here: what a run waits for are verdicts, whose own
 * intervals are far wider, so stopping hardly bends it. The calibration shows what its level is in
 * runs that stop and that are kept going; held at all interim analyses at once it would cover more than 98 %.
 *
 * @returns undefined when no round has both arms
 */
export function ratioOf(logRatios: LogRatios): Ratio | undefined {
  const { centre, rounds, values } = logRatios;
  if (centre === undefined) return undefined;
  const interval = ratioInterval(logRatios, INTERVAL_ALPHA, 1);
  const nominal = interval && { ...interval, level: SESSIONS_LEVEL };
  return { estimate: Math.exp(centre), interval: nominal, rounds, sessions: values.length };
}

/** What an interval of sessions for an error of {@link INTERVAL_ALPHA} is published as. */
export const SESSIONS_LEVEL = 0.95;

/** Interval of a ratio for an error of `alpha` over all interim analyses, of which this one has a share. */
function ratioInterval(logRatios: LogRatios, alpha: number, share: number): Interval | undefined {
  const interval = logRatios.interval(alpha * share);
  if (interval === undefined) return undefined;
  const { low, high, level } = interval;
  // The level over all interim analyses.
  const over = share === 1 ? level : Math.min(level, 1 - alpha);
  return { low: Math.exp(low), high: Math.exp(high), level: over };
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
  /**
   * Sessions still needed for even odds of a decision at the spread seen, in records of schema 1
   * rounds; only when undecided.
   */
  roundsNeeded: number | undefined;
}

/**
 * Error allowed in calling an arm faster, slower or equal, over all comparisons corrected
 * together and all interim analyses. A ranking asks for more than a figure does, so that of runs that have
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
 */
export function judge(family: readonly Judgeable[], margin: number): Judged[] {
  const intervalOf = (index: number, divisor: number, later = false) => {
    const { logRatios, share, nextShare } = family[index] as Judgeable;
    return ratioInterval(logRatios, DECISION_ALPHA / divisor, later ? nextShare : share);
  };
  const decisions = decide(family.length, margin, intervalOf);
  return family.map(({ logRatios }, index) => {
    const ratio = ratioOf(logRatios);
    const { verdict, basis } = decisions[index] as Decision;
    if (verdict !== 'undecided') return { ratio, verdict, basis, roundsNeeded: undefined };
    // The level of the basis tells by how much the error was divided.
    const later = basis && intervalOf(index, divisorOf(basis), true);
    return { ratio, verdict, basis, roundsNeeded: needed(logRatios, later ?? basis, margin) };
  });
}

/** A ratio to be judged. */
export interface Judgeable {
  logRatios: LogRatios;
  /** Part of the error allotted to this analysis of the data; 1 when it is the only one. */
  share: number;
  /** Part of the error allotted to the next one. */
  nextShare: number;
}

/** By how much the error was divided for an interval that a verdict on sessions rests on. */
function divisorOf({ level }: Interval): number {
  return DECISION_ALPHA / (1 - level);
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

/** Width shrinks with the root of the values; it has to fit beside 1, or between 1 and the margin. */
function needed(
  { values, centre }: LogRatios,
  basis: Interval | undefined,
  margin: number,
): number {
  if (centre === undefined || basis === undefined) {
    return Math.max(1, FEWEST_SESSIONS - values.length);
  }
  const halfWidth = Math.log(basis.high / basis.low) / 2;
  const distance = Math.abs(centre);
  const target = Math.max(distance, Math.log1p(margin) - distance);
  return Math.max(1, Math.ceil(values.length * ((halfWidth / target) ** 2 - 1)));
}
