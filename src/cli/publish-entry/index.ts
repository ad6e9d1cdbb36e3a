/** `npm run publish-entry`: makes a journal entry of records. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { withOutsideOf } from '../../core/plan/index.ts';
import { CONTROL, type SessionRecord } from '../../core/record/index.ts';
import { resultFile, writeResult } from '../../results/file.ts';
import { noticeText, obstacles } from '../../results/notices.ts';
import type { MeasuredResult } from '../../results/result.ts';
import { resultOf } from '../../results/rows-of.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { runCommand, say, UsageError } from '../shared/args.ts';
import { readRecordFile, readText } from '../shared/files.ts';
import { entryText, type EntryTexts, type Publishable, slugOf } from './entry-text.ts';

/** Flags by which an author publishes a record in spite of a fault. */
const allowances = {
  'allow-partial': { help: 'publish a record that was ended early' },
  'allow-dirty': { help: 'publish a record whose code differs from its commit or has none' },
  'allow-stale': { help: 'publish a record whose Workers ran another commit than its client' },
  'allow-few': { help: 'publish a record with an operation of too few sessions for a 95 % CI' },
  'allow-launches': { help: 'publish a record of fewer launches than five' },
  'allow-busy': { help: 'publish a record of a machine that was busy when the run began' },
};
type Allowance = keyof typeof allowances;
const allowanceNames = Object.keys(allowances) as Allowance[];

export interface EntryOptions extends EntryTexts {
  allow: readonly Allowance[];
}

/**
 * Makes an entry of records that were taken at one commit, moves them to where records live, and writes
 * what the site shows of them. Nothing is changed unless everything can be done, and nothing is ever overwritten.
 *
 * @param files records, each of which becomes one result
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
  const read = await Promise.all(files.map((file) => readPublishable(file, options.allow)));
  const [first] = read;
  if (first === undefined) throw new UsageError('records: got none, expected a file or more');
  expectShared(read);
  const { study } = first.record;
  const startedAt = read.map(({ record }) => record.startedAt).toSorted()[0] ?? '';
  const name = `${startedAt.slice(0, 10)}-${slugOf(options)}`;
  const ids = read.map((_, at) => `${study}/${read.length === 1 ? name : `${name}-${at + 1}`}`);
  const records = ids.map((id) => `content/records/${id}.json`);
  const results = ids.map((id) => resultFile(id));
  const entry = `content/entries/${study}/${name}.mdx`;
  for (const target of [entry, ...records]) {
    const path = join(root, target);
    // A record may lie where it belongs already.
    if (!existsSync(path) || sources.includes(path)) continue;
    throw new Error(`${path} exists already: entries and records are never rewritten`);
  }
  const place = await nextPlace(join(root, 'content/entries', study));
  const write = async (file: string, text: string, flag = 'wx') => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text, { flag });
  };
  const moves = records.flatMap((target, at) => {
    const source = sources[at] ?? '';
    return source === join(root, target) ? [] : [{ source, target }];
  });
  // Copied first and deleted last, so that no failure between loses a record.
  for (const { source, target } of moves) await write(target, await readText(source));
  for (const [at, { result }] of read.entries()) {
    await write(results[at] ?? '', writeResult(result), 'w');
  }
  const draft = entryText(read, options, { place, startedAt, ids });
  const style = await resolveConfig(join(root, entry));
  await write(entry, await format(draft, { ...style, parser: 'mdx' }));
  for (const { source } of moves) await unlink(source);
  return { entry, records, results };
}

interface Doubt {
  what: string;
  /** Absent where nothing allows it. */
  allow?: Allowance;
}

/** Faults of a result that the site would show. */
function* doubts({ rows, notices, schema }: MeasuredResult): Generator<Doubt> {
  const busy = notices.find(({ name }) => name === 'busy');
  if (busy) yield { what: noticeText(busy, schema), allow: 'allow-busy' };
  const compared = rows.filter(({ ratios }) => Object.keys(ratios).length > 0);
  for (const [workload, own] of Map.groupBy(compared, (row) => row.workload)) {
    const ratios = own.flatMap((row) => Object.values(row.ratios));
    if (ratios.some(({ low }) => low !== undefined)) continue;
    const what = `it has too few sessions for a 95 % CI of ${workload}: measure longer`;
    yield { what, allow: 'allow-few' };
  }
}

async function readPublishable(file: string, allow: EntryOptions['allow']): Promise<Publishable> {
  const record = await readRecordFile(file);
  if (record.kind !== 'measured') {
    throw new Error(`${file}: got a ${record.kind} record, expected a measured one`);
  }
  const study = withOutsideOf(findOutline(record.study), [record.environment]);
  for (const what of ['arms', 'workloads'] as const) {
    const ids = study[what].map(({ id }) => id);
    const stranger = record.plan[what].find((id) => id !== CONTROL && !ids.includes(id));
    if (stranger === undefined) continue;
    const expected = `expected one of ${ids.join(', ')}`;
    throw new Error(`${file}: plan.${what}: got "${stranger}", ${expected}`);
  }
  const result = resultOf(record);
  const all: Doubt[] = [...obstacles(record), ...doubts(result)];
  const doubt = all.find((each) => each.allow === undefined || !allow.includes(each.allow));
  if (doubt !== undefined) {
    const way = doubt.allow === undefined ? '' : ` unless --${doubt.allow} is given`;
    throw new Error(`${file} is not published${way}: ${doubt.what}`);
  }
  return { file, record, result };
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
function expectShared(read: readonly Publishable[]): void {
  const expected = new Map<string, string | undefined>();
  for (const { file, record } of read) {
    for (const [field, value] of sharedBy(record)) {
      if (!expected.has(field)) expected.set(field, value);
      const first = expected.get(field);
      if (first === value) continue;
      throw new Error(`${file}: ${field}: got ${value}, expected ${first} as in the first`);
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
into content/records/, and writes what the site shows of each to content/results/. What changed since the last entry
is left for the author to say.`,
      positionals: true,
      flags: {
        title: { value: '<text>', help: 'title of the entry' },
        description: { value: '<text>', help: 'one sentence on what was measured' },
        slug: { value: '<name>', help: 'end of the file’s name (made from the title)' },
        ...allowances,
      },
    },
    async ({ values, positionals }) => {
      const textOf = (name: 'title' | 'description') => {
        const text = values[name]?.trim() ?? '';
        if (text === '') throw new UsageError(`--${name}: got none, expected a text`);
        return text;
      };
      const { entry, records, results } = await publishEntry(positionals, process.cwd(), {
        title: textOf('title'),
        description: textOf('description'),
        slug: values.slug,
        allow: allowanceNames.filter((flag) => values[flag]),
      });
      for (const file of [entry, ...records, ...results]) console.log(file);
      say(`Next: write in ${entry} what changed, and the text.`);
      say('npm start -- --dev shows the page, and npm run check names what is missing.');
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
