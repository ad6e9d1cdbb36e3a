/** What `npm run bench -- calibrate --json` printed, with the seed and the number of runs. */
import { z } from 'astro/zod';
import { stoppingRules } from '../harness/record.ts';

const share = z.number().min(0).max(1);

export const calibrationSchema = z.strictObject({
  /** Seed of all simulated runs. */
  seed: z.int().min(0),
  /** Simulated runs for each scenario. */
  runs: z.int().min(1),
  /** One for each kind of noise, true ratio and way of ending a run. */
  scenarios: z
    .array(
      z.strictObject({
        /** Name of the kind of noise. */
        name: z.string().min(1),
        /** True ratio of the subject's time to the reference's. */
        ratio: z.number().positive(),
        /** Rounds, or the most of a run until decided. */
        rounds: z.int().min(1),
        /** How the runs end. */
        rule: z.enum(stoppingRules),
        /** Simulated runs. */
        runs: z.int().min(1),
        /** Intervals that the coverage is about. */
        intervals: z.int().min(1),
        /** Part of the 95 % intervals that hold the true ratio. */
        coverage: share,
        /** Part of the runs in which the twin is called faster or slower in any workload. */
        calledDifferent: share,
        /** Part of the verdicts that call the subject slower. */
        calledSlower: share,
        /** Part of the verdicts that call the subject equal. */
        calledEqual: share,
        /** Part of the verdicts that are right: slower, or equal for a ratio of 1. */
        power: share,
        /** Mean number of rounds run. */
        meanRounds: z.number().positive(),
      }),
    )
    .min(1),
});
