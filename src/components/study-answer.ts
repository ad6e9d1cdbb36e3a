/** A study's journal and what its newest entry answers. */
import type { Answer } from './answers.ts';
import { entriesOf, entryPage, type EntryPage } from './entry-data.ts';
import { oncePerBuild } from './once.ts';

/** A study's journal, read. */
export interface StudyJournal {
  /** Newest first. */
  pages: readonly EntryPage[];
  /** The newest answer, with the entry that gives it; absent where no entry compares anything. */
  newest?: { page: EntryPage; answer: Answer };
}

/** The journal of a study, by the study's id. */
export const studyJournal = oncePerBuild((study: string) => study, readStudyJournal);

async function readStudyJournal(study: string): Promise<StudyJournal> {
  const pages = await Promise.all((await entriesOf(study)).map(entryPage));
  const [newest] = pages.flatMap((page) => (page.answer ? [{ page, answer: page.answer }] : []));
  return { pages, ...(newest && { newest }) };
}
