/** Notes on a system from outside the bench: its newest versions, its original, words of its authors. */
import { z } from 'astro/zod';

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601, a date or a date with a time, no later than now. YAML reads a bare one as a Date. */
export const pastMoment = z.preprocess(
  (value) =>
    value instanceof Date && !Number.isNaN(value.valueOf())
      ? value.toISOString().replace(/T00:00:00\.000Z$/, '')
      : value,
  z.string().superRefine((value, context) => {
    const moment = iso.test(value) ? Date.parse(value) : Number.NaN;
    const now = new Date();
    if (Number.isNaN(moment)) {
      context.addIssue(
        `got "${value}", expected an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z`,
      );
    } else if (moment > now.valueOf()) {
      context.addIssue(
        `got "${value}", expected a time in the past, now being ${now.toISOString()}`,
      );
    }
  }),
);

export const text = z.string().min(1);

export const systemSchema = z.strictObject({
  /** The rest of a sentence that begins with “Good for” or “Avoid if”. */
  goodFor: text.optional(),
  avoidIf: text.optional(),
  /** A fact to know before choosing it, in at most twenty words. */
  know: text
    .refine((words) => words.split(/\s+/).length <= 20, { error: 'expected at most 20 words' })
    .optional(),
  /** Ways in which an object hibernates that its usual configuration keeps awake: sentences, some with an address. */
  hibernating: z.array(z.strictObject({ text, href: z.url().optional() })).optional(),
  /** Code of this site that stands between the library and the bench, in sentences. */
  glue: text.optional(),
  newest: z
    .strictObject({
      /** When the registry was asked. */
      checked: pastMoment,
      /** The newest version there, by package. */
      versions: z.record(z.string(), text),
      /** Days of releases, by package and version: `capnweb@0.12.0`. A version that is not here has no known day. */
      released: z.record(z.string(), pastMoment).optional(),
      /** True if the registry that was asked lacks the package, so that others name its newest version. */
      unlisted: z.literal(true).optional(),
      /** A remark on such a version, by package, in a sentence. */
      remarks: z.record(z.string(), text).optional(),
      /** Version of the protocol that is spoken, if another’s library speaks it. */
      protocol: text.optional(),
    })
    .optional(),
  /** The npm package whose protocol is spoken here by other code, beside that code. */
  original: z
    .strictObject({
      /** Where and how the two were measured, in sentences. */
      how: text,
      /** Times of one arm ÷ those of another, in the records that hold both. Those behind the first are folded. */
      ratios: z.array(
        z.strictObject({ caption: text, of: text, to: text, records: z.array(text) }),
      ),
      /** Findings other than times. Those behind the first are folded. */
      tables: z.array(
        z.strictObject({
          caption: text,
          note: text,
          columns: z.array(text),
          rows: z.array(z.array(text)),
        }),
      ),
    })
    .optional(),
  /** Advice of its authors’ documentation on its use, with the address at its commit. */
  advice: z.strictObject({ date: pastMoment, text, source: z.url() }).optional(),
  /** Answers of its authors to this site, in their words. */
  answers: z.array(z.strictObject({ date: pastMoment, from: text, text })).default([]),
});

export type SystemNotes = z.infer<typeof systemSchema>;
export type Original = NonNullable<SystemNotes['original']>;

/** A correction of an entry, in its front matter. */
export const correctionSchema = z.strictObject({
  /** The day it was corrected. */
  date: pastMoment,
  /** The words of the site, quoted if they are short. */
  said: text,
  right: text,
  /** How it was found, and the proof. */
  why: text,
  /** Address of the proof. */
  source: z.url().optional(),
  /** Commit of this repository that corrected it, if it was known then. */
  commit: z.string().min(7).optional(),
});

/** A correction of pages that are no entries, in `content/corrections.yaml`. */
export const pageCorrectionSchema = correctionSchema.extend({
  /** The pages that said it. */
  pages: z
    .array(
      z.strictObject({
        href: z.string().regex(/^\/(.+\/)?$/, { error: 'expected an address such as /method/' }),
        title: text,
      }),
    )
    .min(1),
});
