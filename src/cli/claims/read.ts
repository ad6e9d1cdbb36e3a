import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkClaims, type CheckedClaim, type Finders } from '../../claims/check.ts';
import { readEntryFile, type EntryFile } from '../../claims/claim.ts';
import { type FindResult, readOnce, type Scope } from '../../claims/scope.ts';
import { sourceSchema } from '../../collections/records.ts';
import {
  type Recorded as RecordedProbes,
  readRecorded as readRecordedProbes,
  RECORDED as RECORDED_PROBES,
} from '../../probes/recorded.ts';
import { readResult } from '../../results/read.ts';
import { probeAnswer } from '../../claims/probe-answer.ts';
import { findOutline } from '../../studies/outlines.ts';
import { claimsDigest, type Recorded, recordDigest } from './recorded.ts';

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

/**
 * The claims of quoted entries and the content of quoted records, to be compared with those recorded.
 *
 * @param root folder that holds `content`
 * @throws Error naming the file and what is wrong in it
 */
export async function readState(root: string): Promise<Recorded> {
  const find = resultFinder(root);
  const finders = findersIn(root);
  const entries = await Promise.all(
    (await entryIds(root)).map(async (id) => ({ id, ...(await readEntry(root, id)) })),
  );
  const quoted = entries.filter(({ sources }) => sources.length > 0);
  const claimed = quoted.map(async ({ id, claims, sources, corrections, ...entry }) => {
    const checked = await checkClaims({ id, claims, sources }, scopeOf(entry, find), finders);
    return [
      id,
      { corrections: corrections.length, claims: claimsDigest(claims, checked) },
    ] as const;
  });
  const ids = [...new Set(quoted.flatMap(({ records }) => records))].sort();
  const held = ids.map(async (id) => {
    const text = await readFile(join(root, nameOf(id)), 'utf8');
    return [id, recordDigest(text)] as const;
  });
  return {
    entries: Object.fromEntries(await Promise.all(claimed)),
    records: Object.fromEntries(await Promise.all(held)),
  };
}

function nameOf(record: string): string {
  return `content/records/${record}.json`;
}

/** What the formulas of an entry may read. */
export function scopeOf(
  { study, records, configuration }: Pick<EntryFile, 'study' | 'records' | 'configuration'>,
  find: FindResult,
): Scope {
  return { study: findOutline(study), records, configuration, find };
}

function findersIn(root: string): Finders {
  let recorded: Promise<RecordedProbes> | undefined;
  return {
    async findSource(id) {
      const file = join(root, `content/sources/${id}.json`);
      return existsSync(file)
        ? sourceSchema.parse(JSON.parse(await readFile(file, 'utf8')))
        : undefined;
    },
    async findProbe(probe, system) {
      recorded ??= readFile(join(root, RECORDED_PROBES), 'utf8').then(readRecordedProbes);
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
