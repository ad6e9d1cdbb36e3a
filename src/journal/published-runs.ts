/** The measured runs of a study, each with the entry that published it. */
import { getEntry } from 'astro:content';
import { broughtBy, type EntryPage, entryPages } from './entries.ts';
import { linkOf, readJournal } from './journal.ts';
import type { PublishedRun } from './newest.ts';
import { oncePerBuild } from './once.ts';

/**
 * The runs that entries of a study brought, the newest first. Left out are those of an entry that was retracted,
 * and of one that the study’s file declines: what ran beside few others takes less time than in a run with many,
 * so that its times do not stand beside theirs.
 */
export const publishedRuns = oncePerBuild(async (study: string): Promise<PublishedRun[]> => {
  const journal = await readJournal();
  const isRetracted = ({ entry }: EntryPage): boolean =>
    journal.laterWords(entry.id).some(({ kind }) => kind === 'retracts');
  const { declined } = (await getEntry('studies', study))?.data ?? {};
  const isDeclined = ({ entry }: EntryPage): boolean =>
    declined?.some((each) => each.entry.id === entry.id) === true;
  const pages = (await entryPages(study)).filter((page) => !isRetracted(page) && !isDeclined(page));
  const runs = await Promise.all(
    pages.map(async (page) =>
      (await broughtBy(page)).runs.map((run) => ({ ...run, entry: linkOf(page.entry) })),
    ),
  );
  return runs.flat().toSorted((a, b) => b.record.startedAt.localeCompare(a.record.startedAt));
});
