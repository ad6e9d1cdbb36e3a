/** The names of every study, also of arms and workloads that only records hold. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { findIn, runsHere } from '../systems/index.ts';
import { findStudy, studies } from './index.ts';
import notRun from './not-run.json';
import { ownOperations } from './own-operations.ts';

/** Arms and workloads by their names. The first part of an arm’s id is its system. */
interface Named {
  arms?: ReadonlyArray<{ id: string; label: string; spoken?: string }>;
  workloads?: StudyOutline['workloads'];
}

/** Arms and workloads that only a study’s source measured, or that run no more. Pages take their names from here. */
const named: Readonly<
  Record<string, { quoted?: Named & Pick<StudyOutline, 'quotedReference'>; retired?: Named }>
> = notRun;

const armsOf = ({ arms = [] }: Named): StudyOutline['arms'] =>
  arms.map((arm) => ({ ...arm, system: arm.id.replace(/\/.*/, '') }));

/** The published library. Records name it if its package was installed. */
function publishedLumenize(): Named {
  const { original } = findStudy('lumenize-vs-capnweb');
  if (original === undefined || runsHere(original.system)) return {};
  const { arms, label, spoken = label } = original;
  return { arms: arms.slice(0, 1).map((id) => ({ id, label, spoken })) };
}

export const outlines: readonly StudyOutline[] = studies.map((study): StudyOutline => {
  const { retired = {}, quoted = {} } = named[study.id] ?? {};
  const { quotedReference } = quoted;
  const sourceArms = armsOf(study.id === 'lumenize-vs-capnweb' ? publishedLumenize() : quoted);
  const ids = new Set(study.arms.map(({ id }) => id));
  const measured = sourceArms.map(({ id }) => id).filter((id) => id !== quotedReference);
  return {
    ...study,
    quotedReference,
    arms: [...sourceArms, ...study.arms, ...armsOf(retired).filter(({ id }) => !ids.has(id))],
    // The first of all is the one that an answer is about, so those measured here come first.
    workloads: [study, retired, quoted].flatMap(({ workloads = [] }) => workloads),
    subjects: [...measured, ...study.subjects],
  };
});

/** @throws RangeError naming the studies there are. */
export const findOutline = (id: string): StudyOutline =>
  id === ownOperations.id ? ownOperations : findIn('study', outlines, id);
