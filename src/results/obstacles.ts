/** What keeps a record from being published. */
import type { SessionRecord } from '../harness/record/index.ts';
import { cellsOf } from '../harness/statistics/index.ts';

/** Something that keeps a record from being published. */
export interface Obstacle {
  /** A phrase: `it is partial`. */
  what: string;
  /** The flag with which an author publishes it all the same; absent where nothing allows it. */
  allow?: 'allow-dirty' | 'allow-stale' | 'allow-partial';
}

/** What keeps a record from being published; nothing when it may be. */
export function obstacles(record: SessionRecord): Obstacle[] {
  const { environment, partial, plan } = record;
  const { setting, commit, dirty, stale, outside = [] } = environment;
  const changed = outside.filter((each) => each.changed).map(({ label }) => label);
  const found: Array<Obstacle | false> = [
    setting === 'preview' && { what: 'it was taken from a preview' },
    cellsOf(record).every(({ units }) => units.length === 0) && { what: 'nothing in it counts' },
    changed.length > 0 && { what: `the files of ${changed.join(', ')} changed meanwhile` },
    (plan.reference ?? plan.subjects) !== undefined && {
      what: 'it compares other configurations than its study does',
    },
    partial === true && { what: 'it is partial', allow: 'allow-partial' },
    commit === undefined && { what: 'its commit is not known', allow: 'allow-dirty' },
    dirty === true && { what: 'its code differs from its commit', allow: 'allow-dirty' },
    stale === true && {
      what: 'its Workers ran another commit than its client',
      allow: 'allow-stale',
    },
  ];
  return found.filter((each) => each !== false);
}
