/** Counts over many simulated runs, and the rates that the calibration publishes. */
import { z } from 'zod';
import { type Judgement, MOST_INTERIM_ANALYSES } from '../statistics/index.ts';
import {
  type Ending,
  endings,
  MARGIN,
  type Outcome,
  RATIOS,
  type RunsPart,
  seedsOf,
  simulate,
  simulatedTimes,
  type TrueRatio,
} from './simulate.ts';
import { noiseModelOf } from './noise.ts';

/** Counts over runs. */
const counted = [
  'runs',
  /** Intervals of the subject’s ratio; a run with too few sessions has none. */
  'intervals',
  /** Of those, the ones that hold the true ratio. */
  'covering',
  /** Runs in which the A/A control of any workload is called faster or slower. */
  'controlCalledDifferent',
  'sessions',
  // Verdicts on the subject in each workload.
  'faster',
  'slower',
  'equal',
  'undecided',
] as const;

/** Counts for one ratio and one ending. They add up over parts of the runs. */
export interface Tally extends Record<(typeof counted)[number], number> {
  ratio: TrueRatio;
  ending: Ending;
  /** Runs that were decided at each interim analysis. */
  decidedAt: number[];
}

const share = z.number().min(0).max(1);

/** The published rates of a noise model, a true ratio and an ending. */
export const scenarioSchema = z.strictObject({
  /** Name of the noise model. */
  name: z.string().min(1),
  /** True ratio of the subject’s time to the reference’s. */
  ratio: z.number().positive(),
  ending: z.enum(endings),
  /** Longest that a run may take, in ms on the clock. */
  mostMs: z.number().positive(),
  /** Simulated runs. */
  runs: z.int().min(1),
  /** Part of the 95 % intervals of the subject’s ratio, as given at the end of the run, that hold `ratio`. */
  coverage: share,
  /** Part of the runs in which the A/A control of any workload is called faster or slower. */
  calledDifferent: share,
  /** Parts of the runs’ workloads with each verdict on the subject that is not undecided. */
  faster: share,
  slower: share,
  equal: share,
  /** Part of them with a right verdict: not further from the truth than the verdict allows. */
  right: share,
  /** Mean number of sessions. */
  meanSessions: z.number().positive(),
  /** Time until half of the runs, and nine tenths, were decided, in ms; null if they were not within `mostMs`. */
  decidedMs: z.strictObject({ p50: z.number().nullable(), p90: z.number().nullable() }).optional(),
  /** Part of the runs that were decided within a minute of that time. */
  decidedInMinute: share.optional(),
});

export type Scenario = z.infer<typeof scenarioSchema>;

/** Simulates runs; a tally for each ratio and ending. @throws RangeError naming a noise model that is not known */
export function tallyRuns(noiseName: string, part: RunsPart): Tally[] {
  const noise = noiseModelOf(noiseName);
  const runs = seedsOf(part).map((seeds) => simulate(noise, seeds));
  return RATIOS.flatMap((ratio, at) =>
    endings.map((ending, way) => {
      const tally = emptyTally(ratio, ending);
      for (const run of runs) count(tally, run[at]?.[way] as Outcome);
      return tally;
    }),
  );
}

/** Adds the counts of further runs of the same kind. */
export function addTally(sum: Tally, more: Tally): Tally {
  const added = {
    ...sum,
    decidedAt: sum.decidedAt.map((runs, at) => runs + (more.decidedAt[at] ?? 0)),
  };
  for (const what of counted) added[what] += more[what];
  return added;
}

/** Turns counts into rates. */
export function scenarioOf(noiseName: string, tally: Tally): Scenario {
  const { ratio, ending, runs, faster, slower, equal, undecided, decidedAt } = tally;
  const times = simulatedTimes(noiseModelOf(noiseName));
  const [, budgetMs = 0] = times;
  const judged = faster + slower + equal + undecided;
  const within = (at: number) =>
    decidedAt.slice(0, at + 1).reduce((sum, each) => sum + each) / runs;
  const timeOf = (part: number) => times.find((_, at) => within(at) >= part) ?? null;
  return {
    name: noiseName,
    ratio,
    ending,
    mostMs: ending === 'kept-going' ? Math.max(...times) : budgetMs,
    runs,
    coverage: tally.covering / tally.intervals,
    calledDifferent: tally.controlCalledDifferent / runs,
    faster: faster / judged,
    slower: slower / judged,
    equal: equal / judged,
    // A ratio inside the margin that is not 1 is both: equal by the margin, and slower.
    right: ((ratio < 1 + MARGIN ? equal : 0) + (ratio > 1 ? slower : 0)) / judged,
    meanSessions: tally.sessions / runs,
    decidedMs: ending === 'time' ? undefined : { p50: timeOf(0.5), p90: timeOf(0.9) },
    decidedInMinute:
      ending === 'time' ? undefined : within(times.findLastIndex((ms) => ms <= 60_000)),
  };
}

function emptyTally(ratio: TrueRatio, ending: Ending): Tally {
  const verdicts = { faster: 0, slower: 0, equal: 0, undecided: 0 };
  const counts = { runs: 0, intervals: 0, covering: 0, controlCalledDifferent: 0, sessions: 0 };
  const decidedAt = Array<number>(MOST_INTERIM_ANALYSES).fill(0);
  return { ratio, ending, ...counts, ...verdicts, decidedAt };
}

function count(tally: Tally, { subjects, controls, sessions, decidedAt }: Outcome): void {
  const { ratio } = tally;
  tally.runs += 1;
  tally.sessions += sessions;
  if (decidedAt !== undefined) tally.decidedAt[decidedAt] = (tally.decidedAt[decidedAt] ?? 0) + 1;
  const differs = ({ verdict }: Judgement) => verdict === 'faster' || verdict === 'slower';
  if (controls.some(differs)) tally.controlCalledDifferent += 1;
  for (const subject of subjects) {
    tally[subject.verdict] += 1;
    const interval = subject.ratio?.interval;
    if (interval === undefined) continue;
    tally.intervals += 1;
    if (interval.low <= ratio && ratio <= interval.high) tally.covering += 1;
  }
}
