/** A claim: what a source stated in numbers or by comparing, with the formula that recomputes it. */
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { units } from '../harness/record/index.ts';
import { statedForm } from './verdict.ts';

export const claimSchema = z
  .strictObject({
    /** The source's wording, shortened. */
    text: z.string().min(1),
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
    /** Formula that gives what is shown as recomputed, for a comparison in words. */
    shows: z.string().min(1).optional(),
    /** What would be needed to check it, where no formula can. */
    missing: z.string().min(1).optional(),
    /** One sentence on what is likely behind a value that does not hold, where the source allows it. */
    likely: z.string().min(1).optional(),
  })
  .superRefine((claim, context) => {
    if ((claim.of === undefined) === (claim.missing === undefined)) {
      context.addIssue({ code: 'custom', message: 'expected either of: or missing:' });
    }
    if ((claim.stated === true) !== (claim.shows !== undefined) && claim.of !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['shows'],
        message: 'expected a formula for a comparison in words, and none for a value',
      });
    }
  });

export type Claim = z.infer<typeof claimSchema>;

// Entries as their files hold them, for whoever reads them without Astro.

/** What formulas and the completeness check need of an entry. src/collections/entries.ts is the schema of the whole. */
const schema = z.object({
  study: z.string().min(1),
  records: z.array(z.string().min(1)).min(1),
  claims: z.array(claimSchema).default([]),
  configuration: z
    .array(
      z.object({
        name: z.string().min(1),
        value: z.union([z.number(), z.string().min(1), z.array(z.number()).min(2)]),
        unit: z.enum(units).optional(),
      }),
    )
    .default([]),
  sources: z.array(z.object({ document: z.string().min(1) })).default([]),
  corrections: z.array(z.unknown()).default([]),
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
  const data: unknown = document.toJS();
  const parsed = schema.safeParse(data, { reportInput: true });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message, input }) => {
      const value = JSON.stringify(input) ?? 'nothing';
      return `${path.join('.')}: got ${value}, ${message.replace(/^Invalid input: /, '')}`;
    });
    throw new Error(`${file} ${issues.join('; ')}`, { cause: parsed.error });
  }
  return { ...parsed.data, data: data as Record<string, unknown>, body };
}
