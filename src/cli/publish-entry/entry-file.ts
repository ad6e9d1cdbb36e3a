/** The file that an entry of the journal begins as: its front matter filled from records, and a frame for the text. */
import { stringify } from 'yaml';
import type { SessionRecord } from '../../harness/record/index.ts';
import { UsageError } from '../shared/args.ts';

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
  records: readonly SessionRecord[],
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

## What was asked

## What the records show

{/* Numbers come from the records, by <Number>, <Ratio> and <Claim>. */}
`;
}

/** Name of an entry’s file and of its records’: `2026-11-21-what-hibernation-costs`. */
export function entryName(records: readonly SessionRecord[], slug: string): string {
  return `${firstStart(records).slice(0, 10)}-${slug}`;
}

function firstStart(records: readonly SessionRecord[]): string {
  return records.map(({ startedAt }) => startedAt).toSorted()[0] ?? '';
}

/** Longest slug: it stands in addresses, and systems take no names of files above 255 bytes. */
const LONGEST = 100;

/**
 * The end of an entry’s name: the one given, or made from the title.
 *
 * @throws UsageError naming the value got and what was expected
 */
export function slugOf({ slug, title }: { slug: string | undefined; title: string }): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .split(/[^a-z0-9]+/);
  const found = slug ?? words.filter((word) => word !== '').join('-');
  const expected = `small letters, digits and single hyphens, ${LONGEST} at most`;
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(found) && found.length <= LONGEST) return found;
  const got = slug === undefined ? `none, and the title gives "${found}"` : `"${slug}"`;
  throw new UsageError(`--slug: got ${got}, expected ${expected}`);
}
