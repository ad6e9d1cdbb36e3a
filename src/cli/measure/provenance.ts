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

/** Something that keeps a record from being published. */
export interface Obstacle {
  /** A phrase: `it is partial`. */
  what: string;
  /** The flag with which an author publishes it all the same; absent where nothing allows it. */
  allow?: 'allow-dirty' | 'allow-stale' | 'allow-partial';
}

/** What keeps a record from being published; nothing when it may be. */
export function obstacles({ environment, partial, blocks }: MeasuredRecord): Obstacle[] {
  const { setting, commit, dirty, stale } = environment;
  const found: Obstacle[] = [];
  if (setting === 'preview') found.push({ what: 'it was taken from a preview' });
  if (!blocks.some((block) => block.void === undefined)) {
    found.push({ what: 'none of its blocks counts' });
  }
  if (partial === true) found.push({ what: 'it is partial', allow: 'allow-partial' });
  if (commit === undefined) found.push({ what: 'its commit is not known', allow: 'allow-dirty' });
  if (dirty === true) {
    found.push({ what: 'its code differs from its commit', allow: 'allow-dirty' });
  }
  if (stale === true) {
    const what = 'its Workers ran another commit than its client';
    found.push({ what, allow: 'allow-stale' });
  }
  return found;
}

function name(commit: string): string {
  return commit === '' ? 'unknown' : commit.slice(0, 10);
}
