/** Everything a page needs of one study: its text, and what runs of it. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { isOutside } from '../harness/plan/index.ts';
import type { AcceptMode } from '../harness/record/index.ts';
import { findStudy } from '../studies/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { findSystem, served, versionsOf } from '../systems/index.ts';

/** The studies in the order of the list. */
export async function studyEntries(): Promise<CollectionEntry<'studies'>[]> {
  const entries = await getCollection('studies');
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** A study with its systems: those that it compares, and those that a run holds where a reader asks for them. */
export function studyPage({ id, data }: CollectionEntry<'studies'>) {
  const live = findStudy(id);
  const ofRuns = live.arms.flatMap(({ system }) => (isOutside(system) ? [] : system));
  return {
    live,
    /** The same where a reader can run it on its page; undefined where that takes a command. */
    inPage: live.place === 'processes' ? undefined : live,
    systems: [...new Set([...data.systems, ...ofRuns])].map((system) => describe(live, system)),
  };
}

const acceptWords: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'can hibernate',
  'in-memory': 'keep the object awake',
  request: 'none: each call is a request',
};

function describe(live: ReturnType<typeof findStudy>, id: string) {
  const arms = live.arms.filter(({ system }) => system === id);
  const runs = arms.length > 0;
  // What serves the arms may be of other things than the system's own folder.
  const servedBy = served.find((each) => each.id === (live.servedAs ?? id));
  const outline = findOutline(live.id);
  const known = outline.arms.filter(({ system }) => system === id);
  const among = (...ids: readonly string[]): boolean => known.some((arm) => ids.includes(arm.id));
  const role = among(...outline.subjects)
    ? 'the question is about it'
    : among(outline.reference)
      ? 'reference: ratios are stated against it'
      : among(live.baseline)
        ? 'plain: no library'
        : 'extra: runs where you ask for it';
  const accepts = new Set(arms.flatMap(({ accept }) => accept ?? []));
  return {
    system: findSystem(id),
    /** What it is compared with, or for: `The question is about it.` */
    role,
    /** Whether it is run in this study. */
    live: runs,
    /** How its sockets are accepted, in words; empty where they are not the matter, or nothing runs. */
    sockets: live.servedAs ? '' : [...accepts].map((accept) => acceptWords[accept]).join('; '),
    /** Versions of its libraries installed here; none for a system that is not run here. */
    versions: runs ? { ...servedBy?.versions, ...versionsOf(id) } : {},
  };
}
