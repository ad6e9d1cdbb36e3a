/** Everything a page needs of one entry: its text, its records and what is derived from them. */
import type { CollectionEntry } from 'astro:content';
import type { QuotedRecord } from '../harness/quoted-record.ts';
import type { MeasuredRecord } from '../harness/record.ts';
import { analyse, type Analysis } from '../harness/statistics.ts';
import type { StudyOutline } from '../harness/study.ts';
import { armNames, type ArmName } from '../report/words.ts';
import { findOutline } from '../studies/outlines.ts';
import { answerOf, type Answer } from './answers.ts';
import { hrefOf, readJournal, type LaterWord } from './journal.ts';
import { oncePerBuild } from './once.ts';
import { namedResults, quotedRatios, type NamedResult, type QuotedRatio } from './quoted.ts';
import { findRecord } from './record-data.ts';
import { restatedIn } from './restated.ts';
import { quotedName, runName } from './run-name.ts';

export { hrefOf, slugOf } from './journal.ts';

/** A measured record with everything that is derived from it. */
export interface MeasuredRun {
  /** Id of the record: `<study>/<name>`. */
  id: string;
  record: MeasuredRecord;
  /** Setting and client: `workerd · Node 24.21.0`. */
  name: string;
  analysis: Analysis;
}

/** A quoted record with the ratios that its figures imply. */
export interface QuotedRun {
  /** Id of the record: `<study>/<name>`. */
  id: string;
  record: QuotedRecord;
  /** Setting and client, as far as the source names them. */
  name: string;
  results: NamedResult[];
  ratios: QuotedRatio[];
}

/** Another entry, to be linked. */
export interface EntryLink {
  title: string;
  href: string;
}

/** How entries bear on each other. */
export interface EntryRelation {
  /** What is said before the link: `Superseded by`. */
  words: string;
  link: EntryLink;
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
  relations: EntryRelation[];
  /** Names of the study's arms, the twin among them. */
  names: (arm: string) => ArmName;
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

/** @throws naming file, field, value and what was expected, when the parts do not fit together */
export const entryPage = oncePerBuild(({ id }: CollectionEntry<'entries'>) => id, makeEntryPage);

async function makeEntryPage(entry: CollectionEntry<'entries'>): Promise<EntryPage> {
  const file = `content/entries/${entry.id}.mdx`;
  const { data } = entry;
  if (!entry.id.startsWith(`${data.study.id}/`)) {
    throw new Error(`${file} study: got "${data.study.id}", expected the name of its folder`);
  }
  const study = findOutline(data.study.id);
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
    reference: names(study.reference).label,
  };
  // One that only goes back to earlier records answers nothing new.
  const answer = answerOf(await addedBy(page));
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
    const name = quotedName(record);
    return { id, record, name, results, ratios: quotedRatios(study, results) };
  }
  const { reference, subjects, margin } = study;
  const analysis = analyse(record, { reference, subjects, margin, rule: record.plan.rule });
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
async function relationsOf(
  entry: CollectionEntry<'entries'>,
  file: string,
): Promise<EntryRelation[]> {
  const journal = await readJournal();
  const linkTo = (field: string, id: string): EntryLink => {
    const found = journal.find(id);
    if (!found) throw new Error(`${file} ${field}: got "${id}", expected an entry's id`);
    return linkOf(found);
  };
  const later = (kind: LaterWord['kind'], words: string): EntryRelation[] =>
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

/** The way to an entry's page. */
export function linkOf(entry: CollectionEntry<'entries'>): EntryLink {
  return { title: entry.data.title, href: hrefOf(entry) };
}
