/** `npm run publish-entry`: makes a journal entry of records. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { withOutsideOf } from '../../harness/plan/index.ts';
import type { SessionRecord } from '../../harness/record/index.ts';
import { RESULTS, resultFile, writeResult } from '../../results/file.ts';
import { obstacles, type Obstacle } from '../../results/notices.ts';
import { resultOf } from '../../results/rows-of.ts';
import { findOutline } from '../../studies/outlines.ts';
import { runCommand, UsageError } from '../shared/args.ts';
import { readRecordFile, readText } from '../shared/text-file.ts';
import { stringify } from 'yaml';

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
 * The file that an entry of the journal begins as: its front matter filled from records, and a frame for the text.
 *
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

export interface EntryOptions {
  title: string;
  description: string;
  /** End of the entry's name; made from the title where absent. */
  slug: string | undefined;
  /** Stamps that the author knows of. */
  allow: ReadonlyArray<NonNullable<Obstacle['allow']>>;
}

/**
 * Makes an entry of records that were taken at one commit, moves them to where records live, and writes
 * what the site shows of each. Nothing is changed unless everything can be done, and nothing is ever overwritten.
 *
 * @returns paths of the entry, its records and their results, relative to the root
 * @throws Error when a file is no record that may be published, when the records belong to
 *   different studies, commits or versions, or when the entry exists already
 */
export async function publishEntry(
  files: readonly string[],
  root: string,
  options: EntryOptions,
): Promise<{ entry: string; records: string[]; results: string[] }> {
  const sources = files.map((file) => resolve(file));
  const twice = sources.find((file, index) => sources.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`records: got ${twice} twice, expected it once`);
  const records: SessionRecord[] = [];
  for (const file of files) records.push(await readPublishable(file, options.allow));
  expectShared(files, records);
  const study = records[0]?.study ?? '';
  const name = entryName(records, slugOf(options));
  const names = files.map((_, at) => (files.length === 1 ? name : `${name}-${at + 1}`));
  const entry = join(root, 'content/entries', study, `${name}.mdx`);
  const targets = names.map((each) => join(root, 'content/records', study, `${each}.json`));
  const ids = names.map((each) => `${study}/${each}`);
  const results = ids.map((id, at) => ({
    file: join(root, resultFile(id)),
    text: writeResult(resultOf(records[at] as SessionRecord)),
  }));
  for (const target of [entry, ...targets.filter((each) => !sources.includes(each))]) {
    if (!existsSync(target)) continue;
    throw new Error(`${target} exists already: entries and records are never rewritten`);
  }
  const text = entryFile(records, {
    title: options.title,
    description: options.description,
    place: await nextPlace(join(root, 'content/entries', study)),
    records: ids,
  });
  for (const folder of ['content/entries', 'content/records', RESULTS]) {
    await mkdir(join(root, folder, study), { recursive: true });
  }
  // Copied first and deleted last: whatever fails between, no record is lost.
  for (const [index, source] of sources.entries()) {
    const target = targets[index];
    if (target === undefined || target === source) continue;
    await writeFile(target, await readText(source), { flag: 'wx' });
  }
  for (const result of results) await writeFile(result.file, result.text);
  await writeFile(entry, text, { flag: 'wx' });
  for (const source of sources) if (!targets.includes(source)) await unlink(source);
  return {
    entry: relative(root, entry),
    records: targets.map((target) => relative(root, target)),
    results: results.map((result) => relative(root, result.file)),
  };
}

async function readPublishable(file: string, allow: EntryOptions['allow']): Promise<SessionRecord> {
  const record = await readRecordFile(file);
  if (record.kind !== 'measured') {
    throw new Error(`${file}: got a ${record.kind} record, expected a measured one`);
  }
  const [obstacle] = obstacles(record).filter(
    (each) => each.allow === undefined || !allow.includes(each.allow),
  );
  if (obstacle !== undefined) {
    const way = obstacle.allow === undefined ? '' : `, unless --${obstacle.allow} is given`;
    throw new Error(`${file}: ${obstacle.what}: it is not published${way}`);
  }
  const study = withOutsideOf(findOutline(record.study), [record.environment]);
  for (const what of ['arms', 'workloads'] as const) {
    const ids = study[what].map(({ id }) => id);
    const stranger = record.plan[what].find((id) => id !== 'twin' && !ids.includes(id));
    if (stranger !== undefined) {
      throw new Error(
        `${file}: plan.${what}: got "${stranger}", expected one of ${ids.join(', ')}`,
      );
    }
  }
  return record;
}

/** The circumstances that all records of an entry must share, by the names of their fields. */
function sharedBy({ study, environment }: SessionRecord): Record<string, string | undefined> {
  const { commit, generator, versions, outside = [] } = environment;
  const all = { study, 'environment.commit': commit, 'environment.generator': generator };
  const others = [
    ...Object.entries(versions).map(([name, version]) => [`environment.versions.${name}`, version]),
    // Of a server that was called by its address there are no files, and it says its versions.
    ...outside.flatMap(({ id, digest }) =>
      digest === undefined ? [] : [[`environment.outside.${id}`, digest]],
    ),
  ];
  return { ...all, ...(Object.fromEntries(others) as Record<string, string>) };
}

/** @throws Error naming the first record that was taken in other circumstances, and the field */
function expectShared(files: readonly string[], records: readonly SessionRecord[]): void {
  const expected = new Map<string, string | undefined>();
  for (const [index, record] of records.entries()) {
    for (const [field, value] of Object.entries(sharedBy(record))) {
      if (!expected.has(field)) expected.set(field, value);
      const first = expected.get(field);
      if (first === value) continue;
      throw new Error(`${files[index]}: ${field}: got ${value}, expected ${first} as in the first`);
    }
  }
}

async function nextPlace(directory: string): Promise<number> {
  let last = 0;
  for (const file of existsSync(directory) ? await readdir(directory) : []) {
    if (!file.endsWith('.mdx')) continue;
    const text = await readFile(join(directory, file), 'utf8');
    last = Math.max(last, Number(/^place: (\d+)$/m.exec(text)?.[1] ?? 0));
  }
  return last + 1;
}

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run publish-entry -- <record.json>… --title <text> --description <text> [flags]',
      ],
      about: `Makes the file of a journal entry, its front matter filled from the records, moves the records
into content/records/, and writes what the site shows of them to content/results/. What changed since the last
entry is left for the author to say.`,
      positionals: true,
      flags: {
        title: { value: '<text>', help: 'title of the entry' },
        description: { value: '<text>', help: 'one sentence on what was measured' },
        slug: { value: '<name>', help: 'end of the file’s name (made from the title)' },
        'allow-partial': { help: 'publish a record that was ended early' },
        'allow-dirty': { help: 'publish a record whose code differs from its commit or has none' },
        'allow-stale': {
          help: 'publish a record whose Workers ran another commit than its client',
        },
      },
    },
    async ({ values, positionals }) => {
      const { title, description, slug } = values;
      if (positionals.length === 0)
        throw new UsageError('records: got none, expected a file or more');
      const [missing] =
        Object.entries({ title, description }).find(([, text]) => !text?.trim()) ?? [];
      if (title === undefined || description === undefined || missing !== undefined) {
        throw new UsageError(`--${missing ?? 'title'}: got none, expected a text`);
      }
      const made = await publishEntry(positionals, process.cwd(), {
        title: title.trim(),
        description: description.trim(),
        slug,
        allow: (['allow-partial', 'allow-dirty', 'allow-stale'] as const).filter(
          (flag) => values[flag],
        ),
      });
      for (const file of [made.entry, ...made.records, ...made.results]) console.log(file);
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
