/** The journals in order, read once in a build: which entries a study has, and what they say of each other. */
import { getCollection, type CollectionEntry } from 'astro:content';
import { datedBack } from './facts.ts';
import { oncePerBuild } from './once.ts';
import { checkJournals } from './order.ts';

type Entry = CollectionEntry<'entries'>;

/** A later entry that says something of an earlier one. */
export interface LaterWord {
  kind: 'supersedes' | 'retracts';
  by: Entry;
}

/** The entries just before and just after another. */
export interface Neighbours {
  previous?: Entry;
  next?: Entry;
}

/** All entries, by what pages ask for. */
export interface Journal {
  /** Every entry, the last place first. */
  all: readonly Entry[];
  /** The entries of a study in the order of its journal; none of a study without a journal. */
  ofStudy(study: string): readonly Entry[];
  find(id: string): Entry | undefined;
  /** Its neighbours in the journal of its study. */
  around(id: string): Neighbours;
  /** Whether its date lies before that of an entry it follows. */
  isDatedBack(id: string): boolean;
  /** The first entry that has this record: later ones only go back to it. */
  bringerOf(record: string): Entry | undefined;
  /** What later entries say of this one. */
  laterWords(id: string): readonly LaterWord[];
}

/** @throws naming file, field, value and what was expected: see {@link checkJournals} */
export const readJournal = oncePerBuild<void, Journal>(() => '', makeJournal);

async function makeJournal(): Promise<Journal> {
  const [entries, studies, sources] = await Promise.all([
    getCollection('entries'),
    getCollection('studies'),
    getCollection('sources'),
  ]);
  const ids = (items: ReadonlyArray<{ id: string }>): string[] => items.map(({ id }) => id);
  checkJournals(entries, { studies: ids(studies), documents: ids(sources) });
  const ascending = entries.toSorted(
    (a, b) => a.data.place - b.data.place || a.id.localeCompare(b.id),
  );
  const journals = Map.groupBy(ascending, ({ data }) => data.study.id);
  const byId = new Map(ascending.map((entry) => [entry.id, entry]));
  const neighbours = new Map([...journals.values()].flatMap(neighboursOf));
  const later = laterWordsOf(ascending);
  const first = new Map<string, Entry>();
  for (const entry of ascending.toReversed()) {
    for (const { id } of entry.data.records) first.set(id, entry);
  }
  const back = new Set([...journals.values()].flatMap((journal) => ids([...datedBack(journal)])));
  return {
    all: ascending.toReversed(),
    ofStudy: (study) => journals.get(study) ?? [],
    find: (id) => byId.get(id),
    around: (id) => neighbours.get(id) ?? {},
    isDatedBack: (id) => back.has(id),
    bringerOf: (record) => first.get(record),
    laterWords: (id) => later.get(id) ?? [],
  };
}

function neighboursOf(entries: readonly Entry[]): Array<[string, Neighbours]> {
  return entries.map(({ id }, index) => {
    const [previous, next] = [entries[index - 1], entries[index + 1]];
    return [id, { ...(previous && { previous }), ...(next && { next }) }];
  });
}

function laterWordsOf(entries: readonly Entry[]): Map<string, LaterWord[]> {
  const words = new Map<string, LaterWord[]>();
  for (const by of entries) {
    for (const kind of ['retracts', 'supersedes'] as const) {
      const target = by.data[kind]?.id;
      if (target !== undefined) words.set(target, [...(words.get(target) ?? []), { kind, by }]);
    }
  }
  return words;
}

/** Last part of an entry's address. */
export function slugOf({ id }: Pick<Entry, 'id'>): string {
  return id.slice(id.indexOf('/') + 1);
}

/** Address of an entry's page. */
export function hrefOf(entry: Entry): string {
  return `/studies/${entry.data.study.id}/${slugOf(entry)}/`;
}
