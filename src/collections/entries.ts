/** What an entry of the journal and a study say before their text. A study's arms and workloads stand in `src/studies/<study>/`. */
import { z } from 'astro/zod';
import { reference } from 'astro:content';
import { claimSchema, configurationItemSchema } from '../claims/claim.ts';
import { quotedSettings, units } from '../harness/record/index.ts';
import { allSystems } from '../systems/index.ts';
import { correctionSchema, pastMoment } from './systems.ts';

/** Figures that an entry's page can draw; src/tables/views/ makes them. */
const viewNames = [
  'results',
  'ratios',
  'spread',
  'stages',
  'batches',
  'versus',
  'scaling',
  'kinds',
  'suspects',
  'calls',
  'network',
  'memory',
  'optimisations',
  'pairs',
  'sizes',
  'costs',
] as const;

/** Those of one part of a record, and what stands for it behind their colon. */
const viewsOfParts = {
  throughput: '<workload>',
  scaling: '<kind of call>',
  humps: '<workload>',
} as const;
type ViewOfPart = keyof typeof viewsOfParts;
const ofParts = Object.entries(viewsOfParts).map(([name, part]) => `${name}:${part}`);

/** One of them, or one of a part: `throughput:echo`. */
const viewName = z.union(
  [
    z.enum(viewNames),
    z.templateLiteral([z.enum(Object.keys(viewsOfParts) as ViewOfPart[]), ':', z.string().min(1)]),
  ],
  {
    error: ({ input }) =>
      `got ${JSON.stringify(input)}, expected one of ${[...viewNames, ...ofParts].join(', ')}`,
  },
);
export type ViewName = z.infer<typeof viewName>;

export const entrySchema = z.strictObject({
  /** The study it belongs to, which is also its folder. */
  study: reference('studies'),
  /** Place in the study's journal, from 1: the order in which the entries were plainly written. */
  place: z.int().min(1),
  /**
   * When it was measured: ISO 8601 with the precision the source has. Absent where the source gives
   * none.
   */
  timestamp: pastMoment.optional(),
  /** When the source’s repository has it, as its commits say. Absent where nobody looked. */
  repositoryDate: z
    .strictObject({
      /** The day that the commits say. */
      day: pastMoment,
      /** Which commits say so, in a sentence or two. */
      from: z.string().min(1),
      /** Address where it can be seen. */
      url: z.url(),
      /** Whether the printed date is another. */
      contradicts: z.boolean().default(false),
    })
    .optional(),
  /** Commit that was measured. Absent where nobody said which. */
  commit: z.string().min(1).optional(),
  /** Whether its work was done when it was written. */
  state: z.enum(['finished', 'in-progress']).default('finished'),
  /** Heading of its page. */
  title: z.string().min(1),
  /** What was measured, in a sentence or two, without figures. */
  description: z.string().min(1),
  /** What changed since the entry before it, one sentence or more each. */
  changed: z.array(z.string().min(1)).min(1),
  /** Earlier entry of its study whose times stand beside its own. */
  compareWith: reference('entries').optional(),
  /** Whether it was measured in another way than the entry before it, so that times cannot be compared. */
  methodChanged: z.boolean().default(false),
  /** What was set, and how: the one place for figures that are not results. */
  configuration: z.array(configurationItemSchema).default([]),
  /** Settings that its records come from. */
  settings: z.array(z.enum(quotedSettings)).min(1),
  /** From where to where it was measured, in words: `Node.js and the server on one machine`. */
  vantage: z.string().min(1),
  /** Versions of what was measured, by name. `not stated` where the source does not say. */
  systems: z.record(z.string(), z.string().min(1)),
  /** Its results, in the order in which the page shows them. */
  records: z.array(reference('records')).min(1),
  /** Documents it is drawn from; none for an entry measured here. */
  sources: z
    .array(
      z.strictObject({
        /** The document. */
        document: reference('sources'),
        /** Heading in it under which the facts stand. */
        part: z.string().min(1),
        /** Id of a neighbour of the document, where the part stands there and not in the document. */
        neighbour: z.string().min(1).optional(),
      }),
    )
    .default([]),
  /** Figures its page draws, in order, besides those every entry has. */
  views: z.array(viewName).default([]),
  /** What the source stated, to be recomputed. */
  claims: z.array(claimSchema).default([]),
  /** What was concluded or decided, without figures. */
  conclusions: z.array(z.string().min(1)).default([]),
  /** What was to be done next. */
  next: z
    .array(
      z.strictObject({
        /** The step, without figures. */
        step: z.string().min(1),
        /** Whether the source says that it is done. */
        done: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Earlier entry whose question this one answers better. */
  supersedes: reference('entries').optional(),
  /** Earlier entry that turned out wrong. */
  retracts: reference('entries').optional(),
  /** What this entry said and should not have, the oldest first. None is ever taken away. */
  corrections: z.array(correctionSchema).default([]),
});

const limitSchema = z.strictObject({
  /** The thing, in a few words without a full stop. */
  what: z.string().min(1),
  /** Why not, in a sentence or two. */
  why: z.string().min(1),
});

export const studySchema = z.strictObject({
  /** Its question in short, the heading of its page. */
  title: z.string().min(1),
  /** What it asks, in two sentences at most. */
  question: z.string().min(1),
  /** The same as one short question that favours none of the systems, for the sidebar. */
  short: z.string().max(60).endsWith('?'),
  /** What a card about it says: one number, and the words that go on behind it. */
  card: z.strictObject({
    /** Formula of the number, or of both ends of a range, like that of `<Number>`. It names its record. */
    number: z.string().min(1),
    unit: z.enum(units),
    /** One or two sentences without figures; the first goes on behind the number. */
    text: z.string().min(1),
  }),
  /** Ids of the systems it compares, in the order in which the page names them. */
  systems: z.array(z.enum(allSystems.map(({ id }) => id))).min(1),
  /**
   * Which record answers which operations, on every page that asks. A client and a distance are the record's.
   * The first operation of the first line is what the study leads with.
   */
  answering: z
    .array(
      z.strictObject({
        /** Id of a record: `<study>/<name>`. */
        record: z.string().min(1),
        workloads: z.array(z.string().min(1)).min(1),
        /** Records that add arms which that one lacks, each compared with the plain way of its own run. */
        also: z.array(z.string().min(1)).default([]),
        /** Arms that the study's own table shows; all of them unless given. */
        arms: z.array(z.string().min(1)).optional(),
      }),
    )
    .default([]),
  /** What is odd about the source's own text, one sentence or two each. */
  sourceNotes: z.array(z.string().min(1)).default([]),
  /** What today’s measurements cannot show. */
  limits: z.array(limitSchema).min(2).max(5),
  /** What the source that raised the question cannot show. */
  sourceLimits: z.array(limitSchema).default([]),
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
        /** The day on which this site found the answer in the source’s repository; the note has it. */
        answered: pastMoment.optional(),
      }),
    )
    .default([]),
  /** Place in the list of studies, from 1. */
  order: z.int().min(1),
});
