/** The journals in order, read once in a build: which entries a study has, and what they say of each other. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { checkJournals, oncePerBuild } from './build.ts';

type Entry = CollectionEntry<'entries'>;

/** @throws naming file, field, value and what was expected: see {@link checkJournals} */
export const readJournal = oncePerBuild(makeJournal);

async function makeJournal() {
  const [entries, studies, sources] = await Promise.all([
    getCollection('entries'),
    getCollection('studies'),
    getCollection('sources'),
  ]);
  const ids = (items: ReadonlyArray<{ id: string }>): string[] => items.map(({ id }) => id);
  checkJournals(entries, { studies, documents: sources });
  const ascending = entries.toSorted(
    (a, b) => a.data.place - b.data.place || a.id.localeCompare(b.id),
  );
  const journals = Map.groupBy(ascending, ({ data }) => data.study.id);
  const byId = new Map(ascending.map((entry) => [entry.id, entry]));
  const first = new Map(
    ascending.toReversed().flatMap((entry) => ids(entry.data.records).map((id) => [id, entry])),
  );
  return {
    /** Every entry, the last place first. */
    all: ascending.toReversed(),
    /** The entries of a study in the order of its journal; none of a study without a journal. */
    ofStudy: (study: string): readonly Entry[] => journals.get(study) ?? [],
    find: (id: string) => byId.get(id),
    /** The first entry that has this record: later ones only go back to it. */
    bringerOf: (record: string) => first.get(record),
    /** The entries before and after it in its journal, each with its name. */
    neighboursOf: (entry: Entry) => {
      const all = journals.get(entry.data.study.id) ?? [];
      const at = all.indexOf(entry);
      const beside = [
        ['Previous entry', all[at - 1]],
        ['Next entry', all[at + 1]],
      ] as const;
      return beside.flatMap(([name, other]) => (other ? [[name, linkOf(other)] as const] : []));
    },
    /** The earlier entries that it supersedes. */
    supersededBy: ({ id }: Entry) =>
      ascending.filter(({ data }) => data.superseded?.by.id === id).map(linkOf),
    /** The later entry that supersedes it, and why. */
    supersessionOf: ({ data: { superseded } }: Entry) => {
      const later = superseded && byId.get(superseded.by.id);
      return later && superseded && { link: linkOf(later), why: superseded.why };
    },
  };
}

/** Name of an entry or a record in its study: the last part of an entry's address. */
export function slugOf({ id }: Pick<Entry, 'id'>): string {
  return id.slice(id.indexOf('/') + 1);
}

/** Address of an entry's page. */
export function hrefOf(entry: Entry): string {
  return `/studies/${entry.data.study.id}/${slugOf(entry)}/`;
}

/** The way to an entry's page. */
export interface EntryLink {
  title: string;
  href: string;
}

export function linkOf(entry: Entry): EntryLink {
  return { title: entry.data.title, href: hrefOf(entry) };
}

/** A correction with the pages that it is of. */
export type Correction = CollectionEntry<'corrections'>['data'];

/** Every correction, the newest day first; of one day those of other pages before those of entries. */
export const readCorrections = oncePerBuild(async (): Promise<readonly Correction[]> => {
  const { all } = await readJournal();
  const ofPages = (await getCollection('corrections')).map(({ data }) => data);
  const ofEntries = all
    .toReversed()
    .flatMap((entry) =>
      entry.data.corrections.map((each) => ({ ...each, pages: [linkOf(entry)] })),
    );
  return [...ofPages, ...ofEntries].sort((a, b) => b.date.localeCompare(a.date));
});
