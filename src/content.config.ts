import { docsSchema } from '@astrojs/starlight/schema';
import { file, glob } from 'astro/loaders';
import { defineCollection } from 'astro:content';
import { namingValues, pageCorrectionSchema, systemSchema } from './collections/systems.ts';
import { entrySchema, studySchema } from './collections/entries.ts';
import { calibrationSchema, recordHeadSchema, sourceSchema } from './collections/records.ts';

/** Hand-written pages. Starlight's own loader looks under `src`, so this is a plain glob. */
const docs = defineCollection({
  loader: glob({ base: './content/docs', pattern: '**/[^_]*.{md,mdx}' }),
  schema: docsSchema(),
});

/** Records by the heads of their results. The id is the path: `<study>/<date>-<slug>`. */
const records = defineCollection({
  loader: glob({ base: './content/results', pattern: '*/*.json', retainBody: false }),
  schema: namingValues(recordHeadSchema),
});

/** One question with its page. */
const studies = defineCollection({
  loader: glob({ base: './content/studies', pattern: '*.mdx' }),
  schema: namingValues(studySchema),
});

/**
 * The journal: one file for each entry. What it claims changes only with a correction. The id is
 * `<study>/<date>-<slug>`.
 */
const entries = defineCollection({
  loader: glob({ base: './content/entries', pattern: '*/*.mdx' }),
  schema: namingValues(entrySchema),
});

/** Outside documents that entries are drawn from. */
const sources = defineCollection({
  loader: glob({ base: './content/sources', pattern: '*.json' }),
  schema: namingValues(sourceSchema),
});

/** How often the statistics are right. */
const calibration = defineCollection({
  loader: glob({ base: './content/calibration', pattern: '*.json' }),
  schema: namingValues(calibrationSchema),
});

/** What is known of a system from outside the bench. The id is the system's. */
const systems = defineCollection({
  loader: glob({ base: './content/systems', pattern: '*.json' }),
  schema: namingValues(systemSchema),
});

/** Corrections of pages that are no entries; an entry holds its own. The id is the key in the file. */
const corrections = defineCollection({
  loader: file('content/corrections.yaml'),
  schema: namingValues(pageCorrectionSchema),
});

export const collections = {
  docs,
  records,
  studies,
  entries,
  sources,
  calibration,
  systems,
  corrections,
};
