/**
 * The state of quoted entries and records when their last correction was recorded. A claim changes
 * only with a dated correction of its entry, and a record never does: this is what a test compares.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CheckedClaim } from '../../claims/check.ts';
import type { Claim } from '../../claims/claim.ts';

/** Where the state is kept, below the folder that holds `content`. */
export const RECORDED = 'content/recorded.json';

/** `content/recorded.json`: by the id of an entry, or of a record. */
const recordedSchema = z.strictObject({
  entries: z.record(
    z.string(),
    z.strictObject({
      /** How many corrections the entry had. */
      corrections: z.int().min(0),
      /** Digest of its claims. */
      claims: z.string().min(1),
    }),
  ),
  /** Digests of records. */
  records: z.record(z.string(), z.string().min(1)),
});
export type Recorded = z.infer<typeof recordedSchema>;

/**
 * The state as it was recorded last; nothing where none was yet.
 *
 * @param root folder that holds `content`
 * @throws when the file is not of the form it must have
 */
export async function readRecorded(root: string): Promise<Recorded> {
  const file = join(root, RECORDED);
  if (!existsSync(file)) return { entries: {}, records: {} };
  return recordedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** A short digest of anything that JSON can hold. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/**
 * Digest of what a record holds, whatever the layout of its file. Digits as printed add no value to
 * it: its schema holds them to their figure, and a test to the document’s own.
 *
 * @param text the record as JSON
 * @throws SyntaxError for text that is no JSON
 */
export function recordDigest(text: string): string {
  return digestOf(
    JSON.parse(text, (key, value: unknown) => (key === 'printed' ? undefined : value)),
  );
}

/**
 * Digest of what an entry claims: wording, value, formula and verdict of each, and what is said
 * against it. Notes on what is likely or missing may be put better without one.
 */
export function claimsDigest(
  claims: readonly Claim[],
  checked: ReadonlyArray<Pick<CheckedClaim, 'verdict'>>,
): string {
  return digestOf(
    claims.map(({ text, stated, unit = '', of = '', shows = '', against }, index) => [
      text,
      stated,
      unit,
      of,
      shows,
      checked[index]?.verdict ?? '',
      ...(against ? [against.says] : []),
    ]),
  );
}

/** What to do about a state that may be recorded. */
export const RECORD_IT = 'run `npm run claims -- --record`';

/**
 * Changes that may not be recorded: a claim that changed without a new correction, a correction that was
 * taken away, a record that changed, and whatever is gone. One line each, saying what to do.
 */
export function refused(before: Recorded, now: Recorded): string[] {
  return [
    ...Object.entries(before.entries).flatMap(([id, was]) => {
      const file = `content/entries/${id}.mdx`;
      const is = now.entries[id];
      if (is === undefined) return [`${file}: got nothing, expected the entry: none is taken away`];
      if (is.corrections < was.corrections) {
        return [
          `${file} corrections: got ${is.corrections}, expected at least ${was.corrections}: none is taken away`,
        ];
      }
      return is.claims !== was.claims && is.corrections === was.corrections
        ? [
            `${file} claims: got others than those recorded, expected one more item of corrections: (what the entry said, what is right, why); add it, then ${RECORD_IT}`,
          ]
        : [];
    }),
    ...Object.entries(before.records).flatMap(([id, was]) => {
      const is = now.records[id];
      return is === was
        ? []
        : [
            `content/records/${id}.json: got ${is === undefined ? 'nothing' : 'other content than recorded'}, expected it as it was: a record is never changed, a new one stands beside it`,
          ];
    }),
  ];
}
