/** `npm run claims`: what the sources stated, recomputed. */
import { messageOf } from '../../wire/bench-client/failure.ts';
import {
  type CheckedClaim,
  plainClaim,
  checkClaims,
  type FindSource,
} from '../../journal/claims/check.ts';
import { plainText } from '../../journal/claims/recompute.ts';
import { verdicts } from '../../journal/claims/verdict.ts';
import { countOf } from '../../results/numbers/format.ts';
import { tableOf } from '../../results/tables/table.ts';
import { toText } from '../../results/tables/text.ts';
import { outlines, findOutline } from '../../libraries/studies/outlines.ts';
import { oneOf, runCommand } from '../shared/args.ts';
import { idsIn } from '../results/index.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEntryFile, type EntryFile } from '../../journal/claims/claim.ts';
import type { FindResult } from '../../journal/claims/scope.ts';
import { oncePerBuild } from '../../journal/build.ts';
import { sourceSchema } from '../../journal/collections/records.ts';
import { readResult } from '../../results/file.ts';

function claimsAsText(claims: readonly CheckedClaim[]): string {
  const column = (label: string, of: (claim: CheckedClaim) => string) =>
    ({ id: label, label, kind: 'text', of }) as const;
  const columns = [
    column('Verdict', ({ verdict }) => verdict),
    column('Stated', ({ stated }) => plainText(stated)),
    column('Recomputed', ({ recomputed }) => (recomputed ? plainText(recomputed) : '')),
    // The last, because it is the longest.
    column('Claim', ({ text, likely }) => (likely ? `${text} (likely: ${likely})` : text)),
  ];
  const entries = Map.groupBy(claims, ({ study, entry }) => `${study}/${entry}`);
  const tables = [...entries].map(([caption, own]) => toText(tableOf(own, { caption, columns })));
  return [...tables, countsOf(claims)].join('\n\n');
}

function countsOf(claims: readonly CheckedClaim[]): string {
  const counts = verdicts.map(
    (verdict) => `${claims.filter((claim) => claim.verdict === verdict).length} ${verdict}`,
  );
  return `${countOf(claims.length, 'claim')}: ${counts.join(', ')}`;
}

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run claims', 'npm run claims -- --study lumenize-vs-capnweb --json'],
      about: [
        'Recomputes every number and comparison that the source documents state, from the results, and',
        'says of each whether it holds. A claim that does not hold is the source’s matter: the exit code',
        'is 1 only when a formula, a record or an entry is broken.',
      ].join('\n'),
      flags: {
        study: { value: '<id>', help: 'only the entries of this study' },
        json: { help: 'one JSON document instead of the list' },
      },
    },
    async ({ values }) => {
      const known = outlines.map(({ id }) => id);
      const study = values.study === undefined ? undefined : oneOf('--study', values.study, known);
      const claims = await readClaims(process.cwd(), study);
      console.log(
        values.json ? JSON.stringify(claims.map(plainClaim), undefined, 2) : claimsAsText(claims),
      );
      return 0;
    },
    argv,
  );

// Entries and records come from the files of a folder, because the command runs without Astro.

/**
 * Ids of all entries, `<study>/<name>`, in order.
 *
 * @param root folder that holds `content`
 */
export const entryIds = (root: string): Promise<string[]> =>
  idsIn(join(root, 'content/entries'), '.mdx');

/** @throws Error naming the file and what is wrong in it */
export async function readEntry(root: string, id: string): Promise<EntryFile> {
  const name = `content/entries/${id}.mdx`;
  const entry = readEntryFile(await readFile(join(root, name), 'utf8'), name);
  if (id.startsWith(`${entry.study}/`)) return entry;
  throw new Error(`${name} study: got "${entry.study}", expected the name of its folder`);
}

/** Finds results by the id of their record, and reads each once. */
export function resultFinder(root: string): FindResult {
  const read = async (id: string) => ({ ...(await readResult(pathToFileURL(`${root}/`), id)), id });
  return oncePerBuild(read, true);
}

const sourceFinder =
  (root: string): FindSource =>
  async (id) => {
    const file = join(root, `content/sources/${id}.json`);
    return existsSync(file)
      ? sourceSchema.parse(JSON.parse(await readFile(file, 'utf8')))
      : undefined;
  };

/**
 * Checks the claims of all entries under a folder `content`, by study and entry.
 *
 * @param root folder that holds `content`
 * @param study only entries of this study
 * @throws Error naming the file and what is wrong in it; several, one a line, where several are
 */
export async function readClaims(root: string, study?: string): Promise<CheckedClaim[]> {
  const find = resultFinder(root);
  const findSource = sourceFinder(root);
  const all = await entryIds(root);
  const ids = all.filter((id) => study === undefined || id.startsWith(`${study}/`));
  const checked = await Promise.allSettled(
    ids.map(async (id) => {
      const { claims, sources, ...entry } = await readEntry(root, id);
      return checkClaims(
        { id, claims, sources },
        { ...entry, study: findOutline(entry.study), find },
        findSource,
      );
    }),
  );
  const broken = checked.filter((each) => each.status === 'rejected');
  if (broken.length > 0) {
    const messages = broken.map(({ reason }) => messageOf(reason));
    throw new Error(messages.join('\n'), { cause: broken[0]?.reason });
  }
  return checked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

if (import.meta.main) await run();
