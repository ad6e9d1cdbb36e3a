/** Checks that schemas share: errors that name the value, and dates that do not lie ahead. */
import { z } from 'astro/zod';
import { show, valueAt } from '../harness/record/index.ts';

/** The same schema, whose issues read `got …, expected …`; Astro adds the file and the field. */
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
