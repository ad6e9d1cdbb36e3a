import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { defineCollection, reference } from 'astro:content';
import { namingValues } from './components/naming-values.ts';
import { recordSchema } from './harness/record.ts';

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

export const collections = { docs, records, studies };
