import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { type MeasuredRecord, readRecord } from '../../harness/record/index.ts';
import { obstacles, type Obstacle } from '../../report/obstacles.ts';
import { findStudy } from '../../studies/index.ts';
import { UsageError } from '../shared/args.ts';

export interface EntryOptions {
  title: string;
  description: string;
  /** End of the entry's name; made from the title where absent. */
  slug: string | undefined;
  /** Stamps that the author knows of. */
  allow: ReadonlyArray<NonNullable<Obstacle['allow']>>;
}

/**
 * Makes an entry of records that were taken at one commit, and moves them to where records live.
 * Nothing is changed unless everything can be done, and nothing is ever overwritten.
 *
 * @returns paths of the entry and its records, relative to the root
 * @throws Error when a file is no record that may be published, when the records belong to
 *   different studies, commits or versions, or when the entry exists already
 */
export async function publishEntry(
  files: readonly string[],
  root: string,
  options: EntryOptions,
): Promise<{ entry: string; records: string[] }> {
  const sources = files.map((file) => resolve(file));
  const twice = sources.find((file, index) => sources.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`records: got ${twice} twice, expected it once`);
  const records: MeasuredRecord[] = [];
  for (const file of files) records.push(await readPublishable(file, options.allow));
  const study = same('study', files, records, ({ study: id }) => id);
  const commit = same('environment.commit', files, records, (record) => record.environment.commit);

  const timestamp = records.map(({ startedAt }) => startedAt).toSorted()[0] ?? '';
  const name = `${timestamp.slice(0, 10)}-${slugOf(options)}`;
  const names = files.map((_, index) => (files.length === 1 ? name : `${name}-${index + 1}`));
  const entry = join(root, 'content/entries', study, `${name}.mdx`);
  const targets = names.map((each) => join(root, 'content/records', study, `${each}.json`));
  for (const target of [entry, ...targets.filter((each) => !sources.includes(each))]) {
    if (!existsSync(target)) continue;
    throw new Error(`${target} exists already: entries and records are never rewritten`);
  }
  const text = entryText({
    study,
    place: await nextPlace(join(root, 'content/entries', study)),
    timestamp,
    commit,
    title: options.title,
    description: options.description,
    // For the author to fill.
    changed: [],
    settings: [...new Set(records.map(({ environment }) => environment.setting))],
    vantage: '',
    systems: versionsOf(files, records),
    records: names.map((each) => `${study}/${each}`),
  });
  await mkdir(join(root, 'content/entries', study), { recursive: true });
  await mkdir(join(root, 'content/records', study), { recursive: true });
  // Copied first and deleted last: whatever fails between, no record is lost.
  for (const [index, source] of sources.entries()) {
    const target = targets[index];
    if (target === undefined || target === source) continue;
    await copyFile(source, target, constants.COPYFILE_EXCL);
  }
  await writeFile(entry, text, { flag: 'wx' });
  for (const source of sources) if (!targets.includes(source)) await unlink(source);
  return {
    entry: relative(root, entry),
    records: targets.map((target) => relative(root, target)),
  };
}

async function readPublishable(
  file: string,
  allow: EntryOptions['allow'],
): Promise<MeasuredRecord> {
  const record = readRecord(await readFile(file, 'utf8'), file);
  if (record.kind !== 'measured') {
    throw new Error(`${file}: kind: got ${record.kind}, expected measured`);
  }
  const [obstacle] = obstacles(record).filter(
    (each) => each.allow === undefined || !allow.includes(each.allow),
  );
  if (obstacle !== undefined) {
    const way = obstacle.allow === undefined ? '' : `, unless --${obstacle.allow} is given`;
    throw new Error(`${file}: ${obstacle.what}: it is not published${way}`);
  }
  const study = findStudy(record.study);
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

/** The value that all records share. */
function same<Value extends string | undefined>(
  field: string,
  files: readonly string[],
  records: readonly MeasuredRecord[],
  read: (record: MeasuredRecord) => Value,
): Value {
  const [first, ...others] = records.map(read);
  const odd = others.findIndex((value) => value !== first);
  if (odd !== -1) {
    throw new Error(
      `${files[odd + 1]}: ${field}: got ${others[odd]}, expected ${first} as in the first`,
    );
  }
  return first as Value;
}

/** Versions of all packages; records of one entry agree on them. */
function versionsOf(
  files: readonly string[],
  records: readonly MeasuredRecord[],
): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const [index, { environment }] of records.entries()) {
    for (const [name, version] of Object.entries(environment.versions)) {
      const expected = (versions[name] ??= version);
      if (expected === version) continue;
      throw new Error(
        `${files[index]}: environment.versions.${name}: got ${version}, expected ${expected} as in the first`,
      );
    }
  }
  return versions;
}

function slugOf({ slug, title }: EntryOptions): string {
  if (slug === undefined) {
    const words = title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f'’]/g, '')
      .split(/[^a-z0-9]+/);
    const made = words.filter((word) => word !== '').join('-');
    if (made !== '') return made;
    throw new UsageError(`--slug: got none, and the title "${title}" gives none, expected one`);
  }
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return slug;
  throw new UsageError(`--slug: got "${slug}", expected small letters, digits and single hyphens`);
}

/** The place behind the last of a study's journal. */
async function nextPlace(directory: string): Promise<number> {
  let last = 0;
  for (const file of existsSync(directory) ? await readdir(directory) : []) {
    if (!file.endsWith('.mdx')) continue;
    const text = await readFile(join(directory, file), 'utf8');
    last = Math.max(last, Number(/^place: (\d+)$/m.exec(text)?.[1] ?? 0));
  }
  return last + 1;
}

function entryText(front: Readonly<Record<string, unknown>>): string {
  const yaml = stringify(front, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  });
  return `---
${yaml}---

{/* What was asked, and what the records show. Numbers come from the records, never by hand. */}
`;
}
