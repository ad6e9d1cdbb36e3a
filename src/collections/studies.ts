/** What a study's file says. Its arms and workloads stand in `src/studies/<study>/`. */
import { z } from 'astro/zod';
import { reference } from 'astro:content';

export const studySchema = z.strictObject({
  /** Name of the study, the heading of its page. */
  title: z.string().min(1),
  /** What it asks, in two sentences at most. */
  question: z.string().min(1),
  /** Ids of the systems it compares, in the order in which the page names them. */
  systems: z.array(z.string().min(1)).min(1),
  /** The quoted record that a reader's own run is set beside; none where nothing can be run. */
  published: reference('records').optional(),
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
  /** What nobody has answered yet, or where the answer stands. */
  openQuestions: z
    .array(
      z.strictObject({
        /** The question, as one. */
        question: z.string().min(1),
        /** What is known of it so far. */
        note: z.string().min(1).optional(),
        /** Address of the page that answers it, inside this site. */
        answer: z.string().startsWith('/').optional(),
      }),
    )
    .default([]),
  /** Place in the list of studies, from 1. */
  order: z.int().min(1),
});
