/** What is known of a system from outside the bench: its newest versions, its original, what its authors say. */
import { z } from 'astro/zod';
import { pastMoment } from './checks.ts';

const text = z.string().min(1);

const half = z.enum(['published', 'ours']);

const interopSchema = z.strictObject({
  date: pastMoment,
  /** What was run, in sentences. */
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
});

const speedSchema = z.strictObject({
  /** Where and how the two were measured, in sentences. */
  how: text,
  /** Arms that took turns in each record: `outside:lumenize-rpc/hibernating`, `lumenize/hibernating`. */
  original: text,
  ours: text,
  /** Records that hold both, in the order in which they are shown. */
  records: z.array(text).min(1),
});

export const systemSchema = z.strictObject({
  newest: z
    .strictObject({
      /** When the registry was asked. */
      checked: pastMoment,
      /** The newest version there, by package. */
      versions: z.record(z.string(), text),
      /** What must be known of such a version, by package, in a sentence. */
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
      interop: interopSchema,
      speed: speedSchema,
    })
    .optional(),
  /** What its authors say to what is shown of it, in their words. */
  answers: z.array(z.strictObject({ date: pastMoment, from: text, text })).default([]),
});

export type SystemNotes = z.infer<typeof systemSchema>;
export type Original = NonNullable<SystemNotes['original']>;
