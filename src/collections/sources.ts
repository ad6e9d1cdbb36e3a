/** The outside documents that the journals are drawn from, and every number that stands in them. */
import { z } from 'astro/zod';
import { units } from '../harness/quoted-record.ts';

export const sourceSchema = z.strictObject({
  /** Title of the document. */
  title: z.string().min(1),
  /** GitHub repository that publishes it: `owner/name`. */
  repository: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  /** Its path there. */
  path: z.string().min(1),
  /** Address of the document. */
  url: z.url(),
  /**
   * Every number with a unit in it, taken out once and in order. A test finds each in a record, a
   * claim or a configuration of the entries drawn from the document.
   */
  numbers: z.array(
    z.strictObject({
      /** Line of the document, from 1. */
      line: z.int().min(1),
      /** As printed, with its unit unless that stands in a table’s head: `0.267ms`. */
      text: z.string().min(1),
      value: z.number(),
      unit: z.enum(units),
      /** Why it stands in no record, claim or configuration; only where it does not. */
      reason: z.string().min(1).optional(),
    }),
  ),
});
