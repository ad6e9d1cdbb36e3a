/** How often are the statistics right, on simulated launches and on repeated ones? The form of what is published. */
import { z } from 'zod';
import { powerSchema, scenarioSchema } from './simulate.ts';

/** The file of `npm run bench -- calibrate`. */
export const calibrationSchema = z.strictObject({
  /** Seed of every scenario, so that luck differs less between them. */
  seed: z.int().min(0),
  /** Simulated tables of each scenario. */
  tables: z.int().min(1),
  scenarios: z.array(scenarioSchema).min(1),
  power: z.array(powerSchema).min(1),
});
export type Calibration = z.infer<typeof calibrationSchema>;

const count = z.int().min(0);

const counts = {
  /** Ratios of single launches that were taken at another time. */
  ratios: z.int().min(1),
  /** Of those, the ones inside of the published interval for the next launch. */
  inside: count,
};

/** The file of a replication, by plan and in all. */
export const replicationSchema = z.strictObject({
  plans: z
    .array(
      z.strictObject({
        plan: z.string().min(1),
        study: z.string().min(1),
        ...counts,
        /** Days of its launches. */
        dates: z.array(z.string().min(1)).min(1),
        /** True if the published result is of the same machine. */
        sameMachine: z.boolean(),
        /** True if it is of the same measured code and packages. */
        sameCode: z.boolean(),
        /**
         * Published classes that say slower or faster, those that the new launches say too, and those of which they say
         * the opposite.
         */
        classes: z.strictObject({ told: count, held: count, reversed: count }),
        /**
         * Launches of the published code on the machine of the new ones: ratios of single launches, and those where the
         * new launches expect the next one.
         */
        publishedCode: z.strictObject(counts).optional(),
      }),
    )
    .min(1),
  ...counts,
});
export type Replication = z.infer<typeof replicationSchema>;
