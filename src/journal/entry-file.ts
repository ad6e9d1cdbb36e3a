/** The file of an entry as commands and tests read it, which run without Astro. */
import { parse } from 'yaml';
import { z } from 'zod';
import { issuesText, units } from '../core/record/index.ts';

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

/** The fields that formulas and tests read. src/journal/collections/entries.ts is the schema of the whole. */
const schema = z.object({
  study: z.string().min(1),
  records: z.array(z.string().min(1)).min(1),
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
  try {
    const data = Object(parse(front)) as Record<string, unknown>;
    const { success, data: fields, error } = schema.safeParse(data);
    if (success) return { ...fields, data, body };
    throw new Error(issuesText(error, data));
  } catch (cause) {
    throw new Error(`${file} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
