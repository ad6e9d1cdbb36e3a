/** Results, studies and libraries as pages show them, read once in a build. */
import { root } from 'astro:config/server';
import { type CollectionEntry, getCollection, getEntry } from 'astro:content';
import type { Named } from './claims/scope.ts';
import type { SystemNotes } from '../results/system-notes.ts';
import { isOutside } from '../core/plan/index.ts';
import type { AcceptMode } from '../core/record/index.ts';
import type { SystemData } from '../wire/system-data.ts';
import { versions, ways } from '../wire/objects/list.ts';
import { type Answer, answersOf } from '../results/answer.ts';
import { readResult } from '../results/file.ts';
import type { MeasuredResult } from '../results/result.ts';
import { findStudy } from '../libraries/studies/index.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import {
  allSystems,
  findSystem,
  runsHere,
  served,
  versionsOf,
} from '../libraries/systems/index.ts';
import { type AnsweredTime, timesIn } from '../results/tables/systems.ts';
import { oncePerBuild } from './build.ts';

/** The ids of all records, `<study>/<name>`. */
export async function resultIds(): Promise<string[]> {
  return (await getCollection('records')).map(({ id }) => id).sort();
}

/** The result of a record, the same object each time. @throws naming the file where there is none */
export const publishedResult = oncePerBuild((id: string): Named => {
  return { ...readResult(new URL(root), id), id };
});

/** The result of a record that was measured here. @throws naming the id of one that was quoted */
export async function measuredResult(id: string): Promise<MeasuredResult> {
  const result = publishedResult(id);
  if (result.kind === 'measured') return result;
  throw new Error(`content/results: got "${id}", which is quoted, expected a measured one`);
}

/** The answers of a study, as its file chooses them. */
export const studyAnswers = oncePerBuild(async (study: string): Promise<Answer[]> => {
  const entry = await getEntry('studies', study);
  return answersOf(study, entry?.data.answering ?? [], measuredResult);
});

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
    /** The live study where a reader can run it on its page; undefined where that takes a command. */
    inPage: live.place === 'processes' ? undefined : live,
    systems: [...new Set([...data.systems, ...ofRuns])].map((system) => describe(live, system)),
  };
}

const acceptWords: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'can hibernate',
  'in-memory': 'keep the object awake',
  request: 'none: each call is a request',
  worker: 'end in the Worker, so that the object can hibernate',
};

function describe(live: ReturnType<typeof findStudy>, id: string) {
  const arms = live.arms.filter(({ system }) => system === id);
  // The server of the arms may be of other things than the system's own folder.
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
    /** `the question is about it` */
    role,
    /** How its sockets are accepted, in words; empty where they are not the matter, or nothing runs. */
    sockets: live.servedAs ? '' : [...accepts].map((accept) => acceptWords[accept]).join('; '),
    /** Versions of its libraries installed here; none for a system that is not run here. */
    versions: arms.length > 0 ? { ...servedBy?.versions, ...versionsOf(id) } : {},
  };
}

/** Notes on systems that their code does not hold, by their ids. */
export const systemNotes = oncePerBuild(async (): Promise<ReadonlyMap<string, SystemNotes>> => {
  const all = await getCollection('systems');
  return new Map(all.map(({ id, data }) => [id, data]));
});

/** Every time in the answers of a study. */
async function answeredTimes(id: string, title: string): Promise<AnsweredTime[]> {
  return timesIn(id, title, await studyAnswers(id));
}

/** Every library, in the order in which marks are given out. */
export const libraryPages = oncePerBuild(async () => {
  const notes = await systemNotes();
  const studies = await getCollection('studies');
  const all = await Promise.all(studies.map(({ id, data }) => answeredTimes(id, data.title)));
  const times = all.flat();
  return allSystems.map((system) => ({
    system,
    href: `/systems/${system.id}/`,
    /** Versions of its packages that are installed here; undefined for one that does not run here. */
    installed: installedOf(system.id),
    notes: notes.get(system.id) ?? { answers: [] },
    studies: studies
      .filter(({ id }) => findOutline(id).arms.some((arm) => isOf(system, arm)))
      .map(({ id, data }) => ({ title: data.title, href: `/studies/${id}/` })),
    times: times.filter(({ library }) => isOf(system, library)),
  }));
});

const isOf = ({ id, measuredAs }: SystemData, { system }: { system: string }): boolean =>
  [id, measuredAs].includes(system);

/** Ways to call between objects that have no package are part of the platform, whose version stands for them. */
function installedOf(id: string): Readonly<Record<string, string>> | undefined {
  if (runsHere(id)) return versionsOf(id);
  return ways.some(({ system }) => system === id) ? versions : undefined;
}
