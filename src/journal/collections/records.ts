/** Records and outside documents as the build reads them: it has a clock, so it also refuses what lies ahead. */
import { z } from 'astro/zod';
import { units } from '../../core/record/index.ts';
import { pastMoment, text } from '../../results/system-notes.ts';

/** The checked fields of a record’s head. Astro holds all that its collections keep, several times over, through a build. */
export const recordHeadSchema = z.object({
  startedAt: pastMoment.optional(),
  date: pastMoment.optional(),
});

const commit = z.string().regex(/^[0-9a-f]{40}$/, { error: 'expected a commit’s 40 hex digits' });
/** Line of a document, from 1. */
const line = z.int().min(1);

/** Every number with a unit in a document, taken out once and in order. */
const numbersSchema = z.array(
  z.strictObject({
    line,
    /** As printed, with its unit unless that stands in a table’s head: `0.267ms`. */
    text: z.string().min(1),
    value: z.number(),
    unit: z.enum(units),
    /** Why it stands in no record, claim or configuration; only where it does not. */
    reason: text.optional(),
  }),
);

/** Another file of a document’s repository, at one commit, which says more of the same matter. */
const neighbourSchema = z.strictObject({
  /** Name inside the document’s file. */
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'expected a name such as the-log' }),
  title: text,
  path: text,
  /** The commit it was read at, and when that was made, ISO 8601 with its zone. */
  commit,
  date: pastMoment,
  /** Line at which what it adds begins; absent where the whole file says it. */
  line: line.optional(),
  /** Its addition to the document, in a sentence or two. */
  about: text,
  /** The numbers that this site takes from it. */
  numbers: numbersSchema.default([]),
});

/** One thing of how a document’s figures were taken. */
const setupSchema = z.strictObject({
  /** `Machine`, `Runtime`. */
  name: text,
  /** `not stated` where neither document nor repository says. */
  value: text,
  /** Line that says so; absent where none does. */
  line: line.optional(),
  /** Id of the neighbour whose line it is; absent for a line of the document. */
  neighbour: text.optional(),
});

/** A measurement or a step that a document announces, and what became of it. */
const announcementSchema = z.strictObject({
  /** The plan, in this site’s words. */
  what: text,
  /** Line of the document that announces it. */
  line,
  /** `done` by the source or here, `partly` where something of it is left. */
  state: z.enum(['done', 'partly', 'open']),
  /** The part that is done, and the way to do the rest. Addresses in it become links. */
  note: text,
  /**
   * For what is open, and for what is left of the rest: a pattern of `arm workload`, which a test expects in no
   * measured record.
   */
  awaits: text.optional(),
  /** Pages of this site that have what was done. */
  seen: z.array(z.strictObject({ href: z.string().startsWith('/'), title: text })).default([]),
});

export const sourceSchema = z.strictObject({
  title: text,
  /** Its name behind a claim: `kkrpc’s journal`. */
  short: text,
  /** GitHub repository that publishes it: `owner/name`. */
  repository: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  /** Its path there, and its address. */
  path: text,
  url: z.url(),
  /** Commit at which its lines are counted. */
  commit,
  /** Its numbers. A test finds each in a record, a claim or a configuration of its entries. */
  numbers: numbersSchema,
  /** Files beside it that this site read as well. */
  neighbours: z.array(neighbourSchema).default([]),
  about: text,
  /** The commit that first has it, or what is quoted of it; when it was made, and its author by the name in it. */
  brought: z.strictObject({
    commit,
    date: pastMoment,
    by: text,
    /** More that the commits say of the origin of the document. */
    note: text.optional(),
  }),
  /** Its measurement: machine, runtimes. */
  setup: z.array(setupSchema).min(1),
  /** Its announcements, in the order of their lines. */
  announced: z.array(announcementSchema).default([]),
  /** Fingerprints of its runs of eight words, by `packWording` of src/cli/claims/wording.test.ts, which finds copied ones. */
  wording: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
