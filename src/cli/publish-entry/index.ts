/** `npm run publish-entry`: makes a journal entry of records. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { withOutsideOf } from '../../harness/plan/index.ts';
import { CONTROL, type SessionRecord } from '../../harness/record/index.ts';
import { resultFile, writeResult } from '../../results/file.ts';
import { obstacles, type Obstacle } from '../../results/notices.ts';
import { resultOf } from '../../results/rows-of.ts';
import { findOutline } from '../../studies/outlines.ts';
import { runCommand, UsageError } from '../shared/args.ts';
import { readRecordFile, readText } from '../shared/text-file.ts';

export interface EntryOptions {
  title: string;
  description: string;
  /** End of the entry's name; made from the title where absent. */
  slug: string | undefined;
  /** Stamps that the author knows of. */
  allow: ReadonlyArray<NonNullable<Obstacle['allow']>>;
}

/** A record that is published: where it is, and where it goes. */
interface Published {
  source: string;
  record: SessionRecord;
  id: string;
  /** Path of the record and of its result, relative to the root. */
  target: string;
  result: string;
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
  const startedAt = records.map((each) => each.startedAt).toSorted()[0] ?? '';
  const name = `${startedAt.slice(0, 10)}-${slugOf(options)}`;
  const all = records.map((record, at): Published => {
    const id = `${study}/${records.length === 1 ? name : `${name}-${at + 1}`}`;
    const target = `content/records/${id}.json`;
    return { source: sources[at] ?? '', record, id, target, result: resultFile(id) };
  });
  const moved = all.filter(({ source, target }) => source !== join(root, target));
  const entry = `content/entries/${study}/${name}.mdx`;
  for (const target of [entry, ...moved.map((each) => each.target)]) {
    if (!existsSync(join(root, target))) continue;
    const path = join(root, target);
    throw new Error(`${path} exists already: entries and records are never rewritten`);
  }
  const place = await nextPlace(join(root, 'content/entries', study));
  const ids = all.map(({ id }) => id);
  const write = async (file: string, text: string, flag = 'wx') => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text, { flag });
  };
  const results = all.map(({ record, result }) => [result, writeResult(resultOf(record))] as const);
  // Copied first and deleted last: whatever fails between, no record is lost.
  for (const { source, target } of moved) await write(target, await readText(source));
  for (const [file, text] of results) await write(file, text, 'w');
  await write(entry, entryText(records, options, { place, startedAt, ids }));
  for (const { source } of moved) await unlink(source);
  const [targets, made] = [all.map(({ target }) => target), all.map(({ result }) => result)];
  return { entry, records: targets, results: made };
}

/** The file that an entry begins as: its front matter filled from records, and a frame for the text. */
function entryText(
  records: readonly SessionRecord[],
  { title, description }: EntryOptions,
  { place, startedAt, ids }: { place: number; startedAt: string; ids: readonly string[] },
): string {
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

/** Longest slug: it stands in addresses, and systems take no names of files above 255 bytes. */
const LONGEST = 100;

/** The end of an entry’s name. @throws UsageError naming the value got and what was expected */
function slugOf({ slug, title }: Pick<EntryOptions, 'slug' | 'title'>): string {
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

async function readPublishable(file: string, allow: EntryOptions['allow']): Promise<SessionRecord> {
  const record = await readRecordFile(file);
  if (record.kind !== 'measured') {
    throw new Error(`${file}: got a ${record.kind} record, expected a measured one`);
  }
  const obstacle = obstacles(record).find(
    (each) => each.allow === undefined || !allow.includes(each.allow),
  );
  if (obstacle !== undefined) {
    const way = obstacle.allow === undefined ? '' : `, unless --${obstacle.allow} is given`;
    throw new Error(`${file}: ${obstacle.what}: it is not published${way}`);
  }
  const study = withOutsideOf(findOutline(record.study), [record.environment]);
  for (const what of ['arms', 'workloads'] as const) {
    const ids = study[what].map(({ id }) => id);
    const stranger = record.plan[what].find((id) => id !== CONTROL && !ids.includes(id));
    if (stranger === undefined) continue;
    const expected = `expected one of ${ids.join(', ')}`;
    throw new Error(`${file}: plan.${what}: got "${stranger}", ${expected}`);
  }
  return record;
}

/** The circumstances that all records of an entry must share, by the names of their fields. */
function sharedBy({ study, environment }: SessionRecord): Map<string, string | undefined> {
  const { commit, generator, versions, outside = [] } = environment;
  return new Map<string, string | undefined>([
    ['study', study],
    ['environment.commit', commit],
    ['environment.generator', generator],
    ...Object.entries(versions).map(
      ([name, version]) => [`environment.versions.${name}`, version] as const,
    ),
    // Of a server that was called by its address there are no files, and it says its versions.
    ...outside
      .filter(({ digest }) => digest !== undefined)
      .map(({ id, digest }) => [`environment.outside.${id}`, digest] as const),
  ]);
}

/** @throws Error naming the first record that was taken in other circumstances, and the field */
function expectShared(files: readonly string[], records: readonly SessionRecord[]): void {
  const expected = new Map<string, string | undefined>();
  for (const [index, record] of records.entries()) {
    for (const [field, value] of sharedBy(record)) {
      if (!expected.has(field)) expected.set(field, value);
      const first = expected.get(field);
      if (first === value) continue;
      throw new Error(`${files[index]}: ${field}: got ${value}, expected ${first} as in the first`);
    }
  }
}

async function nextPlace(directory: string): Promise<number> {
  const names = existsSync(directory) ? await readdir(directory) : [];
  const entries = names.filter((name) => name.endsWith('.mdx'));
  const texts = await Promise.all(entries.map((name) => readFile(join(directory, name), 'utf8')));
  return 1 + Math.max(0, ...texts.map((text) => Number(/^place: (\d+)$/m.exec(text)?.[1] ?? 0)));
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
      if (positionals.length === 0)
        throw new UsageError('records: got none, expected a file or more');
      const [title, description] = (['title', 'description'] as const).map((name) => {
        const text = values[name]?.trim() ?? '';
        if (text === '') throw new UsageError(`--${name}: got none, expected a text`);
        return text;
      }) as [string, string];
      const stamps = ['allow-partial', 'allow-dirty', 'allow-stale'] as const;
      const allow = stamps.filter((flag) => values[flag]);
      const options = { title, description, slug: values.slug, allow };
      const { entry, records, results } = await publishEntry(positionals, process.cwd(), options);
      for (const file of [entry, ...records, ...results]) console.log(file);
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
