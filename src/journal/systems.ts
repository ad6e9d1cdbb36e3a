/** Everything a page needs of one library: what it is, its times in the answers of the studies, its versions. */
import { getCollection } from 'astro:content';
import type { SystemNotes } from '../collections/systems.ts';
import type { Contestant } from '../places/contestant.ts';
import { versions, ways } from '../places/objects/list.ts';
import { findOutline } from '../studies/outlines.ts';
import { allSystems, runsHere, versionsOf } from '../systems/index.ts';
import { type AnsweredTime, timesIn } from '../tables/systems.ts';
import { oncePerBuild } from './build.ts';
import { studyAnswers } from './results.ts';

/** Notes on systems that their code does not hold, by their ids. */
export const systemNotes = oncePerBuild(async (): Promise<ReadonlyMap<string, SystemNotes>> => {
  const all = await getCollection('systems');
  return new Map(all.map(({ id, data }) => [id, data]));
});

/** Every time in the answers of a study. */
export async function answeredTimes(id: string, title: string): Promise<AnsweredTime[]> {
  return timesIn(findOutline(id), title, await studyAnswers(id));
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

const isOf = ({ id, measuredAs }: Contestant, { system }: { system: string }): boolean =>
  [id, measuredAs].includes(system);

/** Ways to call between objects that have no package are part of the platform, whose version stands for them. */
function installedOf(id: string): Readonly<Record<string, string>> | undefined {
  if (runsHere(id)) return versionsOf(id);
  return ways.some(({ system }) => system === id) ? versions : undefined;
}
