/** Everything a page needs of one study: its text, and what runs of it. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { isOutside, type StudyOutline } from '../harness/plan/index.ts';
import type { AcceptMode } from '../harness/record/index.ts';
import { type findStudy, studies } from '../studies/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { findSystem, served, systems, versionsOf } from '../systems/index.ts';

/** A system with its place in the study. */
export type StudySystem = ReturnType<typeof describe>;

/** The studies in the order of the list. */
export async function studyEntries(): Promise<CollectionEntry<'studies'>[]> {
  const entries = await getCollection('studies');
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** A study with its systems and what can be run of it. */
export function studyPage(entry: CollectionEntry<'studies'>) {
  const study = findOutline(entry.id);
  const live = studies.find(({ id }) => id === entry.id);
  return {
    entry,
    study,
    /** The same study with what can be run of it; undefined where nothing can. */
    live,
    /** The same where a reader can run it on its page; undefined where that takes a command. */
    inPage: live?.place === 'processes' ? undefined : live,
    systems: entry.data.systems.map((id) => describe(study, live, id)),
    /** Those that a run of the study holds besides, where a reader asks for them. */
    rest: [...new Set(live?.arms.map(({ system }) => system))]
      .filter((id) => !entry.data.systems.includes(id) && !isOutside(id))
      .map((id) => describe(study, live, id)),
  };
}

/** What has numbers in its text: an entry, or a study with the records that answer it. */
export interface FigureText {
  entry: {
    id: string;
    /** Where it is not `content/entries/<id>.mdx`. */
    filePath?: string | undefined;
    data: Pick<CollectionEntry<'entries'>['data'], 'configuration'> &
      Record<'study', { id: string }> & { records: Array<{ id: string }> };
  };
}

/** What the numbers in a study’s text can read: the records that answer it by their place, others of it by name. */
export function figureTextOf({ id, filePath, data }: CollectionEntry<'studies'>): FigureText {
  const records = data.answering.flatMap(({ record, also }) => [record, ...also]);
  return {
    entry: {
      id,
      filePath,
      data: {
        study: { id },
        records: [...new Set(records)].map((each) => ({ id: each })),
        configuration: [],
      },
    },
  };
}

const acceptWords: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'can hibernate',
  'in-memory': 'keep the object awake',
  request: 'none: each call is a request',
};

function describe(study: StudyOutline, live: ReturnType<typeof findStudy> | undefined, id: string) {
  const system = findSystem(id);
  const arms = study.arms.filter((arm) => arm.system === id);
  const held = systems.find((each) => each.id === id);
  const runs = live?.arms.some((arm) => arm.system === id) ?? false;
  // What serves the arms may be of other things than the system's own folder.
  const servedBy =
    live?.servedAs === undefined ? held : served.find((each) => each.id === live.servedAs);
  const among = (ids: readonly string[]): boolean => arms.some((arm) => ids.includes(arm.id));
  const role = among(study.subjects)
    ? 'the question is about it'
    : among([study.reference])
      ? 'reference: ratios are stated against it'
      : live === undefined || among([live.baseline])
        ? 'plain: no library'
        : 'extra: runs where you ask for it';
  const accepts = new Set(
    live?.arms.flatMap(({ system: own, accept }) => (own === id && accept ? [accept] : [])),
  );
  return {
    system,
    /** What it is compared with, or for: `The question is about it.` */
    role,
    /** Whether it is run in this study. */
    live: runs,
    /** How its sockets are accepted, in words; empty where they are not the matter, or nothing runs. */
    sockets:
      live?.servedAs !== undefined
        ? ''
        : [...accepts].map((accept) => acceptWords[accept]).join('; '),
    /** Versions of its libraries installed here; none for a system that is not run here. */
    versions: runs ? { ...servedBy?.versions, ...versionsOf(id) } : {},
  };
}
