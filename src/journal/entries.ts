/** Everything a page needs of one entry: its text, its records and what is derived from them. */
import type { CollectionEntry } from 'astro:content';
import { type StudyOutline, withOutsideOf } from '../harness/plan/index.ts';
import type { QuotedRecord, QuotedResult } from '../harness/record/index.ts';
import { analyse } from '../harness/statistics/index.ts';
import { type Answer, answerOf } from '../report/entry-answer.ts';
import { findingOf } from '../report/finding.ts';
import { armNames, type ArmNames } from '../report/words.ts';
import { findOutline } from '../studies/outlines.ts';
import { type EntryLink, hrefOf, linkOf, readJournal, slugOf } from './journal.ts';
import { expectOneGenerator, fileOf } from './order.ts';
import { oncePerBuild } from './once.ts';
import { findRecord } from './records.ts';
import {
  type MeasuredRun,
  namedResults,
  quotedRatios,
  type QuotedRun,
  referenceOf,
  restates,
  runName,
} from './runs.ts';

// Quoted records that only repeat, as a summary does, what an earlier entry of their study has.

/** Ids of the records of a study that only repeat earlier results. */
const restatedIn = oncePerBuild(findRestated);

async function findRestated(study: string): Promise<ReadonlySet<string>> {
  const journal = await readJournal();
  const restated = new Set<string>();
  const earlier = new Map<string, QuotedResult[]>();
  for (const entry of journal.ofStudy(study)) {
    const brought = entry.data.records.filter(({ id }) => journal.bringerOf(id)?.id === entry.id);
    const records = await Promise.all(brought.map(({ id }) => findRecord(id)));
    const quoted = records.flatMap((record, index) =>
      record?.kind === 'quoted' && brought[index] ? [{ id: brought[index].id, record }] : [],
    );
    for (const { id, record } of quoted) {
      const { results } = record;
      const repeats = (result: QuotedResult): boolean =>
        (earlier.get(keyOf(record, result)) ?? []).some((other) => restates(result, other));
      if (results.length > 0 && results.every(repeats)) restated.add(id);
    }
    // After the whole entry: its records do not restate one another.
    for (const { record } of quoted) {
      for (const result of record.results) {
        const key = keyOf(record, result);
        earlier.set(key, [...(earlier.get(key) ?? []), result]);
      }
    }
  }
  return restated;
}

function keyOf({ environment }: QuotedRecord, { arm, workload }: QuotedResult): string {
  return JSON.stringify([environment.setting, arm, workload]);
}

/** An entry ready to be shown. */
export interface EntryPage {
  entry: CollectionEntry<'entries'>;
  study: StudyOutline;
  href: string;
  /** Its measured records. */
  runs: MeasuredRun[];
  /** Its quoted records. */
  quoted: QuotedRun[];
  /** How other entries bear on it, each with what is said before the link: `Superseded by`. */
  relations: Array<{ words: string; link: EntryLink }>;
  /** Names of the study's arms, the A/A control among them. */
  names: ArmNames;
  /** Name of the arm that ratios are stated against. */
  reference: string;
  /** What it answers, by the records it adds; absent where they compare nothing. */
  answer?: Answer;
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
  if (!entry.id.startsWith(`${data.study.id}/`)) {
    throw new Error(`${file} study: got "${data.study.id}", expected the name of its folder`);
  }
  const records = await Promise.all(data.records.map(({ id }) => findRecord(id)));
  expectOneGenerator(records, file);
  // What came from outside goes by what it was called, on the pages of this entry alone.
  const study = withOutsideOf(
    findOutline(data.study.id),
    records.flatMap((record) => (record?.kind === 'measured' ? [record.environment] : [])),
  );
  const read = await Promise.all(data.records.map(({ id }) => readRun(id, study, file)));
  const listed = new Set<string>(data.settings);
  const unlisted = read.find(({ record }) => !listed.has(record.environment.setting));
  if (unlisted) {
    const { setting } = unlisted.record.environment;
    throw new Error(
      `${file} settings: got ${data.settings.join(', ')}, expected also ${setting}, the setting of ${unlisted.id}`,
    );
  }
  const names = armNames(study);
  const page: EntryPage = {
    entry,
    study,
    href: hrefOf(entry),
    runs: read.filter((run) => 'analysis' in run),
    quoted: read.filter((run) => 'ratios' in run),
    relations: await relationsOf(entry, file),
    names,
    reference: names(referenceOf(study, read)).label,
  };
  // One that only goes back to earlier records answers nothing new.
  const added = await addedBy(page);
  const findings = added.runs.map(({ record, analysis }) =>
    findingOf(record, analysis, 'complete'),
  );
  const answer = answerOf(study, findings);
  return { ...page, ...(answer && { answer }) };
}

async function readRun(
  id: string,
  study: StudyOutline,
  file: string,
): Promise<MeasuredRun | QuotedRun> {
  const record = await findRecord(id);
  if (!record) throw new Error(`${file} records: got "${id}", expected a record's id`);
  if (record.study !== study.id) {
    throw new Error(`${file} records: got ${id} of "${record.study}", expected "${study.id}"`);
  }
  if (record.kind === 'quoted') {
    const results = namedResults(study, record, `content/records/${id}.json`);
    const ratios = quotedRatios(study, results);
    return { id, record, name: runName(record), results, ratios };
  }
  const analysis = analyse(record, study);
  return { id, record, name: runName(record), analysis };
}

/** The same entry with the records alone that no earlier one has. */
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

/** The same without those that only repeat what an earlier one has: what it adds to the journal. */
export async function addedBy(page: EntryPage): Promise<EntryPage> {
  const [brought, restated] = await Promise.all([broughtBy(page), restatedIn(page.study.id)]);
  return { ...brought, quoted: brought.quoted.filter(({ id }) => !restated.has(id)) };
}

/** What later entries say of this one, and what it says of earlier ones. */
async function relationsOf(entry: CollectionEntry<'entries'>, file: string) {
  const journal = await readJournal();
  const linkTo = (field: string, id: string): EntryLink => {
    const found = journal.find(id);
    if (!found) throw new Error(`${file} ${field}: got "${id}", expected an entry's id`);
    return linkOf(found);
  };
  const later = (kind: 'retracts' | 'supersedes', words: string) =>
    journal
      .laterWords(entry.id)
      .filter((word) => word.kind === kind)
      .map(({ by }) => ({ words, link: linkOf(by) }));
  const { supersedes, retracts } = entry.data;
  return [
    ...later('retracts', 'Retracted by'),
    ...later('supersedes', 'Superseded by'),
    ...(supersedes ? [{ words: 'Supersedes', link: linkTo('supersedes', supersedes.id) }] : []),
    ...(retracts ? [{ words: 'Retracts', link: linkTo('retracts', retracts.id) }] : []),
  ];
}

/** The pages of a study's entries, newest first; of all studies without one. */
export async function entryPages(study?: string): Promise<EntryPage[]> {
  return Promise.all((await entriesOf(study)).map(entryPage));
}
