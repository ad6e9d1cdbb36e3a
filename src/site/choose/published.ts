/** The pages of `/choose/` from what is published, made once in a build. */
import { oncePerBuild, recordedAnswers } from '../../journal/build.ts';
import { studyAnswers, systemNotes } from '../../journal/studies.ts';
import { publishedFailures } from '../../matrix/failures/result.ts';
import type { Case } from './cases.ts';
import { chooseData } from './configurations.ts';
import { casePanels } from './tables.ts';

/** A case with its panels. @throws where no record answers its first operation */
export const readCase = oncePerBuild(async (own: Case) => {
  const studies = [own.study, ...own.operations.flatMap(({ other }) => other?.study ?? [])];
  const answers = new Map(
    await Promise.all(studies.map(async (study) => [study, await studyAnswers(study)] as const)),
  );
  const notes = await systemNotes();
  const panels = casePanels(own, { answers: (study) => answers.get(study) ?? [], notes });
  if (panels.length === 0) {
    throw new Error(
      `choose: got no answer of "${own.study}" for ${own.id}, expected one to its first operation`,
    );
  }
  const sources = { recorded: recordedAnswers(), notes, failures: publishedFailures() };
  return { panels, data: chooseData(own, panels, sources) };
});
