/** Notes on a system from outside the bench: its newest versions, its original, words of its authors. */
import { z } from 'astro/zod';
import { show, valueAt } from '../harness/record/index.ts';

/** A schema whose issues read `got …, expected …`; Astro adds the file and the field. */
export function namingValues<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((input, context): z.output<Schema> => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      const expected = message.replace(/^Invalid input: expected/, 'expected');
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: `got ${show(valueAt(input, path))}, ${expected}`,
      });
    }
    return z.NEVER;
  });
}

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
      context.addIssue('expected an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z');
    } else if (moment > now.valueOf()) {
      context.addIssue(`expected a time in the past, now being ${now.toISOString()}`);
    }
  }),
);

export const text = z.string().min(1);

const half = z.enum(['published', 'ours']);

export const systemSchema = z.strictObject({
  /** The rest of a sentence that begins with “Good for” or “Avoid if”. */
  goodFor: text.optional(),
  avoidIf: text.optional(),
  /** Code of this site that stands between the library and the bench, in sentences. */
  glue: text.optional(),
  newest: z
    .strictObject({
      /** When the registry was asked. */
      checked: pastMoment,
      /** The newest version there, by package. */
      versions: z.record(z.string(), text),
      /** A remark on such a version, by package, in a sentence. */
      remarks: z.record(z.string(), text).optional(),
      /** Version of the protocol that is spoken, where the library that speaks it is another’s. */
      protocol: text.optional(),
    })
    .optional(),
  /** The library whose protocol is spoken here by other code. */
  original: z
    .strictObject({
      /** `@lumenize/rpc 0.26` */
      name: text,
      interop: z.strictObject({
        date: pastMoment,
        /** The way of testing, in sentences. */
        how: text,
        /** Distinct cases that each pair was put through. */
        cases: z.int().min(1),
        pairs: z
          .array(
            z.strictObject({
              client: half,
              server: half,
              failed: z.array(z.strictObject({ cases: z.int().min(1), what: text })),
            }),
          )
          .min(1),
      }),
      speed: z.strictObject({
        /** Where and how the two were measured, in sentences. */
        how: text,
        /** Arms that took turns in each record: `outside:lumenize-rpc/hibernating`, `lumenize/hibernating`. */
        original: text,
        ours: text,
        /** Records that hold both, in the order in which they are shown. */
        records: z.array(text).min(1),
        /** Arms that have one half of the library with the other half of ours, and the records that hold both. */
        crossed: z.strictObject({ client: text, server: text, records: z.array(text).min(1) }),
      }),
      /** Differences between its code and the code here, as both are written. */
      differs: z
        .array(
          z.strictObject({
            half: z.enum(['client', 'server', 'both']),
            ...{ what: text, theirs: text, ours: text },
          }),
        )
        .default([]),
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
  /** The words of the site, quoted where that is short. */
  said: text,
  right: text,
  /** How it was found, and what shows it. */
  why: text,
  /** Address of what shows it. */
  source: z.url().optional(),
  /** Commit of this repository that corrected it, where it was known when this was written. */
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
