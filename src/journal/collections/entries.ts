/** Front matter of entries and studies. A study's arms and workloads stand in `src/libraries/studies/<study>/`. */
import { z } from 'astro/zod';
import { reference } from 'astro:content';
import { configurationItemSchema } from '../entry-file.ts';
import { quotedSettings } from '../../core/record/index.ts';
import { allSystems } from '../../libraries/systems/index.ts';
import { correctionSchema, pastMoment, text } from '../../results/system-notes.ts';

/** Ids of workloads or arms; `*` stands for anything. */
const ids = z.array(text).min(1);

/** A drawing of values over values; src/results/charts.ts makes it of the entry’s results. */
const chartSchema = z.strictObject({
  caption: text,
  /** Clients and calls are the numbers at the end of workloads’ ids. */
  over: z.enum(['clients', 'calls', 'time']),
  /** `samples` goes with `time`: how many take at most so long. */
  shows: z.enum(['time', 'rate', 'samples']),
  workloads: ids,
});

/** The two arms that a question compares, and their names in a sentence. */
const pair = z.strictObject({ of: text, to: text, names: z.tuple([text, text]) });

const entryFields = z.strictObject({
  /** The study it belongs to, which is also its folder. */
  study: reference('studies'),
  /** Place in the study's journal, from 1: the order in which the entries were plainly written. */
  place: z.int().min(1),
  /** When it was measured: ISO 8601 with the precision the source has. Absent where it gives none. */
  timestamp: pastMoment.optional(),
  /** When the source’s repository has it, as its commits say. Absent where nobody looked. */
  repositoryDate: z
    .strictObject({
      day: pastMoment,
      /** Which commits say so, in a sentence or two, and the address where it can be seen. */
      from: text,
      url: z.url(),
      contradicts: z.boolean().default(false),
    })
    .optional(),
  /** Commit that was measured. Absent where nobody said which. */
  commit: text.optional(),
  state: z.enum(['finished', 'in-progress']).default('finished'),
  /** It names the libraries, for readers who come from elsewhere. */
  title: text.max(70),
  /** The measurement in a sentence or two, without figures. */
  description: text.max(160),
  /** The text that answers its question by today’s measurements; every quoted or superseded entry has one. */
  today: reference('today').optional(),
  /** The changes since the entry before it, one sentence or more each. */
  changed: z.array(text).min(1),
  /** Earlier entry of its study whose times stand beside its own. */
  compareWith: reference('entries').optional(),
  /** True of an entry that was measured in another way than the one before, so that times cannot be compared. */
  methodChanged: z.boolean().default(false),
  /** Settings: the one place for figures that are not results. */
  configuration: z.array(configurationItemSchema).default([]),
  /** Settings that its records come from. */
  settings: z.array(z.enum(quotedSettings)).min(1),
  /** From where to where it was measured, in words: `Node.js and the server on one machine`. */
  vantage: text,
  /** Versions of what was measured, by name. `not stated` where the source does not say. */
  systems: z.record(z.string(), text),
  /** Its results, in the order in which the page shows them. */
  records: z.array(reference('records')).min(1),
  /** Documents it is drawn from; none for an entry measured here. */
  sources: z
    .array(
      z.strictObject({
        document: reference('sources'),
        /** Heading in it under which the facts stand. */
        part: text,
        /** Id of the neighbour of the document that has the part; absent if the document has it. */
        neighbour: text.optional(),
      }),
    )
    .default([]),
  /** Operations that a reader can run beside what is printed and measured; of the study’s two arms unless others are named. */
  run: z.strictObject({ workloads: z.array(text).min(1), pair: pair.optional() }).optional(),
  /** Of an entry without `run`: why it has no operation to run, and the nearest that a command measures. */
  notRun: z.strictObject({ why: text, command: text.optional() }).optional(),
  /** Drawings that its page shows in addition to the results. */
  charts: z.array(chartSchema).default([]),
  /** Conclusions and decisions, without figures. */
  conclusions: z.array(text).default([]),
  next: z
    .array(
      z.strictObject({
        /** The step, without figures. */
        step: text,
        done: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Later entry of its study that answers its question better, and why, in a sentence. */
  superseded: z.strictObject({ by: reference('entries'), why: text }).optional(),
  /** Corrections of this entry, the oldest first. None is ever taken away. */
  corrections: z.array(correctionSchema).default([]),
});

export const entrySchema = entryFields.refine(
  ({ run, notRun }) => (run === undefined) !== (notRun === undefined),
  { error: 'got both or neither, expected run or notRun', path: ['run'] },
);

/** A thing, in a few words without a full stop, and why not, in a sentence or two. */
const limitSchema = z.strictObject({ what: text, why: text });

export const studySchema = z.strictObject({
  /** Its question in short, the heading of its page. */
  title: text,
  /** Its question in two sentences at most. */
  question: text,
  pair,
  /** Needs of the command for the pair beyond a checkout, where no page can run the pair. */
  command: z
    .strictObject({
      /** Flags that it takes in addition. */
      flags: text.optional(),
      /** Things that must be in place, in a sentence or two, and the page that says how. */
      needs: text,
      href: text,
    })
    .optional(),
  /** Its card: the ratio of the two in one record, between two parts of a sentence. */
  card: z.strictObject({ workload: text, record: text, before: text, after: text }),
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
        record: text,
        workloads: z.array(text).min(1),
        /** Records that add arms which that one lacks, each compared with the plain way of its own run. */
        also: z.array(text).default([]),
        /** Arms that the study's own table shows; all of them unless given. */
        arms: z.array(text).optional(),
      }),
    )
    .default([]),
  /** Remarks on the source's own text, one sentence or two each. */
  sourceNotes: z.array(text).default([]),
  /** Limits of today’s measurements. */
  limits: z.array(limitSchema).min(2).max(5),
  /** Limits of the source that raised the question. */
  sourceLimits: z.array(limitSchema).default([]),
  /** Questions that nobody has answered yet, or the place of the answer. */
  openQuestions: z
    .array(
      z.strictObject({
        question: text,
        note: text.optional(),
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
