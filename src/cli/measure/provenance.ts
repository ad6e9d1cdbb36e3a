import type { Environment, MeasuredRecord } from '../../harness/record.ts';
import type { BuildInfo } from '../local/build-info.ts';

/** What a record's reader must know of the code that made it. */
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

/** Stamps a record with what its provenance lacks. */
export function stamp(record: MeasuredRecord, { dirty, stale }: Provenance): MeasuredRecord {
  const stamps = { ...(dirty ? { dirty } : {}), ...(stale ? { stale: true as const } : {}) };
  return { ...record, environment: { ...record.environment, ...stamps } };
}

function name(commit: string): string {
  return commit === '' ? 'unknown' : commit.slice(0, 10);
}
