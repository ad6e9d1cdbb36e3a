import { docsSchema } from '@astrojs/starlight/schema';
import { file, glob } from 'astro/loaders';
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { calibrationSchema, replicationSchema } from './core/calibrate/calibration.ts';
import { pageCorrectionSchema, systemSchema } from './results/system-notes.ts';
import { entrySchema, studySchema } from './journal/collections/entries.ts';
import { recordHeadSchema, sourceSchema } from './journal/collections/records.ts';

/** Files of a folder of `content`. The id of each is its path below that folder. */
function collection<Schema extends z.ZodType>(folder: string, pattern: string, schema: Schema) {
  return defineCollection({
    loader: glob({
      base: `./content/${folder}`,
      // Results of these have a form and a page of their own.
      pattern: [pattern, '!{failures,crowds}/**'],
      // Only what is a page has a text.
      retainBody: pattern.endsWith('.mdx'),
    }),
    schema,
  });
}

export const collections = {
  /** Hand-written pages. Starlight's own loader looks under `src`, so this is a plain glob. */
  docs: defineCollection({
    loader: glob({ base: './content/docs', pattern: '**/[^_]*.{md,mdx}' }),
    schema: docsSchema(),
  }),
  /** Records by the heads of their results: `<study>/<date>-<slug>`. */
  records: collection('results', '*/*.json', recordHeadSchema),
  /** One question with its page. */
  studies: collection('studies', '*.mdx', studySchema),
  /**
   * The journal: one file for each entry, `<study>/<date>-<slug>`. What it claims changes only with a
   * correction.
   */
  entries: collection('entries', '*/*.mdx', entrySchema),
  /** Today’s answer to a question that older entries ask: `<study>/<question>`. */
  today: collection('today', '*/*.mdx', z.strictObject({})),
  /** Outside documents that entries are drawn from. */
  sources: collection('sources', '*.json', sourceSchema),
  /** How often the statistics are right, on simulated launches and on repeated ones. */
  calibration: collection(
    'calibration',
    '{launches-*,replication}.json',
    z.union([calibrationSchema, replicationSchema]),
  ),
  /** What is known of a system from outside the bench. The id is the system's. */
  systems: collection('systems', '*.json', systemSchema),
  /** Corrections of pages that are no entries; an entry holds its own. The id is the key in the file. */
  corrections: defineCollection({
    loader: file('content/corrections.yaml'),
    schema: pageCorrectionSchema,
  }),
};
