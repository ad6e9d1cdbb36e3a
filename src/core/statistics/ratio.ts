/** An arm’s time ÷ another’s with its interval, paired because a disturbance of a round slows both arms. */
import { type Cell, memoize, msPerOperation } from './cells.ts';
import { type LogRatios, ofSessions, type SessionPlace } from './clusters.ts';
import { type Estimate, hodgesLehmann, type Interval, INTERVAL_ALPHA } from './interval.ts';

/** How many times another arm's time an arm takes: 1.42 for 42 % longer. */
export interface Ratio extends Estimate {
  /** Rounds in which both arms count. */
  rounds: number;
  /** Sessions that those rounds belong to; the interval holds across them if there is one launch of one run. */
  sessions: number;
  /** Launches, or runs, that it holds across otherwise. */
  launches?: number | undefined;
  runs?: number | undefined;
  /** Interval that the ratio of one more run falls into; only of several runs. */
  next?: Interval | undefined;
}

/**
 * Paired ratios of two arms on the log scale, from the rounds in which both count and took time. The
 * rounds of a session share its connections and give one value, their Hodges–Lehmann estimate.
 */
export function pairedLogRatios(arm: Cell, to: Cell): LogRatios {
  const places = placesOf(arm);
  const sessions = paired(arm, to).map(([session, rounds]) => ({
    place: places.get(session),
    // Zero time, on a clock too coarse for the work, has no ratio; a notice tells of it.
    logs: rounds.map(([own, other]) => Math.log(own / other)).filter(Number.isFinite),
  }));
  return ofSessions(
    sessions.flatMap(({ place, logs }) => {
      const value = hodgesLehmann(logs);
      return value === undefined ? [] : [{ ...place, value }];
    }),
    sessions.reduce((count, { logs }) => count + logs.length, 0),
  );
}

/** The launch and the run of each session of a cell. */
export const placesOf = memoize(
  ({ units }: Pick<Cell, 'units'>): ReadonlyMap<number, SessionPlace> =>
    new Map(units.map(({ session, launch, run }) => [session, { launch, run }])),
);

/** Times of an operation, in ms: by session, then by round, with a gap for a round that does not count. */
const timesOf = memoize(
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

/** Level that an interval of sessions for an error of {@link INTERVAL_ALPHA} is published with. */
const SESSIONS_LEVEL = 0.95;

/**
 * Ratio of two arms with the interval of a run that was to end here. A run waits for verdicts, whose own intervals
 * are far wider, so that stopping hardly bends it: the calibration shows its level in runs that stop. An interval
 * for all interim analyses at once would cover more than 98 %.
 *
 * @returns undefined when no round has both arms
 */
export function ratioOf(logRatios: LogRatios): Ratio | undefined {
  const { centre, rounds, values, launches, runs } = logRatios;
  if (centre === undefined) return undefined;
  const interval = ratioInterval(logRatios, INTERVAL_ALPHA, 1);
  const next = logRatios.next(INTERVAL_ALPHA);
  return {
    estimate: Math.exp(centre),
    interval: interval && { ...interval, level: SESSIONS_LEVEL },
    rounds,
    sessions: values.length,
    launches,
    runs,
    next: next && { low: Math.exp(next.low), high: Math.exp(next.high), level: SESSIONS_LEVEL },
  };
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
