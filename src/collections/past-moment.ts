/** The date of an entry: something that was measured cannot lie ahead. */
import { z } from 'astro/zod';

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601, a date or a date with a time, no later than now. YAML reads a bare one as a Date. */
export const pastMoment = z.preprocess(
  (value) => (value instanceof Date && !Number.isNaN(value.valueOf()) ? isoOf(value) : value),
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

function isoOf(date: Date): string {
  return date.toISOString().replace(/T00:00:00\.000Z$/, '');
}
