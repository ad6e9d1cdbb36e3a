/** The file of a journal entry: its front matter filled from records, and a place for the text. */
import { stringify } from 'yaml';
import type { MeasuredRecord } from '../harness/record/index.ts';

/** What an author says of an entry, and where it will stand. */
interface Written {
  title: string;
  description: string;
  /** Number of the entry in its study’s journal, from 1. */
  place: number;
  /** Ids of its records: `<study>/<name>`. */
  records: readonly string[];
}

/**
 * @param records at least one; of one study, one commit and the same versions
 * @returns the text of its file
 */
export function entryFile(
  records: readonly MeasuredRecord[],
  { title, description, place, records: ids }: Written,
): string {
  const [first] = records;
  const front = {
    study: first?.study,
    place,
    timestamp: firstStart(records),
    commit: first?.environment.commit,
    title,
    description,
    // For the author to fill.
    changed: [],
    settings: [...new Set(records.map((each) => each.environment.setting))],
    vantage: '',
    systems: Object.assign({}, ...records.map((each) => each.environment.versions)) as object,
    records: ids,
  };
  const yaml = stringify(front, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 160,
  });
  return `---
${yaml}---

{/* What was asked, and what the records show. Numbers come from the records, never by hand. */}
`;
}

/** Name of an entry’s file and of its records’: `2026-11-21-what-hibernation-costs`. */
export function entryName(records: readonly MeasuredRecord[], slug: string): string {
  return `${firstStart(records).slice(0, 10)}-${slug}`;
}

/** Names of an entry’s records: its own name, numbered where there are several. */
export function recordNames(name: string, count: number): string[] {
  return count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
}

function firstStart(records: readonly MeasuredRecord[]): string {
  return records.map(({ startedAt }) => startedAt).toSorted()[0] ?? '';
}

/** A title as the end of a file’s name; empty where nothing of it is fit for one. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '').join('-');
}
