/** `npm run claims`: what the sources stated, recomputed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { oncePerBuild } from '../../journal/build.ts';
import {
  checkClaims,
  type CheckedClaim,
  plainClaim,
  plainText,
} from '../../journal/claims/check.ts';
import { readClaims } from '../../journal/claims/claim.ts';
import type { Named } from '../../journal/claims/scope.ts';
import { verdicts } from '../../journal/claims/verdict.ts';
import { sourceSchema } from '../../journal/collections/records.ts';
import { type EntryFile, readEntryFile } from '../../journal/entry-file.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { readResult } from '../../results/file.ts';
import { countOf } from '../../results/numbers/format.ts';
import { column, tableOf } from '../../results/tables/table.ts';
import { toText } from '../../results/tables/text.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { idsIn } from '../results/index.ts';
import { runCommand } from '../shared/args.ts';

function claimsAsText(claims: readonly CheckedClaim[]): string {
  const textColumn = (label: string, of: (claim: CheckedClaim) => string) =>
    column('text', label, of);
  const columns = [
    textColumn('Verdict', ({ verdict }) => verdict),
    textColumn('Stated', ({ stated }) => plainText(stated)),
    textColumn('Recomputed', ({ recomputed }) => (recomputed ? plainText(recomputed) : '')),
    // The last, because it is the longest.
    textColumn('Claim', ({ text, likely }) => (likely ? `${text} (likely: ${likely})` : text)),
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
      usage: ['npm run claims -- [--json]'],
      about: `Recomputes every number and comparison that the source documents state, from the results, and
says of each whether it holds. A claim that does not hold is the source’s matter: the exit code
is 1 only when a formula, a record or an entry is broken.`,
      flags: { json: { help: 'one JSON document instead of the list' } },
    },
    async ({ values }) => {
      const claims = await checkAll(process.cwd());
      console.log(
        values.json ? JSON.stringify(claims.map(plainClaim), undefined, 2) : claimsAsText(claims),
      );
      return 0;
    },
    argv,
  );

// Entries and records come from the files of a folder, because the command runs without Astro.

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
export function resultFinder(root: string): (id: string) => Named {
  const url = pathToFileURL(`${root}/`);
  return oncePerBuild((id: string): Named => ({ ...readResult(url, id), id }), true);
}

const readSource = async (root: string, id: string) => {
  const text = await readFile(join(root, `content/sources/${id}.json`), 'utf8');
  return [id, sourceSchema.parse(JSON.parse(text))] as const;
};

/** @throws Error naming each file and what is wrong in it, one a line */
async function checkAll(root: string): Promise<CheckedClaim[]> {
  const find = resultFinder(root);
  const checked = await Promise.allSettled(
    (await entryIds(root)).map(async (id) => {
      const entry = await readEntry(root, id);
      const documents = entry.sources.map(({ document }) => readSource(root, document));
      const claims = await readClaims(pathToFileURL(`${root}/`), id);
      const sources = new Map(await Promise.all(documents));
      const { records, configuration } = entry;
      const study = findOutline(entry.study);
      return checkClaims({ id, claims, sources }, { study, records, configuration, find });
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
