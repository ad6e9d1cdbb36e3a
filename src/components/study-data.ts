/** Everything a page needs of one study: its text, its code and its published record. */
import { getCollection, getEntry, type CollectionEntry } from 'astro:content';
import { systems } from '../../bench-workers/registry.ts';
import type { QuotedRecord } from '../harness/record.ts';
import type { System } from '../harness/study.ts';
import { findStudy } from '../studies/index.ts';
import { namedResults, quotedRatios, type NamedResult, type QuotedRatio } from './quoted.ts';

/** A system with its place in the study. */
export interface StudySystem {
  system: System;
  /** What it is compared with, or for: `The question is about it.` */
  role: string;
  /** How its sockets are accepted, in words. */
  arms: string;
}

/** A study ready to be shown. */
export interface StudyPage {
  entry: CollectionEntry<'studies'>;
  study: ReturnType<typeof findStudy>;
  systems: StudySystem[];
  record: QuotedRecord;
  results: NamedResult[];
  ratios: QuotedRatio[];
  /** Name of the arm that ratios are stated against. */
  reference: string;
}

/** The studies in the order of the list. */
export async function studyEntries(): Promise<CollectionEntry<'studies'>[]> {
  const entries = await getCollection('studies');
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** @throws naming file, field, value and what was expected, when the parts do not fit together */
export async function studyPage(entry: CollectionEntry<'studies'>): Promise<StudyPage> {
  const study = findStudy(entry.id);
  const file = `content/studies/${entry.id}.mdx`;
  const { published } = entry.data;
  const found = await getEntry(published);
  if (!found) throw new Error(`${file} published: got "${published.id}", expected a record's id`);
  const record = found.data;
  if (record.kind !== 'quoted') {
    throw new Error(`${file} published: got a ${record.kind} record, expected a quoted one`);
  }
  const results = namedResults(study, record, `content/records/${published.id}.json`);
  return {
    entry,
    study,
    systems: entry.data.systems.map((id) => describe(study, id, `${file} systems`)),
    record,
    results,
    ratios: quotedRatios(study, results),
    reference: study.arms.find(({ id }) => id === study.reference)?.label ?? study.reference,
  };
}

function describe(study: StudyPage['study'], id: string, field: string): StudySystem {
  const system = systems.find((each) => each.id === id);
  if (!system) {
    const known = systems.map((each) => each.id).join(', ');
    throw new Error(`${field}: got "${id}", expected one of ${known}`);
  }
  const arms = study.arms.filter((arm) => arm.system === id);
  const among = (ids: readonly string[]): boolean => arms.some((arm) => ids.includes(arm.id));
  const role = among(study.subjects)
    ? 'subject: the question is about it'
    : among([study.reference])
      ? 'reference: ratios are stated against it'
      : 'floor: the least that any RPC must cost';
  const accepts = new Set(arms.map((arm) => arm.accept));
  const words = [...accepts].map((accept) =>
    accept === 'hibernating' ? 'may hibernate' : 'kept in memory',
  );
  return { system, role, arms: words.join('; ') };
}
