/** What this site said and should not have: a correction stands with its page for good. */
import { z } from 'astro/zod';
import { pastMoment } from './checks.ts';

const correction = {
  /** The day it was corrected. */
  date: pastMoment,
  /** What the site said, quoted where that is short. */
  said: z.string().min(1),
  /** What is right. */
  right: z.string().min(1),
  /** How it was found, and what shows it. */
  why: z.string().min(1),
  /** Address of what shows it. */
  source: z.url().optional(),
  /** Commit of this repository that corrected it, where it was known when this was written. */
  commit: z.string().min(7).optional(),
};

/** A correction of an entry, in its front matter. */
export const correctionSchema = z.strictObject(correction);

/** A correction of pages that are no entries, in `content/corrections.yaml`. */
export const pageCorrectionSchema = z.strictObject({
  ...correction,
  /** The pages that said it. */
  pages: z
    .array(
      z.strictObject({
        /** Address inside the site: `/network/`. */
        href: z.string().regex(/^\/(.+\/)?$/, { error: 'expected an address such as /network/' }),
        /** What links to it read. */
        title: z.string().min(1),
      }),
    )
    .min(1),
});
