/** Everything a page needs of one library: what it is, its times in the answers of the studies, its versions. */
import { getCollection } from 'astro:content';
import type { SystemNotes } from '../collections/systems.ts';
import { type StudyOutline, withOutsideOf } from '../harness/plan/index.ts';
import type { Contestant } from '../places/contestant.ts';
import { versions, ways } from '../places/objects/list.ts';
import type { Answer } from '../results/answer.ts';
import { libraryOf } from '../results/names.ts';
import type { Row } from '../results/result.ts';
import { groupsOf } from '../studies/groups.ts';
import { findOutline } from '../studies/outlines.ts';
import { allSystems, runsHere, versionsOf } from '../systems/index.ts';
import type { LibraryCell } from '../tables/table.ts';
import { oncePerBuild } from './build.ts';
import { studyAnswers } from './results.ts';

/** A time in the answer of a study, with the row that it is compared with. */
export interface AnsweredTime {
  study: Pick<StudyOutline, 'id' | 'arms' | 'reference' | 'workloads' | 'free'>;
  title: string;
  answer: Answer;
  row: Row;
  plain: Row | undefined;
  library: LibraryCell;
}

/** What is said of systems besides their code, by their ids. */
export const systemNotes = oncePerBuild(async (): Promise<ReadonlyMap<string, SystemNotes>> => {
  const all = await getCollection('systems');
  return new Map(all.map(({ id, data }) => [id, data]));
});

/** Every library, in the order in which marks are given out. */
export const libraryPages = oncePerBuild(async () => {
  const notes = await systemNotes();
  const studies = await getCollection('studies');
  const times = (await Promise.all(studies.map(({ id, data }) => timesIn(id, data.title)))).flat();
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

/** Every time in the answers of a study, beside the plain way of its group. */
export async function timesIn(id: string, title: string): Promise<AnsweredTime[]> {
  const answers = await studyAnswers(id);
  const study = withOutsideOf(
    findOutline(id),
    answers.map(({ result }) => result.environment),
  );
  return answers.flatMap((answer) => {
    const arms = answer.rows.map(({ arm }) => arm);
    return groupsOf(study, arms, answer.result.environment.accept).flatMap((group) => {
      const plain = answer.rows.find(({ arm }) => arm === group.plain);
      return answer.rows
        .filter(({ arm }) => group.arms.includes(arm))
        .map((row) => ({ study, title, answer, row, plain, library: libraryOf(study, row.arm) }));
    });
  });
}
