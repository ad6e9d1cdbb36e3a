/** Counts over many simulated runs, and the rates that the calibration publishes. */
import { z } from 'zod';
import { seeded, UNTIL_DECIDED } from '../plan/index.ts';
import { type StoppingRule, stoppingRules } from '../record/index.ts';
import type { Comparison, Comparisons } from '../statistics/index.ts';
import { RATIOS, simulate, type TrueRatio } from './simulate.ts';
import { weathers } from './world.ts';

export const FIXED_ROUNDS = [5, 15, 40] as const;
/** Most rounds of a run until decided. */
export const MAX_ROUNDS = UNTIL_DECIDED.rounds;

/** Counts for one ratio and one way of ending a run. They add up over parts of the runs. */
export interface Tally {
  /** True ratio of the subject's time to the reference's; for 1 the subject is the twin. */
  ratio: TrueRatio;
  /** Rounds, or the most of a run until decided. */
  rounds: number;
  rule: StoppingRule;
  runs: number;
  /** Intervals of the subject's ratio: one for each run and workload. */
  intervals: number;
  /** Of those, the ones that hold the true ratio. */
  covering: number;
  /** Runs in which the twin is called faster or slower in any workload. */
  twinCalledDifferent: number;
  /** Verdicts on the subject, by name. */
  verdicts: Record<Comparison['verdict'], number>;
  /** Rounds run, over all runs. */
  roundsRun: number;
}

const share = z.number().min(0).max(1);

/** What is published of a weather, a true ratio and a way of ending a run. */
export const scenarioSchema = z.strictObject({
  /** Name of the weather, the kind of noise. */
  name: z.string().min(1),
  /** True ratio of the subject's time to the reference's; for 1 the subject is the twin. */
  ratio: z.number().positive(),
  /** Rounds, or the most of a run until decided. */
  rounds: z.int().min(1),
  /** How the runs end. */
  rule: z.enum(stoppingRules),
  /** Simulated runs. */
  runs: z.int().min(1),
  /** Intervals that the coverage is about: two workloads a run. */
  intervals: z.int().min(1),
  /** Part of the 95 % intervals of the subject's ratio, as given at the end of the run, that hold `ratio`. */
  coverage: share,
  /** Part of the runs in which the twin is called faster or slower in any workload. */
  calledDifferent: share,
  /** Part of the verdicts on the subject that call it slower. For a ratio of 1 they are wrong. */
  calledSlower: share,
  /** Part of the verdicts on the subject that call it equal. For a ratio of 1.05 and more they are wrong. */
  calledEqual: share,
  /** Part of the verdicts on the subject that are right: slower, or equal for a ratio of 1. */
  power: share,
  /** Mean number of rounds run. */
  meanRounds: z.number().positive(),
});

export type Scenario = z.infer<typeof scenarioSchema>;

/**
 * Simulates the runs from `first` up to `end` under one weather.
 *
 * @param seed 32-bit seed of all runs; each weather meets the same seeds, so that what differs
 *   between two of them is less a matter of luck
 * @returns for each ratio one tally for each number of fixed rounds, then that of runs until decided
 * @throws RangeError naming the weather that is not known
 */
export async function tallyRuns(
  weatherName: string,
  { seed, first, end }: { seed: number; first: number; end: number },
): Promise<Tally[]> {
  const weather = weathers.find(({ name }) => name === weatherName);
  if (weather === undefined) {
    const known = weathers.map(({ name }) => name).join(', ');
    throw new RangeError(`weather: got "${weatherName}", expected one of ${known}`);
  }
  const tallies = RATIOS.map((ratio) => [
    ...FIXED_ROUNDS.map((rounds) => emptyTally(ratio, rounds, 'fixed')),
    emptyTally(ratio, MAX_ROUNDS, 'until-decided'),
  ]);
  const random = seeded(seed);
  const drawSeed = () => Math.floor(random() * 2 ** 32);
  for (let index = 0; index < end; index++) {
    const seeds = { planSeed: drawSeed(), worldSeed: drawSeed() };
    if (index < first) continue;
    const run = { weather, maxRounds: MAX_ROUNDS, fixedRounds: FIXED_ROUNDS, ...seeds };
    (await simulate(run)).forEach(({ fixed, untilDecided }, at) =>
      [...fixed, untilDecided].forEach((comparisons, way) => {
        const tally = tallies[at]?.[way];
        if (tally !== undefined) count(tally, comparisons);
      }),
    );
  }
  return tallies.flat();
}

/** Adds the counts of further runs of the same kind. */
export function addTally(sum: Tally, more: Tally): Tally {
  const { faster, slower, equal, undecided } = sum.verdicts;
  return {
    ...sum,
    runs: sum.runs + more.runs,
    intervals: sum.intervals + more.intervals,
    covering: sum.covering + more.covering,
    twinCalledDifferent: sum.twinCalledDifferent + more.twinCalledDifferent,
    verdicts: {
      faster: faster + more.verdicts.faster,
      slower: slower + more.verdicts.slower,
      equal: equal + more.verdicts.equal,
      undecided: undecided + more.verdicts.undecided,
    },
    roundsRun: sum.roundsRun + more.roundsRun,
  };
}

/** Turns counts into rates. */
export function scenarioOf(weatherName: string, tally: Tally): Scenario {
  const { ratio, rounds, rule, runs, intervals, verdicts } = tally;
  const judged = verdicts.faster + verdicts.slower + verdicts.equal + verdicts.undecided;
  return {
    name: weatherName,
    ratio,
    rounds,
    rule,
    runs,
    intervals,
    coverage: tally.covering / intervals,
    calledDifferent: tally.twinCalledDifferent / runs,
    calledSlower: verdicts.slower / judged,
    calledEqual: verdicts.equal / judged,
    power: (ratio === 1 ? verdicts.equal : verdicts.slower) / judged,
    meanRounds: tally.roundsRun / runs,
  };
}

function emptyTally(ratio: TrueRatio, rounds: number, rule: StoppingRule): Tally {
  const verdicts = { faster: 0, slower: 0, equal: 0, undecided: 0 };
  const counts = { runs: 0, intervals: 0, covering: 0, twinCalledDifferent: 0, roundsRun: 0 };
  return { ratio, rounds, rule, verdicts, ...counts };
}

function count(tally: Tally, { subjects, twins, rounds }: Comparisons): void {
  const { ratio } = tally;
  tally.runs += 1;
  tally.roundsRun += rounds;
  for (const { ratio: found, verdict } of subjects) {
    tally.verdicts[verdict] += 1;
    if (found?.interval === undefined) continue;
    tally.intervals += 1;
    if (found.interval.low <= ratio && ratio <= found.interval.high) tally.covering += 1;
  }
  if (twins.some(({ verdict }) => verdict === 'faster' || verdict === 'slower')) {
    tally.twinCalledDifferent += 1;
  }
}
