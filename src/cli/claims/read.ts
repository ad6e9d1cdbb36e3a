import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkClaims, type CheckedClaim, type Finders } from '../../claims/check.ts';
import { readEntryFile, type EntryFile } from '../../claims/claim.ts';
import { type FindResult, readOnce, type Scope } from '../../claims/scope.ts';
import { sourceSchema } from '../../collections/records.ts';
import { type Recorded, readRecorded, RECORDED } from '../../probes/recorded.ts';
import { readResult } from '../../results/read.ts';
import { probeAnswer } from '../../claims/probe-answer.ts';
import { findOutline } from '../../studies/outlines.ts';

// Entries and records from the files of a folder, for whoever reads them without Astro.

/**
 * Ids of all entries, `<study>/<name>`, in order.
 *
 * @param root folder that holds `content`
 */
export async function entryIds(root: string): Promise<string[]> {
  const all = await readdir(join(root, 'content/entries'), { recursive: true });
  return all
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/[^/]+\.mdx$/.test(file))
    .map((file) => file.replace(/\.mdx$/, ''))
    .sort();
}

/** @throws Error naming the file and what is wrong in it */
export async function readEntry(root: string, id: string): Promise<EntryFile> {
  const name = `content/entries/${id}.mdx`;
  const entry = readEntryFile(await readFile(join(root, name), 'utf8'), name);
  if (id.startsWith(`${entry.study}/`)) return entry;
  throw new Error(`${name} study: got "${entry.study}", expected the name of its folder`);
}

/** Finds results by the id of their record, and reads each once. */
export function resultFinder(root: string): FindResult {
  return readOnce((id) => readResult(pathToFileURL(`${root}/`), id));
}

/** What the formulas of an entry may read. */
export function scopeOf(
  { study, records, configuration }: Pick<EntryFile, 'study' | 'records' | 'configuration'>,
  find: FindResult,
): Scope {
  return { study: findOutline(study), records, configuration, find };
}

function findersIn(root: string): Finders {
  let recorded: Promise<Recorded> | undefined;
  return {
    async findSource(id) {
      const file = join(root, `content/sources/${id}.json`);
      return existsSync(file)
        ? sourceSchema.parse(JSON.parse(await readFile(file, 'utf8')))
        : undefined;
    },
    async findProbe(probe, system) {
      recorded ??= readFile(join(root, RECORDED), 'utf8').then(readRecorded);
      return probeAnswer(await recorded, probe, system);
    },
  };
}

/**
 * Checks the claims of all entries under a folder `content`, by study and entry.
 *
 * @param root folder that holds `content`
 * @param study only entries of this study
 * @throws Error naming the file and what is wrong in it; several, one a line, where several are
 */
export async function readClaims(root: string, study?: string): Promise<CheckedClaim[]> {
  const find = resultFinder(root);
  const finders = findersIn(root);
  const all = await entryIds(root);
  const ids = all.filter((id) => study === undefined || id.startsWith(`${study}/`));
  const checked = await Promise.allSettled(
    ids.map(async (id) => {
      const { claims, sources, ...entry } = await readEntry(root, id);
      return checkClaims({ id, claims, sources }, scopeOf(entry, find), finders);
    }),
  );
  const broken = checked.filter((each) => each.status === 'rejected');
  if (broken.length > 0) {
    const messages = broken.map(({ reason }: { reason: unknown }) =>
      reason instanceof Error ? reason.message : String(reason),
    );
    throw new Error(messages.join('\n'), { cause: broken[0]?.reason });
  }
  return checked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}
