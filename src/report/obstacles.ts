import type { MeasuredRecord } from '../harness/record/index.ts';

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
