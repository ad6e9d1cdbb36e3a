/** A claim: what a source stated in numbers or by comparing, with the formula that recomputes it. */
import { z } from 'zod';
import { units } from '../harness/record/index.ts';
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
      z.string().regex(statedForm, {
        error: 'expected a number in quotes, such as "1.49", "1.28–1.56", "within 30–35" or "<1"',
      }),
      z.literal(true),
    ]),
    /** Unit of the value stated. */
    unit: z.enum(units).optional(),
    /** Formula over records that gives the value; several for a range. See src/claims/formula.ts. */
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
