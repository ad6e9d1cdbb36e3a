/** Ways to an interval across sessions, tried on the same few simulated sessions. */
import { mean } from 'simple-statistics';
import { z } from 'zod';
import { seeded } from '../plan/index.ts';
import { byRanks, type Interval, ofSessions, studentQuantile } from '../statistics/index.ts';
import {
  RATIOS,
  type RunsPart,
  seedsOf,
  simulatedArms,
  simulatedSessions,
  simulatedTimes,
  subjectOf,
  WORKLOADS,
} from './simulate.ts';
import { weatherOf } from './weathers.ts';

/** Numbers of sessions after which an interval is made. */
const SESSIONS = [6, 10, 20] as const;
const ALPHA = 0.05;

type Way = (values: readonly number[]) => Interval | undefined;

/** Student’s t of the mean, which is what ratios have, and what else might do. */
const ways = {
  'mean, t': (values) => ofSessions(values, values.length).interval(ALPHA),
  'signed ranks': (values) => byRanks(values).interval(ALPHA),
  'trimmed mean, t': trimmedInterval,
} as const satisfies Record<string, Way>;

/**
 * Interval of the mean without the fifth of the values at either end (Yuen, Biometrika 61(1), 1974):
 * its standard error is that of the values with those ends drawn in to their neighbours.
 */
function trimmedInterval(values: readonly number[]): Interval {
  const sorted = values.toSorted((one, other) => one - other);
  const cut = Math.floor(values.length / 5);
  const kept = sorted.slice(cut, sorted.length - cut);
  const [low = 0, high = 0] = [kept[0], kept.at(-1)];
  const drawnIn = sorted.map((value) => Math.min(Math.max(value, low), high));
  const centre = mean(kept);
  const around = mean(drawnIn);
  const squares = drawnIn.reduce((sum, value) => sum + (value - around) ** 2, 0);
  const standardError = Math.sqrt(squares / (kept.length * (kept.length - 1)));
  const halfWidth = studentQuantile(kept.length - 1, ALPHA) * standardError;
  return { low: centre - halfWidth, high: centre + halfWidth, level: 1 - ALPHA };
}

/** Counts of one way after so many sessions. They add up over parts of the runs. */
export interface WayTally {
  way: string;
  sessions: number;
  intervals: number;
  /** Of those, the ones that hold the true ratio. */
  covering: number;
  /** Sum of their widths on the log scale. */
  width: number;
}

/** What is published of a weather, a way and a number of sessions. */
export const intervalSchema = z.strictObject({
  /** Name of the weather. */
  name: z.string().min(1),
  way: z.string().min(1),
  sessions: z.int().min(1),
  /** Part of the intervals that hold the true ratio. */
  coverage: z.number().min(0).max(1),
  /** Mean width on the log scale, as a multiple of that of `mean, t`. */
  width: z.number().positive(),
});
export type IntervalTried = z.infer<typeof intervalSchema>;

/**
 * Tries every way on the first sessions of runs under one weather, for subjects of every ratio.
 *
 * @throws RangeError naming the weather that is not known
 */
export function tallyIntervals(weatherName: string, part: RunsPart): WayTally[] {
  const weather = weatherOf(weatherName);
  const tallies = Object.keys(ways).flatMap((way) =>
    SESSIONS.map((sessions) => ({ way, sessions, intervals: 0, covering: 0, width: 0 })),
  );
  const [, budgetMs = 0] = simulatedTimes(weather);
  for (const { planSeed, worldSeed } of seedsOf(part)) {
    const run = simulatedSessions({
      ...{ weather, workloads: 1, arms: simulatedArms(weather), seed: planSeed },
      random: seeded(worldSeed),
      shareMs: budgetMs / WORKLOADS,
    });
    const sessions = Array.from({ length: Math.max(...SESSIONS) }, () => run.next().value);
    for (const ratio of RATIOS) {
      const values = sessions.map(({ logRatios }) => logRatios.get(subjectOf(ratio))?.[0] ?? NaN);
      for (const tally of tallies) {
        const way = ways[tally.way as keyof typeof ways];
        const interval = way(values.slice(0, tally.sessions));
        if (interval === undefined) continue;
        tally.intervals += 1;
        tally.width += interval.high - interval.low;
        const truth = Math.log(ratio);
        if (interval.low <= truth && truth <= interval.high) tally.covering += 1;
      }
    }
  }
  return tallies;
}

/** Adds the counts of further runs of the same kind. */
export function addWayTally(sum: WayTally, more: WayTally): WayTally {
  return {
    ...sum,
    intervals: sum.intervals + more.intervals,
    covering: sum.covering + more.covering,
    width: sum.width + more.width,
  };
}

/** Turns counts into rates. */
export function intervalsTried(name: string, tallies: readonly WayTally[]): IntervalTried[] {
  const meanWidth = ({ width, intervals }: WayTally) => width / intervals;
  return tallies.map((tally) => {
    const usual = tallies.find(({ sessions }) => sessions === tally.sessions) ?? tally;
    return {
      name,
      way: tally.way,
      sessions: tally.sessions,
      coverage: tally.covering / tally.intervals,
      width: meanWidth(tally) / meanWidth(usual),
    };
  });
}
