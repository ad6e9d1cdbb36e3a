import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkClaims, type CheckedClaim } from '../../claims/check.ts';
import { readEntryFile } from '../../claims/front-matter.ts';
import type { FindRecord } from '../../claims/scope.ts';
import { readRecord } from '../../harness/read-record.ts';
import type { RoundtripRecord } from '../../harness/record.ts';
import { findOutline } from '../../studies/outlines.ts';

/**
 * Checks the claims of all entries under a folder `content`, by study and entry.
 *
 * @param root folder that holds `content`
 * @param study only entries of this study
 * @throws Error naming the file and what is wrong in it; several, one a line, where several are
 */
export async function readClaims(root: string, study?: string): Promise<CheckedClaim[]> {
  const find = recordFinder(root);
  const folder = join(root, 'content/entries');
  const all = await readdir(folder, { recursive: true });
  const files = all
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/[^/]+\.mdx$/.test(file))
    .filter((file) => study === undefined || file.startsWith(`${study}/`))
    .sort();
  const checked = await Promise.allSettled(
    files.map(async (file) => {
      const name = `content/entries/${file}`;
      const text = await readFile(join(folder, file), 'utf8');
      const { study: id, records, claims, configuration } = readEntryFile(text, name);
      if (!file.startsWith(`${id}/`)) {
        throw new Error(`${name} study: got "${id}", expected the name of its folder`);
      }
      const scope = { study: findOutline(id), records, configuration, find };
      return checkClaims({ id: file.replace(/\.mdx$/, ''), claims }, scope);
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

/** Reads each record once. */
function recordFinder(root: string): FindRecord {
  const found = new Map<string, Promise<RoundtripRecord | undefined>>();
  return (id) => {
    const known = found.get(id) ?? readFromDisk(root, id);
    found.set(id, known);
    return known;
  };
}

async function readFromDisk(root: string, id: string): Promise<RoundtripRecord | undefined> {
  const name = `content/records/${id}.json`;
  let text: string;
  try {
    text = await readFile(join(root, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return readRecord(text, name);
}
