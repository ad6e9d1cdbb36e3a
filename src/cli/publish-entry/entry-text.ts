/** The file that an entry begins as: its name, front matter filled from the records, and a frame for the text. */
import { stringify } from 'yaml';
import { clientName } from '../../results/names.ts';
import type { SessionRecord } from '../../core/record/index.ts';
import type { MeasuredResult } from '../../results/result.ts';
import { UsageError } from '../shared/args.ts';

export interface EntryTexts {
  title: string;
  description: string;
  /** End of the entry's name; made from the title where absent. */
  slug: string | undefined;
}

/** A record that may be published, and what the site shows of it. */
export interface Publishable {
  file: string;
  record: SessionRecord;
  result: MeasuredResult;
}

export function entryText(
  read: readonly Publishable[],
  { title, description }: EntryTexts,
  { place, startedAt, ids }: { place: number; startedAt: string; ids: readonly string[] },
): string {
  const records = read.map(({ record }) => record);
  const front = {
    study: records[0]?.study,
    place,
    timestamp: startedAt,
    commit: records[0]?.environment.commit,
    title,
    description,
    // For the author to fill.
    changed: [],
    settings: [...new Set(records.map((each) => each.environment.setting))],
    vantage: [...new Set(read.map(({ result }) => vantageOf(result)))].join(' '),
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

/** From where to where it was measured: `Node.js and the server on one machine.` */
function vantageOf({ rows: [row] }: MeasuredResult): string {
  if (row === undefined) return '';
  const { client, place } = row;
  const name = clientName(client).replace(/^\w/, (letter) => letter.toUpperCase());
  if (place.setting === 'deployed') return `${name}, with the server on Cloudflare.`;
  if (place.roundTripMs === 0) return `${name} and the server on one machine.`;
  // A test refuses figures with a unit that are typed into an entry.
  return `${name} and the server on one machine, with a simulated network between them.`;
}

/** Longest slug: it stands in addresses, and systems take no names of files above 255 bytes. */
const LONGEST = 100;

/** The end of an entry’s name. @throws UsageError naming the value got and what was expected */
export function slugOf({ slug, title }: Pick<EntryTexts, 'slug' | 'title'>): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .split(/[^a-z0-9]+/);
  const found = slug ?? words.filter((word) => word !== '').join('-');
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(found) && found.length <= LONGEST) return found;
  const got = slug === undefined ? `none, and the title gives "${found}"` : `"${slug}"`;
  const expected = `small letters, digits and single hyphens, ${LONGEST} at most`;
  throw new UsageError(`--slug: got ${got}, expected ${expected}`);
}
