/**
 * Values of sessions with an interval across independent units: the sessions of one launch, the launches of one run,
 * or runs. A process compiles and lays out its memory once, so that its sessions resemble each other.
 */
import { mean, medianSorted, sampleStandardDeviation } from 'simple-statistics';
import {
  type Estimate,
  type Interval,
  INTERVAL_ALPHA,
  medianEstimate,
  studentQuantile,
} from './interval.ts';
import { randomEffectsOf } from './random-effects.ts';

/** The place of a session among those of its result. */
export interface SessionPlace {
  /** Launch of its run, from 0. */
  launch?: number | undefined;
  /** Run, from 0. */
  run?: number | undefined;
}

/** A value that stands for a session. */
export interface SessionValue extends SessionPlace {
  value: number;
}

/** Values of a ratio on the log scale, one for each session, with their centre and their intervals. */
export interface LogRatios {
  values: readonly number[];
  /** Rounds behind them. */
  rounds: number;
  /** Their centre; undefined if there are none. */
  centre: number | undefined;
  /** Launches, or runs, that the interval holds across; absent if it holds across sessions. */
  launches?: number;
  runs?: number;
  /** Interval of the centre for an error of `alpha`; undefined if they are too few. */
  interval: (alpha: number) => Interval | undefined;
  /** Interval that the centre of one more run falls into but for an error of `alpha`; undefined of fewer than three runs. */
  next: (alpha: number) => Interval | undefined;
}

/** Fewest sessions that give a ratio an interval. */
export const FEWEST_SESSIONS = 4;

/** Fewest launches or runs that give one: Student’s t of two of them is 12.7. */
export const FEWEST_CLUSTERS = 3;

/** The centre of some values. */
interface Centre {
  centre: number;
  /** Standard errors of the centre and of the next one; undefined of too few values. */
  standardError?: number | undefined;
  nextError?: number | undefined;
  degrees: number;
}

/**
 * Takes values together that each stand for a session. Their mean has Student’s t interval, because estimates over
 * several rounds are about normal, and because it contains the spread between sessions. Of the
 * intervals tried in simulated runs it is the narrowest that keeps its level with few sessions: signed
 * ranks and Yuen’s trimmed mean (Biometrika 61(1), 1974) are about a quarter wider with six.
 *
 * Several launches or runs are combined by random effects (random-effects.ts).
 *
 * @param all estimates of sessions on the log scale
 * @param rounds all rounds behind them
 */
export function ofSessions(all: readonly SessionValue[], rounds: number): LogRatios {
  const runs = [...Map.groupBy(all, ({ run = 0 }) => run).values()];
  const [first, ...more] = runs.map(launchesIn);
  const values = all.map(({ value }) => value);
  const launches = first?.length ?? 0;
  const found = first && (more.length === 0 ? ofRun(first) : ofRuns([first, ...more].map(ofRun)));
  const about = (error: number | undefined, alpha: number): Interval | undefined => {
    if (found === undefined || error === undefined) return undefined;
    const halfWidth = studentQuantile(found.degrees, alpha) * error;
    return { low: found.centre - halfWidth, high: found.centre + halfWidth, level: 1 - alpha };
  };
  return {
    values,
    rounds,
    centre: found?.centre,
    ...(more.length > 0 ? { runs: runs.length } : launches > 1 && { launches }),
    interval: (alpha) => about(found?.standardError, alpha),
    next: (alpha) => (more.length > 0 ? about(found?.nextError, alpha) : undefined),
  };
}

/** The values of a run by its launches. */
function launchesIn(run: readonly SessionValue[]): number[][] {
  const launches = Map.groupBy(run, ({ launch = 0 }) => launch);
  return [...launches.values()].map((own) => own.map(({ value }) => value));
}

function ofRun(launches: number[][]): Centre {
  const [only = []] = launches;
  if (launches.length > 1) return ofLaunches(launches);
  const { length } = only;
  const degrees = length - 1;
  if (length < FEWEST_SESSIONS) return { centre: mean(only), degrees };
  const standardError = sampleStandardDeviation(only) / Math.sqrt(length);
  return { centre: mean(only), standardError, degrees };
}

/** Launches are of one plan on one machine, so that the sessions of all tell how much sessions differ. */
function ofLaunches(launches: readonly number[][]): Centre {
  const squares = launches.flatMap((own) => own.map((value) => (value - mean(own)) ** 2));
  const degrees = squares.length - launches.length;
  const variance = degrees === 0 ? 0 : squares.reduce((sum, each) => sum + each, 0) / degrees;
  return across(launches.map((own) => ({ estimate: mean(own), variance: variance / own.length })));
}

/**
 * Runs are of one plan, so that all of them tell the error of each. The error of one run with five launches is so
 * uncertain that with weights by it 95 % intervals would hold in 92 %.
 */
function ofRuns(runs: readonly Centre[]): Centre {
  const errors = runs.map(({ standardError = NaN }) => standardError ** 2);
  const variance = errors.some(Number.isNaN) ? 0 : mean(errors);
  return across(runs.map(({ centre }) => ({ estimate: centre, variance })));
}

function across(estimates: Parameters<typeof randomEffectsOf>[0]): Centre {
  const { centre, degrees, ...errors } = randomEffectsOf(estimates);
  return { centre, degrees, ...(estimates.length >= FEWEST_CLUSTERS && errors) };
}

/**
 * Median of amounts that each stand for a session; of several launches or runs the geometric mean of the median
 * of each.
 *
 * @returns undefined if there is no value
 */
export function medianOfSessions(all: readonly SessionValue[]): Estimate | undefined {
  const runs = Map.groupBy(all, ({ run = 0 }) => run);
  const clusters = runs.size > 1 ? runs : Map.groupBy(all, ({ launch = 0 }) => launch);
  const whole = medianEstimate(all.map(({ value }) => value));
  // An amount of 0, on a clock too coarse for the work, has no logarithm.
  if (clusters.size < 2 || all.some(({ value }) => value <= 0)) return whole;
  const { centre, standardError, degrees } = across(
    [...clusters.values()].map((own) => {
      const sorted = own.map(({ value }) => value).toSorted((one, other) => one - other);
      return { estimate: Math.log(medianSorted(sorted)), variance: 0 };
    }),
  );
  const estimate = Math.exp(centre);
  if (standardError === undefined) return { estimate, interval: undefined };
  const times = Math.exp(studentQuantile(degrees, INTERVAL_ALPHA) * standardError);
  const interval = { low: estimate / times, high: estimate * times, level: 1 - INTERVAL_ALPHA };
  return { estimate, interval };
}
