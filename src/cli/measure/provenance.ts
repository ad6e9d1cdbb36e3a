import { constants, existsSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type Environment,
  type SessionRecord,
  type NetworkLink,
  writeRecord,
} from '../../harness/record/index.ts';
import { UsageError } from '../shared/args.ts';
import type { BuildInfo } from '../shared/checkout.ts';

/** The origin of the code that made a record, as its reader must know it. */
export interface Provenance {
  /** Whether client or Workers differ from the commit they claim. */
  dirty: boolean;
  /** Whether the Workers run another commit than the client. */
  stale: boolean;
}

/**
 * @param tree the checkout that measures
 * @param environment what the record says of the Workers
 */
export function provenanceOf(
  tree: Pick<BuildInfo, 'commit' | 'dirty'>,
  { commit = '', dirty = false }: Pick<Environment, 'commit' | 'dirty'>,
): Provenance {
  return { dirty: tree.dirty || dirty, stale: commit !== tree.commit };
}

/**
 * Why a record of this provenance is not written to a file, in a sentence; undefined when it may
 * be. Published records must be repeatable, and nobody has the code of an uncommitted change.
 */
export function refusal(
  { dirty, stale }: Provenance,
  tree: Pick<BuildInfo, 'commit'>,
  { commit = '' }: Pick<Environment, 'commit'>,
  allowed: { allowDirty: boolean; allowStale: boolean },
): string | undefined {
  if (stale && !allowed.allowStale) {
    return (
      `--out: the bench runs commit ${name(commit)}, expected HEAD, ${name(tree.commit)}; ` +
      'deploy HEAD, or write the record as it is with --allow-stale'
    );
  }
  if ((dirty || commit === '') && !allowed.allowDirty) {
    const got =
      commit === ''
        ? 'the commit that is measured is not known'
        : `the work tree differs from commit ${name(commit)}`;
    return `--out: ${got}; commit first, or write the record as it is with --allow-dirty`;
  }
  return undefined;
}

/**
 * Stamps a record with what its provenance lacks, and with what its client knows nothing of: the link
 * that delayed it, and the folders of contestants from outside.
 */
export function stamp<Stamped extends Pick<SessionRecord, 'environment'>>(
  record: Stamped,
  { dirty, stale }: Provenance,
  network: NetworkLink | undefined,
  outside: Environment['outside'] = [],
): Stamped {
  const stamps = {
    ...(dirty ? { dirty } : {}),
    ...(stale ? { stale: true as const } : {}),
    ...(network && { network }),
    ...(outside.length > 0 && { outside }),
  };
  return { ...record, environment: { ...record.environment, ...stamps } };
}

function name(commit: string): string {
  return commit === '' ? 'unknown' : commit.slice(0, 10);
}

/**
 * Makes sure, before minutes are spent on measuring, that a file can be written.
 *
 * @param flag the one that names it
 * @throws UsageError when the file exists or its folder cannot be written to
 */
export async function expectWritable(flag: string, file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new UsageError(
      `${flag}: got ${file}, expected a folder ${folder} that can be written to`,
      {
        cause,
      },
    );
  }
  if (existsSync(file))
    throw new UsageError(`${flag}: ${file} exists already, expected a new file`);
}

/** Writes a record to a new file, or to stdout for `-`. */
export async function putOut(record: SessionRecord, out: string): Promise<void> {
  const text = writeRecord(record);
  if (out !== '-') return writeFile(out, text, { flag: 'wx' });
  // Resolves once a pipe has taken all of it: the process may be about to end.
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
