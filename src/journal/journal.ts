/** The journals in order, read once in a build: what their entries say of each other, and all that a page needs of one. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { type StudyOutline, withOutsideOf } from '../core/plan/index.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import type { DocumentResult, MeasuredResult } from '../results/result.ts';
import { comparisonTable } from '../results/tables/entry.ts';
import { checkJournals, fileOf, oncePerBuild } from './build.ts';
import type { Named } from './claims/scope.ts';
import { publishedResult } from './studies.ts';

type Entry = CollectionEntry<'entries'>;

/** @throws naming file, field, value and what was expected: see {@link checkJournals} */
export const readJournal = oncePerBuild(async () => {
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
});

/** Name of an entry or a record in its study: the last part of an entry's address. */
export function slugOf({ id }: Pick<Entry, 'id'>): string {
  return id.slice(id.indexOf('/') + 1);
}

/** Address of an entry's page. */
export function hrefOf(entry: Entry): string {
  return `/studies/${entry.data.study.id}/${slugOf(entry)}/`;
}

/** The way to an entry's page. */
interface EntryLink {
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

/** An entry ready to be shown. */
export interface EntryPage {
  entry: Entry;
  /** Arms from outside have the names that its records give them. */
  study: StudyOutline;
  href: string;
  /** Results of its measured records. */
  runs: Array<Named<MeasuredResult>>;
  /** Results of its quoted records. */
  quoted: Array<Named<DocumentResult>>;
}

/** The entries of a study, the last of its journal first; of all studies without one. */
export async function entriesOf(study?: string): Promise<readonly Entry[]> {
  const journal = await readJournal();
  return study === undefined ? journal.all : journal.ofStudy(study).toReversed();
}

/** @throws naming file, field, value and what was expected, when the parts do not fit together */
export const entryPage = oncePerBuild(async (entry: Entry): Promise<EntryPage> => {
  const file = fileOf(entry);
  const { data } = entry;
  const id = data.study.id;
  if (!entry.id.startsWith(`${id}/`)) {
    throw new Error(`${file} study: got "${id}", expected the name of its folder`);
  }
  if (!data.today && (data.sources.length > 0 || data.superseded)) {
    throw new Error(`${file} today: got nothing, expected a text of content/today/${id}/`);
  }
  const results = data.records.map((record) => publishedResult(record.id));
  for (const { id: record, study, environment } of results) {
    if (study !== id) {
      throw new Error(`${file} records: got ${record} of "${study}", expected "${id}"`);
    }
    if (!data.settings.includes(environment.setting)) {
      const got = data.settings.join(', ');
      throw new Error(
        `${file} settings: got ${got}, expected also ${environment.setting}, the setting of ${record}`,
      );
    }
  }
  const runs = results.filter((result) => result.kind === 'measured');
  const environments = runs.map(({ environment }) => environment);
  const generators = new Set(environments.map(({ generator }) => generator ?? 'none'));
  if (generators.size > 1) {
    throw new Error(
      `${file} records: got the generators ${[...generators].join(' and ')}, expected one: what calls is part of what is timed`,
    );
  }
  return {
    entry,
    runs,
    href: hrefOf(entry),
    study: withOutsideOf(findOutline(id), environments),
    quoted: results.filter((result) => result.kind === 'quoted'),
  };
});

/** An entry with only those records that no earlier entry has. */
export async function broughtBy(page: EntryPage): Promise<EntryPage> {
  const journal = await readJournal();
  const isOwn = ({ id }: { id: string }): boolean => journal.bringerOf(id)?.id === page.entry.id;
  return { ...page, runs: page.runs.filter(isOwn), quoted: page.quoted.filter(isOwn) };
}

/** The earlier entries whose records this one goes back to. */
export async function borrowedBy({ entry }: EntryPage): Promise<EntryLink[]> {
  const journal = await readJournal();
  const bringers = entry.data.records.flatMap(({ id }) => journal.bringerOf(id) ?? []);
  return [...new Set(bringers)].filter(({ id }) => id !== entry.id).map(linkOf);
}

/**
 * The entry beside the earlier one that it names; undefined if it names none.
 *
 * @throws Error naming the file if the two have nothing in common
 */
export async function comparisonOf(page: EntryPage) {
  const { entry, study } = page;
  const journal = await readJournal();
  const found = entry.data.compareWith && journal.find(entry.data.compareWith.id);
  if (found === undefined) return undefined;
  const earlier = linkOf(found);
  const isBetween = (place: number): boolean =>
    place > found.data.place && place <= entry.data.place;
  const between = journal.ofStudy(study.id).filter(({ data }) => isBetween(data.place));
  const table = comparisonTable(study, {
    now: await broughtBy(page),
    then: await entryPage(found),
    title: earlier.title,
    methodChanged: between.some(({ data }) => data.methodChanged),
  });
  if (table !== undefined) return { earlier, table };
  throw new Error(
    `${fileOf(entry)} compareWith: got "${found.id}", expected an entry with a time of the same arm and workload in one setting, from the same kind of client`,
  );
}
