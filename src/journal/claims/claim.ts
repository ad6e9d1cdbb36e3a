/** The claims of an entry’s file: what a source stated, with the formula that recomputes it, and where it stands. */
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { describeIssue, units } from '../../core/record/index.ts';
import { statedForm } from './verdict.ts';

/** The source’s words in a claim’s text. */
export const quotation = /“[^”]*”/g;

/** Line of a document, from 1. */
const line = z.int().min(1);

/** A ratio of two arms, or the time of one where nothing is named to divide it by. */
const todaySchema = z.strictObject({
  /** Name of a measured record of the study. */
  record: z.string().min(1),
  of: z.string().min(1),
  to: z.string().min(1).optional(),
  workload: z.string().min(1),
});
export type Today = z.infer<typeof todaySchema>;

export const claimSchema = z
  .strictObject({
    /**
     * The claim in this site’s words: a part in “quotation marks” is the source’s
     * wording, with its hyphens and apostrophes as they are set here, and nothing else is. In square
     * brackets stands how it was read.
     */
    text: z.string().min(1),
    /** Line of the document that its quotations stand in; a list where each has its own. */
    line: z.union([line, z.array(line).min(2)]).optional(),
    /** The document quoted, where its entry is drawn from several. */
    document: z.string().min(1).optional(),
    /** Id of a neighbour of the document, where its quotations stand there. */
    neighbour: z.string().min(1).optional(),
    /**
     * The kind of a claim that is not judged: an `expectation` of what should come, or a
     * `description` in words that have no number, such as “minimal” or “similar”.
     */
    as: z.enum(['expectation', 'description']).optional(),
    /**
     * The value stated, with the digits it was stated with: `1.49`, `-7.2`, `1.28–1.56` for both
     * ends of a range, `within 30–35` for values that lie inside it, `<1`. `true` for a comparison
     * in words.
     */
    stated: z.union([
      z
        .string()
        .regex(statedForm, {
          error: 'expected a number in quotes, such as "1.49", "1.28–1.56", "within 30–35" or "<1"',
        }),
      z.literal(true),
    ]),
    /** Unit of the value stated. */
    unit: z.enum(units).optional(),
    /** Formula over records that gives the value; several for a range. See src/journal/claims/formula.ts. */
    of: z.string().min(1).optional(),
    /** Formula over figures printed beside those of `of`, where these bear the value out and the others do not. */
    also: z.string().min(1).optional(),
    /** Formula that gives what is shown as recomputed, for what was stated in words. */
    shows: z.string().min(1).optional(),
    /** The measurement that would check it, where no formula can. */
    missing: z.string().min(1).optional(),
    /**
     * A contradiction, where no formula over figures can say so: another line of the same
     * document, or code that the source publishes.
     */
    against: z
      .strictObject({
        /** As `text` has it. */
        says: z.string().min(1),
        /** Line of the document that its quotations stand in. */
        line: line.optional(),
        /** Address of what is not that document. */
        url: z.url().optional(),
      })
      .refine((against) => (against.line === undefined) !== (against.url === undefined), {
        error: 'expected either line: or url:',
      })
      .optional(),
    /** One sentence on what is likely behind a value that does not hold, where the source allows it. */
    likely: z.string().min(1).optional(),
    /** The same comparison, or the same time, in records measured here. */
    today: z.array(todaySchema).min(1).optional(),
    /** Address of the page of this site that tested or measured it. */
    here: z.string().startsWith('/').optional(),
  })
  .superRefine((claim, context) => {
    const { as, stated, of, also, shows, missing, against } = claim;
    const wrong = (message: string, ...path: string[]) =>
      context.addIssue({ code: 'custom', path, message });
    const ways = [of, missing, against].filter((each) => each !== undefined).length;
    if (as === undefined && ways !== 1) wrong('expected one of of:, missing: and against:');
    if (as === 'expectation' && (ways > 1 || against)) {
      wrong('expected of: or missing: at most, because an expectation is not judged');
    }
    if (as === 'description' && (stated !== true || ways > 0)) {
      wrong('expected stated: true and shows: at most, because a description is not judged');
    }
    const inWords = stated === true;
    if (inWords && of !== undefined && shows === undefined) {
      wrong('expected a formula for a comparison in words', 'shows');
    }
    const isShown = of !== undefined || as !== undefined || claim.here !== undefined;
    if (shows !== undefined && (!inWords || !isShown)) {
      wrong('expected none for a value, nor for what no formula checks', 'shows');
    }
    if (against !== undefined && !inWords) wrong('expected true', 'stated');
    if (also !== undefined && (inWords || of === undefined)) {
      wrong('expected none but beside the formula of a value', 'also');
    }
    const quotations = claim.text.match(quotation)?.length ?? 0;
    const lines = [claim.line ?? []].flat().length;
    if (lines > 0 && lines !== 1 && lines !== quotations) {
      wrong(`expected one, or one for each of ${quotations} quotations`, 'line');
    }
    if (lines > 0 && quotations === 0) wrong('expected none, because nothing is quoted', 'line');
  });

export type Claim = z.infer<typeof claimSchema>;

// The file of an entry as commands and tests read it, which run without Astro.

/** Something that was set, and how. */
export const configurationItemSchema = z.strictObject({
  /** Its name: `Calls in a batch`. */
  name: z.string().min(1),
  /** A list stands for several settings of one thing. */
  value: z.union([z.number(), z.string().min(1), z.array(z.number()).min(2)]),
  /** Unit of a number. */
  unit: z.enum(units).optional(),
  /** True of a list that names the two ends of a range. */
  isRange: z.literal(true).optional(),
});
export type ConfigurationItem = z.infer<typeof configurationItemSchema>;

/** The fields that formulas and the completeness check read. src/journal/collections/entries.ts is the schema of the whole. */
const schema = z.object({
  study: z.string().min(1),
  records: z.array(z.string().min(1)).min(1),
  claims: z.array(claimSchema).default([]),
  configuration: z.array(configurationItemSchema).default([]),
  sources: z.array(z.object({ document: z.string().min(1) })).default([]),
});

export interface EntryFile extends z.infer<typeof schema> {
  /** Everything between the two lines of `---`. */
  data: Readonly<Record<string, unknown>>;
  /** The text below. */
  body: string;
}

/**
 * Reads an entry from the text of its file.
 *
 * @param file its path, for errors
 * @throws Error naming file and field, with the value got and expected
 */
export function readEntryFile(text: string, file: string): EntryFile {
  const [, front, body] = /^---\r?\n(.*?)\r?\n---[^\S\n]*(?:\r?\n|$)(.*)$/s.exec(text) ?? [];
  if (front === undefined || body === undefined) {
    throw new Error(`${file}: got no front matter, expected it between two lines of ---`);
  }
  const document = parseDocument(front);
  const [broken] = document.errors;
  if (broken) throw new Error(`${file}: ${broken.message}`, { cause: broken });
  const value: unknown = document.toJS();
  const data: object = typeof value === 'object' && value ? value : {};
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => describeIssue(issue, data));
    throw new Error(`${file} ${issues.join('; ')}`, { cause: parsed.error });
  }
  return { ...parsed.data, data: data as Record<string, unknown>, body };
}

// Addresses of claims on a page, and of the lines that they quote.

/** Longest part of an id that is made of a claim’s text, in characters. */
const LONGEST = 72;

/** An id made of a claim’s words. A text that is cut ends in a number made of the whole, so that no id depends on others. */
export function claimAnchor(text: string): string {
  const parts =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = parts.join('-');
  if (words.length <= LONGEST) return `claim-${words}`;
  const end = words.lastIndexOf('-', LONGEST);
  return `claim-${words.slice(0, end < 0 ? LONGEST : end)}-${hash(words)}`;
}

/**
 * An id for each claim of an entry.
 *
 * @throws RangeError naming the text, when two claims have the same words
 */
export function claimAnchors(claims: ReadonlyArray<Pick<Claim, 'text'>>): string[] {
  const ids = claims.map(({ text }) => claimAnchor(text));
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) {
    throw new RangeError(`claims: got “${claims[twice]?.text}” twice, expected texts that differ`);
  }
  return ids;
}

/** FNV-1a of 32 bits (Fowler, Noll and Vo), as letters and digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value.toString(36);
}

/** A file of a repository. */
interface PublishedFile {
  /** Its path there. */
  path: string;
  /** Commit at which its lines are counted. */
  commit: string;
}

/** Where a document is published. */
export interface PublishedSource extends PublishedFile {
  /** GitHub repository: `owner/name`. */
  repository: string;
  /** Other files of the repository that claims may quote. */
  neighbours?: ReadonlyArray<PublishedFile & { id: string }>;
}

/**
 * Address of a file as it stood at its commit, or of a line of it; of Markdown as plain text, which
 * alone has lines.
 */
export function lineAddress(
  { repository }: Pick<PublishedSource, 'repository'>,
  { path, commit }: PublishedFile,
  line?: number,
): string {
  const at = line === undefined ? '' : `?plain=1#L${line}`;
  return `https://github.com/${repository}/blob/${commit}/${path}${at}`;
}
