/** Everything a page needs of one study: its text, its code and what was published about it. */
import { getCollection, type CollectionEntry } from 'astro:content';
import { served, systems } from '../systems/index.ts';
import { isOutside, type StudyOutline } from '../harness/plan/index.ts';
import type { AcceptMode } from '../harness/record/index.ts';
import { studies, type findStudy } from '../studies/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { findSystem, versionsOf } from '../systems/index.ts';
import { studyAnswer } from './answers.ts';
import { oncePerBuild } from './once.ts';
import { findRecord } from './records.ts';
import { namedResults, quotedRatios } from './runs.ts';

/** A system with its place in the study. */
export type StudySystem = ReturnType<typeof describe>;

/** The quoted record that a reader's own run is set beside, with the ratios that it implies. */
export type Published = NonNullable<Awaited<ReturnType<typeof publishedOf>>>;

/** A study ready to be shown. */
export type StudyPage = Awaited<ReturnType<typeof studyPage>>;

/** The studies in the order of the list. */
export async function studyEntries(): Promise<CollectionEntry<'studies'>[]> {
  const entries = await getCollection('studies');
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** @throws naming file, field, value and what was expected, when the parts do not fit together */
export const studyPage = oncePerBuild(makeStudyPage);

async function makeStudyPage(entry: CollectionEntry<'studies'>) {
  const study = findOutline(entry.id);
  const live = studies.find(({ id }) => id === entry.id);
  const file = `content/studies/${entry.id}.mdx`;
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
    published: await publishedOf(entry, study, file),
    /** What it answers, by the choice in its file. */
    answer: await studyAnswer(entry),
  };
}

async function publishedOf(
  { data: { published } }: CollectionEntry<'studies'>,
  study: StudyOutline,
  file: string,
) {
  if (!published) return undefined;
  const record = await findRecord(published.id);
  if (!record) throw new Error(`${file} published: got "${published.id}", expected a record's id`);
  if (record.kind !== 'quoted') {
    throw new Error(`${file} published: got a ${record.kind} record, expected a quoted one`);
  }
  const results = namedResults(study, record, `content/records/${published.id}.json`);
  return { record, results, ratios: quotedRatios(study, results) };
}

const acceptWords: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'may hibernate',
  'in-memory': 'kept in memory',
  request: 'none, where each call is a request',
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
    ? 'compared: the question is about it'
    : among([study.reference])
      ? 'reference: ratios are stated against it'
      : live === undefined || among([live.baseline])
        ? 'baseline: the least that any call must cost'
        : 'extra: it runs where a reader asks for it';
  const accepts = new Set(
    live?.arms.flatMap(({ system: own, accept }) => (own === id && accept ? [accept] : [])),
  );
  return {
    system,
    /** What it is compared with, or for: `The question is about it.` */
    role,
    /** Whether it is run in this study. */
    live: runs,
    /** Whether the bench of this site holds it, be it for another study. */
    inBench: held !== undefined,
    /** How its sockets are accepted, in words; empty where they are not the matter, or nothing runs. */
    sockets:
      live?.servedAs !== undefined
        ? ''
        : [...accepts].map((accept) => acceptWords[accept]).join('; '),
    /** Versions of its libraries installed here; none for a system that is not run here. */
    versions: runs ? { ...servedBy?.versions, ...versionsOf(id) } : {},
  };
}
