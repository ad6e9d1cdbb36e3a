/** What this site said and should not have, of entries and of other pages. */
import { getCollection, type CollectionEntry } from 'astro:content';
import { type EntryLink, linkOf } from './entries.ts';
import { readJournal } from './journal.ts';
import { oncePerBuild } from './once.ts';

type Corrected = CollectionEntry<'entries'>['data']['corrections'][number];

/** A correction with the pages that it is of. */
export interface Correction extends Corrected {
  pages: readonly EntryLink[];
}

/** Every correction, the newest day first; of one day those of other pages before those of entries. */
export const readCorrections = oncePerBuild<void, readonly Correction[]>(() => '', listAll);

async function listAll(): Promise<Correction[]> {
  const { all } = await readJournal();
  const ofPages = (await getCollection('corrections')).map(({ data }) => data);
  const ofEntries = all
    .toReversed()
    .flatMap((entry) =>
      entry.data.corrections.map((each) => ({ ...each, pages: [linkOf(entry)] })),
    );
  return [...ofPages, ...ofEntries].toSorted((a, b) => b.date.localeCompare(a.date));
}

/** The corrections of one page, by its address, the newest day first. */
export async function correctionsOf(href: string): Promise<Correction[]> {
  const all = await readCorrections();
  return all.filter(({ pages }) => pages.some((page) => page.href === href));
}
