import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { defineCollection, reference } from 'astro:content';
import { namingValues } from './components/naming-values.ts';
import { pastMoment } from './components/past-moment.ts';
import { recordSchema, settings, stoppingRules } from './harness/record.ts';

/** Hand-written pages. Starlight's own loader looks under `src`, so this is a plain glob. */
const docs = defineCollection({
  loader: glob({ base: './content/docs', pattern: '**/[^_]*.{md,mdx}' }),
  schema: docsSchema(),
});

/** Results, one JSON file each, append-only. The id is the path: `<study>/<date>-<slug>`. */
const records = defineCollection({
  loader: glob({ base: './content/records', pattern: '*/*.json' }),
  schema: namingValues(recordSchema),
});

/** One question with its page. The arms and workloads stand in `src/studies/<study>/study.ts`. */
const studies = defineCollection({
  loader: glob({ base: './content/studies', pattern: '*.mdx' }),
  schema: z.strictObject({
    /** Name of the study, the heading of its page. */
    title: z.string().min(1),
    /** What it asks, in two sentences at most. */
    question: z.string().min(1),
    /** Ids of the systems it compares, in the order in which the page names them. */
    systems: z.array(z.string().min(1)).min(2),
    /** The record whose figures head the page. */
    published: reference('records'),
    /** What is odd about the source's own text, one sentence or two each. */
    sourceNotes: z.array(z.string().min(1)).default([]),
    /** What the published figures cannot show. */
    cannotShow: z
      .array(
        z.strictObject({
          /** The thing, in a few words without a full stop. */
          what: z.string().min(1),
          /** Why not, in a sentence or two. */
          why: z.string().min(1),
        }),
      )
      .min(1),
    /** Place in the list of studies, from 1. */
    order: z.int().min(1),
  }),
});

/** The journal: one file for each entry, never rewritten. The id is `<study>/<date>-<slug>`. */
const entries = defineCollection({
  loader: glob({ base: './content/entries', pattern: '*/*.mdx' }),
  schema: namingValues(
    z.strictObject({
      /** The study it belongs to, which is also its folder. */
      study: reference('studies'),
      /** When it was measured: ISO 8601, a date or a date with a time. */
      timestamp: pastMoment,
      /** Commit that was measured. */
      commit: z.string().min(1).optional(),
      /** Heading of its page. */
      title: z.string().min(1),
      /** What was measured, in a sentence or two, without figures. */
      description: z.string().min(1),
      /** What changed since the entry before it. */
      changed: z.string().min(1),
      /** Settings that its records come from. */
      settings: z.array(z.enum(settings)).min(1),
      /** Versions of the libraries measured, by name. */
      systems: z.record(z.string(), z.string().min(1)),
      /** Its results, in the order in which the page shows them. */
      records: z.array(reference('records')).min(1),
      /** Earlier entry whose question this one answers better. */
      supersedes: reference('entries').optional(),
      /** Earlier entry that turned out wrong. */
      retracts: reference('entries').optional(),
    }),
  ),
});

const share = z.number().min(0).max(1);

/** What `npm run calibrate -- --json` printed, with the seed and the number of runs. */
const calibration = defineCollection({
  loader: glob({ base: './content/calibration', pattern: '*.json' }),
  schema: namingValues(
    z.strictObject({
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
    }),
  ),
});

export const collections = { docs, records, studies, entries, calibration };
