/** The measured runs of a study, each with the entry that published it. */
import { broughtBy, type EntryPage, entryPages } from './entries.ts';
import { linkOf, readJournal } from './journal.ts';
import type { PublishedRun } from './newest.ts';
import { oncePerBuild } from './once.ts';

/**
 * The runs that entries of a study brought, the newest first. Left out are those of an entry that was retracted.
 */
export const publishedRuns = oncePerBuild(async (study: string): Promise<PublishedRun[]> => {
  const journal = await readJournal();
  const isRetracted = ({ entry }: EntryPage): boolean =>
    journal.laterWords(entry.id).some(({ kind }) => kind === 'retracts');
  const pages = (await entryPages(study)).filter((page) => !isRetracted(page));
  const runs = await Promise.all(
    pages.map(async (page) =>
      (await broughtBy(page)).runs.map((run) => ({ ...run, entry: linkOf(page.entry) })),
    ),
  );
  return runs.flat().toSorted((a, b) => b.record.startedAt.localeCompare(a.record.startedAt));
});
