/** The names of every study, also of arms and workloads that only results hold. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { findIn } from '../systems/index.ts';
import { studies } from './index.ts';
import listed from './named.json';

/** Arms and workloads by their names. The first part of an arm’s id is its system. */
interface Named {
  arms?: ReadonlyArray<{ id: string; label: string; spoken?: string }>;
  workloads?: StudyOutline['workloads'];
}

/** Arms and workloads that only a study’s source measured, or an archived record. Pages take their names from here. */
const named: Readonly<
  Record<string, { quoted?: Named & Pick<StudyOutline, 'quotedReference'>; archived?: Named }>
> = listed;

const armsOf = ({ arms = [] }: Named): StudyOutline['arms'] =>
  arms.map((arm) => ({ ...arm, system: arm.id.replace(/\/.*/, '') }));

export const outlines: readonly StudyOutline[] = studies.map((study): StudyOutline => {
  const { archived = {}, quoted = {} } = named[study.id] ?? {};
  const { quotedReference } = quoted;
  const { missing = [] } = study;
  const sourceArms = armsOf(quoted);
  const asked = [
    ...sourceArms.filter(({ id }) => id !== quotedReference),
    // The published library comes first, installed or not.
    ...missing.filter(({ id }) => study.original?.arms.includes(id)),
  ];
  return {
    ...study,
    quotedReference,
    arms: [...sourceArms, ...missing, ...study.arms, ...armsOf(archived)],
    // The first of all is the one that an answer is about, so those measured here come first.
    workloads: [study, archived, quoted].flatMap(({ workloads = [] }) => workloads),
    subjects: [...asked.map(({ id }) => id), ...study.subjects],
  };
});

/** @throws RangeError naming the studies there are. */
export const findOutline = (id: string): StudyOutline => findIn('study', outlines, id);
