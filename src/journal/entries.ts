/** Everything a page needs of one entry: its text, and the results of its records. */
import type { CollectionEntry } from 'astro:content';
import type { Named } from './claims/scope.ts';
import { type StudyOutline, withOutsideOf } from '../core/plan/index.ts';
import type { DocumentResult, MeasuredResult } from '../results/result.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import { comparisonTable } from '../results/tables/entry.ts';
import { type EntryLink, hrefOf, linkOf, readJournal, slugOf } from './journal.ts';
import { fileOf, oncePerBuild } from './build.ts';
import { publishedResult } from './studies.ts';

/** An entry ready to be shown. */
export interface EntryPage {
  entry: CollectionEntry<'entries'>;
  /** Arms from outside have the names that its records give them. */
  study: StudyOutline;
  href: string;
  /** Results of its measured records. */
  runs: Array<Named<MeasuredResult>>;
  /** Results of its quoted records. */
  quoted: Array<Named<DocumentResult>>;
}

/** The entries of a study, the last of its journal first; of all studies without one. */
export async function entriesOf(study?: string): Promise<readonly CollectionEntry<'entries'>[]> {
  const journal = await readJournal();
  return study === undefined ? journal.all : journal.ofStudy(study).toReversed();
}

/** The paths of routes that have a page for each entry. */
export async function entryPaths() {
  return (await entriesOf()).map((entry) => ({
    params: { study: entry.data.study.id, entry: slugOf(entry) },
    props: { entry },
  }));
}

/** @throws naming file, field, value and what was expected, when the parts do not fit together */
export const entryPage = oncePerBuild(makeEntryPage);

async function makeEntryPage(entry: CollectionEntry<'entries'>): Promise<EntryPage> {
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
}

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
