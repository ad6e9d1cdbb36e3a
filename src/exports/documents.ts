/** The JSON documents under /api/, as plain objects. Every address in them is absolute. */
import type { CollectionEntry } from 'astro:content';
import { type CheckedClaim, plainClaim } from '../claims/check.ts';
import type { Interval, Verdict } from '../harness/statistics/index.ts';
import type { EntryPage } from '../journal/entries.ts';
import type { QuotedRatio } from '../journal/runs.ts';
import type { StudyPage } from '../journal/studies.ts';
import type { Answer } from '../report/entry-answer.ts';
import { spaced } from '../report/table.ts';
import {
  addresses,
  API_SCHEMA,
  entryJsonOf,
  entryMarkdownOf,
  recordOf,
  type Absolute,
} from './addresses.ts';

type Entry = CollectionEntry<'entries'>;

/** `/api/studies.json` */
export function studyList(
  studies: readonly StudyPage[],
  entries: readonly EntryPage[],
  absolute: Absolute,
): object {
  return {
    schema: API_SCHEMA,
    studies: studies.map(({ entry, study, systems, live, answer }) => ({
      id: study.id,
      title: entry.data.title,
      question: entry.data.question,
      answer: spaced(answer.text),
      page: absolute(`/studies/${study.id}/`),
      live: live !== undefined && live.place !== 'processes',
      systems: systems.map(({ system, versions }) => ({
        ...pick(system, ['id', 'label', 'quotedAs', 'description', 'homepage']),
        versions,
      })),
      arms: study.arms.map((arm) => pick(arm, ['id', 'label', 'quotedLabel', 'system'])),
      workloads: study.workloads.map((workload) => pick(workload, ['id', 'label', 'question'])),
      ...pick(study, ['reference', 'subjects', 'margin']),
      entries: entries
        .filter((page) => page.study.id === study.id)
        .map((page) => shortEntry(page, absolute)),
    })),
  };
}

/** `/api/entries.json` */
export function entryList(entries: readonly EntryPage[], absolute: Absolute): object {
  return { schema: API_SCHEMA, entries: entries.map((page) => shortEntry(page, absolute)) };
}

/** `/api/entries/<study>/<entry>.json` */
export function entryDocument(
  page: EntryPage,
  checked: readonly CheckedClaim[],
  absolute: Absolute,
): object {
  const { entry, study, relations, answer } = page;
  const { records, supersedes, retracts, sources, claims, views, ...rest } = entry.data;
  const names = new Map([...page.runs, ...page.quoted].map((run) => [run.id, run]));
  return {
    schema: API_SCHEMA,
    ...rest,
    id: entry.id,
    study: { id: study.id, title: study.title, page: absolute(`/studies/${study.id}/`) },
    ...twinsOf(page, absolute),
    studies: absolute(addresses.studies),
    sources: sources.map(({ document, ...rest }) => ({ document: document.id, ...rest })),
    records: records.map(({ id }) => {
      const run = names.get(id);
      const kind = run && { kind: run.record.kind, name: run.name };
      const outside = run?.record.kind === 'measured' ? run.record.environment.outside : undefined;
      return { id, ...kind, ...filesOf(id, absolute), ...(outside && { outside }) };
    }),
    ratios: entryRatios(page),
    ...(answer !== undefined && answerFields(answer)),
    claims: checked.map((claim, index) => ({ ...plainClaim(claim), of: claims[index]?.of })),
    views,
    ...(supersedes && { supersedes: absolute(entryJsonOf(supersedes.id)) }),
    ...(retracts && { retracts: absolute(entryJsonOf(retracts.id)) }),
    relations: relations.map(({ words, link }) => ({
      relation: words,
      title: link.title,
      page: absolute(link.href),
    })),
  };
}

/** `/api/records.json` */
export function recordList(
  records: ReadonlyArray<CollectionEntry<'records'>>,
  entries: readonly Entry[],
  absolute: Absolute,
): object {
  const publishing = Map.groupBy(
    entries.flatMap(({ id, data }) => data.records.map((record) => ({ record: record.id, id }))),
    ({ record }) => record,
  );
  return {
    schema: API_SCHEMA,
    records: records.map(({ id, data }) => ({
      id,
      ...data,
      ...filesOf(id, absolute),
      entries: (publishing.get(id) ?? []).map((entry) => absolute(entryJsonOf(entry.id))),
    })),
  };
}

function filesOf(id: string, absolute: Absolute): Record<'json' | 'csv', string> {
  return { json: absolute(recordOf(id, 'json')), csv: absolute(recordOf(id, 'csv')) };
}

function shortEntry(page: EntryPage, absolute: Absolute): object {
  const { entry, study, answer } = page;
  return {
    ...pick(entry.data, ['place', 'timestamp', 'state', 'title', 'description']),
    id: entry.id,
    study: study.id,
    ...(answer !== undefined && answerFields(answer)),
    ...twinsOf(page, absolute),
    json: absolute(entryJsonOf(entry.id)),
  };
}

/** What is answered, and whose implementation a short name in it stands for. */
function answerFields({ text, note }: Answer): Record<string, string> {
  return { answer: spaced(text), ...(note !== undefined && { answerNote: note }) };
}

function twinsOf({ href }: EntryPage, absolute: Absolute): Record<string, string> {
  return {
    page: absolute(href),
    markdown: absolute(entryMarkdownOf(href)),
    image: absolute(addresses.image),
  };
}

function pick<Item extends object, Key extends keyof Item>(
  item: Item,
  keys: readonly Key[],
): Pick<Item, Key> {
  return Object.fromEntries(keys.map((key) => [key, item[key]])) as Pick<Item, Key>;
}

/** An arm's time ÷ the reference's time in one workload of one record; of rates, the reference's ÷ the arm's. */
interface EntryRatio extends Partial<Interval> {
  /** Id of the record. */
  record: string;
  workload: string;
  arm: string;
  /** What ran as that arm, by the name pages give it. */
  armLabel: string;
  /** Id of the arm whose time it is divided by. */
  reference: string;
  referenceLabel: string;
  /** What it is a ratio of. */
  of: QuotedRatio['of'];
  ratio: number;
  /** What the record decides; absent for a quoted one. */
  verdict?: Verdict;
  /** From samples taken here, or from figures that a source printed, which have no interval. */
  from: 'measured' | 'quoted';
}

/** All ratios of an entry, by its records in order, then by subjects and workloads as its study has them. */
export function entryRatios({ study, names, runs, quoted, entry }: EntryPage): EntryRatio[] {
  const measured = runs.flatMap(({ id, analysis }) =>
    analysis.subjects.flatMap(({ arm, workload, ratio, verdict }): EntryRatio[] => {
      if (ratio === undefined) return [];
      const { estimate, interval } = ratio;
      return [
        {
          ...{ record: id, workload, arm, armLabel: names(arm).label },
          ...{ reference: study.reference, referenceLabel: names(study.reference).label },
          ...{ of: 'time', ratio: estimate },
          ...interval,
          verdict,
          from: 'measured',
        },
      ];
    }),
  );
  const printed = quoted.flatMap(({ id, ratios }) =>
    ratios.map(({ workload, arm, reference, of, ratio }): EntryRatio => ({
      ...{ record: id, workload: workload.id, arm: arm.id, armLabel: arm.label },
      ...{ reference: reference.id, referenceLabel: reference.label, of, ratio },
      from: 'quoted',
    })),
  );
  const order = entry.data.records.map(({ id }) => id);
  const workloads = study.workloads.map(({ id }) => id);
  return [...measured, ...printed].sort(
    (a, b) =>
      order.indexOf(a.record) - order.indexOf(b.record) ||
      study.subjects.indexOf(a.arm) - study.subjects.indexOf(b.arm) ||
      workloads.indexOf(a.workload) - workloads.indexOf(b.workload),
  );
}
