/** Contestants that their authors keep: measured at benches of theirs, with the client halves of their repositories. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'astro/zod';
import { bareOrigin } from '../bench-client/about.ts';
import { describeIssue, readRecord, type SessionRecord } from '../harness/record/index.ts';

/** What `content/contestants/<id>.json` says. */
export const contestantSchema = z.strictObject({
  /** Address of its git repository, which is cloned where it is measured. Nothing of it is kept here. */
  repository: z.url({
    protocol: /^https$/,
    error: 'expected an address that begins with https://',
  }),
  /** The folder in it that `npx roundtrip init object` wrote. */
  folder: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/, { error: 'expected a folder such as bench' })
    .default('bench'),
  /** Origin of the bench, which serves the folder’s Worker. */
  bench: z.string().refine((text) => bareOrigin(text) === text, {
    error: 'expected an origin such as https://bench.example.org',
  }),
  /** Who answers for it. */
  answers: z.strictObject({
    name: z.string().min(1),
    /** Where they are asked: a page, or `mailto:`. */
    at: z.url({ protocol: /^(https|mailto)$/, error: 'expected an https: or mailto: address' }),
  }),
});

export type Listed = z.infer<typeof contestantSchema> & { id: string };

/** Folder of the list, and that of the newest record of each. */
export const LIST = 'content/contestants';
export const RECORDS = `${LIST}/records`;

/**
 * All that are listed, none where there is no folder.
 *
 * @param root of the checkout, as a path
 * @throws Error naming file, field, value got and what was expected
 */
export async function readListed(root: string): Promise<Listed[]> {
  const folder = join(root, LIST);
  const names = existsSync(folder) ? await readdir(folder) : [];
  return Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map(async (name) => {
        const value = JSON.parse(await readFile(join(folder, name), 'utf8')) as object;
        const result = contestantSchema.safeParse(value);
        if (result.success) return { id: basename(name, '.json'), ...result.data };
        const issues = result.error.issues.map((issue) => describeIssue(issue, value));
        throw new Error(`${LIST}/${name}: ${issues.join('; ')}`);
      }),
  );
}

/**
 * Reads the record of one, which code that is not of this project had a part in.
 *
 * @param name of the file, for the message
 * @throws Error naming the file, the value got and what was expected
 */
export function recordOfListed(
  text: string,
  name: string,
  { bench }: Pick<Listed, 'bench'>,
): { record: SessionRecord; label: string } {
  const record = readRecord(text, name);
  if (record.kind !== 'measured' || record.schema !== 2) {
    throw new Error(`${name}: got ${record.kind}, schema ${record.schema}, expected measured, 2`);
  }
  const { outside = [] } = record.environment;
  const [measured] = outside;
  if (measured?.origin === bench && outside.length === 1) return { record, label: measured.label };
  const got = outside.map(({ origin = 'none' }) => origin).join(', ') || 'no contestant';
  throw new Error(`${name}: environment.outside: got ${got}, expected one at ${bench}`);
}
