/**
 * An arm’s time ÷ another’s with its interval, and what an arm takes beyond another: both paired, because
 * what disturbs a round disturbs both arms.
 */
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { type Cell, kept, msPerOperation } from './cells.ts';
import {
  type Estimate,
  hodgesLehmann,
  type Interval,
  INTERVAL_ALPHA,
  studentQuantile,
} from './interval.ts';

/** How many times another arm's time an arm takes: 1.42 for 42 % longer. */
export interface Ratio extends Estimate {
  /** Rounds in which both arms count. */
  rounds: number;
  /** Sessions that those rounds belong to, across which the interval holds. */
  sessions: number;
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
 * Paired ratios of two arms on the log scale, from the rounds in which both count and took time. The
 * rounds of a session share its connections and give one value, their Hodges–Lehmann estimate.
 */
export function pairedLogRatios(arm: Cell, to: Cell): LogRatios {
  const sessions = paired(arm, to).map(([, rounds]) =>
    // Zero time, on a clock too coarse for the work, has no ratio; a notice tells of it.
    rounds.map(([own, other]) => Math.log(own / other)).filter(Number.isFinite),
  );
  return ofSessions(
    sessions.flatMap((rounds) => hodgesLehmann(rounds) ?? []),
    sessions.reduce((count, { length }) => count + length, 0),
  );
}

/** Times of an operation, in ms: by session, then by round, with a gap where the round does not count. */
const timesOf = kept(
  ({ units }: Pick<Cell, 'units'>): ReadonlyMap<number, Array<number | undefined>> => {
    const found = new Map<number, Array<number | undefined>>();
    for (const unit of units) {
      const rounds = found.get(unit.session) ?? [];
      found.set(unit.session, rounds);
      rounds[unit.round] = msPerOperation(unit);
    }
    return found;
  },
);

/** Times of both, in ms, of the rounds in which both count, session by session. */
function paired(arm: Cell, to: Cell) {
  const others = timesOf(to);
  return [...timesOf(arm)].map(([session, rounds]) => {
    const inSession = others.get(session) ?? [];
    const both: Array<readonly [own: number, other: number]> = [];
    for (const [round, own] of rounds.entries()) {
      const other = inSession[round];
      if (own !== undefined && other !== undefined) both.push([own, other]);
    }
    return [session, both] as const;
  });
}

/** Fewest sessions that give a ratio an interval. */
export const FEWEST_SESSIONS = 4;

/**
 * Values that each stand for a session. Their mean has Student’s t interval, because estimates over
 * several rounds are about normal, and because it takes the spread between sessions as it is. Of the
 * intervals tried in simulated runs it is the narrowest that keeps its level with few sessions: signed
 * ranks and Yuen’s trimmed mean (Biometrika 61(1), 1974) are about a quarter wider with six.
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

/** Level that an interval of sessions for an error of {@link INTERVAL_ALPHA} is published with. */
const SESSIONS_LEVEL = 0.95;

/**
 * Ratio of two arms with its interval, which is that of a run that was to end here: a run waits for
 * verdicts, whose own intervals are far wider, so stopping hardly bends it. The calibration shows its
 * level in runs that stop; held at all interim analyses at once it would cover more than 98 %.
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

/** Interval of a ratio for an error of `alpha` over all interim analyses, of which this one has a share. */
export function ratioInterval(
  logRatios: LogRatios,
  alpha: number,
  share: number,
): Interval | undefined {
  const interval = logRatios.interval(alpha * share);
  if (interval === undefined) return undefined;
  const { low, high, level } = interval;
  // The level over all interim analyses.
  const over = share === 1 ? level : Math.min(level, 1 - alpha);
  return { low: Math.exp(low), high: Math.exp(high), level: over };
}

/**
 * Time of an arm’s operation less that of another’s: the Hodges–Lehmann estimate of each session’s rounds.
 *
 * @returns ms by the session’s number; without the sessions that have no round in which both count
 */
export function pairedDifferences(arm: Cell, to: Cell): Map<number, number> {
  return new Map(
    paired(arm, to).flatMap(([session, rounds]) => {
      const estimate = hodgesLehmann(rounds.map(([own, other]) => own - other));
      return estimate === undefined ? [] : [[session, estimate] as const];
    }),
  );
}

/**
 * Mean of values that each stand for a session, with Student’s t interval where they are enough for one.
 *
 * @param alpha error of the interval
 * @returns undefined where there is no value
 */
export function meanOfSessions(
  values: readonly number[],
  alpha = INTERVAL_ALPHA,
): Estimate | undefined {
  const ratios = ofSessions(values, 0);
  const { centre } = ratios;
  return centre === undefined ? undefined : { estimate: centre, interval: ratios.interval(alpha) };
}
