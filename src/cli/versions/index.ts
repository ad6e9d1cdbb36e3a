/** `npm run versions`: the newest release of each library that is measured here. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { allSystems } from '../../libraries/systems/index.ts';
import type { SystemNotes } from '../../results/system-notes.ts';
import { column, tableOf } from '../../results/tables/table.ts';
import { toText } from '../../results/tables/text.ts';
import { runCommand } from '../shared/args.ts';

type Newest = SystemNotes['newest'];
type Specs = Readonly<Record<string, string>>;

const readJson = async <Value>(file: string): Promise<Value> =>
  JSON.parse(await readFile(file, 'utf8')) as Value;

const latestOf = (versions: readonly string[]): string | undefined =>
  versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);

/** The newest release of a package among the tags of its repository, as `git ls-remote` lists them. */
export const latestTag = (tags: string, name: string): string | undefined =>
  latestOf(
    [...tags.matchAll(/refs\/tags\/(?:v|(.+)@)?(\d+\.\d+\.\d+)$/gm)].flatMap(
      ([, of = name, version = '']) => (of === name ? version : []),
    ),
  );

/** What was found, as notes; undefined if it does not confirm all that is noted: a registry may end earlier. */
export function notedWith(
  newest: Newest,
  found: Readonly<Record<string, string | undefined>>,
  checked: string,
): Newest {
  const versions = { ...newest?.versions };
  for (const [name, version] of Object.entries(found)) {
    if (version === undefined || latestOf([version, versions[name] ?? version]) !== version) return;
    versions[name] = version;
  }
  return { ...newest, checked, versions };
}

/** Asks a command; nothing if it fails, or takes longer than 20 s. */
const output = (file: string, ...args: string[]): Promise<string> =>
  promisify(execFile)(file, args, {
    timeout: 20_000,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  }).then(
    ({ stdout }) => stdout,
    () => '',
  );

/** Asks the registry, then the repository that it or the library’s homepage names. */
async function lookUp(name: string, homepage: string) {
  // With one field of those that there are, npm would answer no object.
  const fields = ['name', 'version', 'repository.url'];
  const answer = await output('npm', 'view', name, ...fields, '--json');
  const { version, 'repository.url': url = homepage } = JSON.parse(answer || '{}') as {
    version?: string;
    'repository.url'?: string;
  };
  const address = url.replace(/^(git\+)?(ssh:\/\/git@|git:\/\/|https:\/\/)/, 'https://');
  const tags = await output('git', 'ls-remote', '--tags', address);
  return { registry: version, repository: latestTag(tags, name) };
}

async function look(write: boolean) {
  const { optionalDependencies: specs } = await readJson<{ optionalDependencies: Specs }>(
    'package.json',
  );
  const rows = [];
  for (const { id, label, homepage, needs, versions } of allSystems) {
    const packages = Object.entries(versions ?? (needs ? { [needs]: 'not installed' } : {}));
    const file = `content/systems/${id}.json`;
    const notes = existsSync(file) ? await readJson<Partial<SystemNotes>>(file) : {};
    const found: Record<string, string | undefined> = {};
    for (const [name, measured] of packages) {
      // An alias stands for the package that it names: `npm:kkrpc@2.1.0`.
      const asked = await lookUp(/^npm:(.+)@/.exec(specs[name] ?? '')?.[1] ?? name, homepage);
      const known = Object.values(asked).filter((version) => version !== undefined);
      found[name] = latestOf(known);
      const noted = notes.newest?.versions[name];
      const newest = latestOf(noted === undefined ? known : [...known, noted]) ?? 'not found';
      rows.push({ library: label, name, measured, ...asked, noted, newest });
    }
    const today = new Date().toISOString().slice(0, 10);
    const newest = packages.length > 0 ? notedWith(notes.newest, found, today) : undefined;
    if (!write || newest === undefined) continue;
    const text = JSON.stringify({ ...notes, newest });
    await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  }
  return rows;
}

type Found = Awaited<ReturnType<typeof look>>[number];

const versionsAsTable = (rows: readonly Found[]) =>
  tableOf(rows, {
    caption: 'Newest releases',
    columns: [
      column('text', 'Library', ({ library }) => library),
      column('text', 'Package', ({ name }) => name),
      column('text', 'Measured', ({ measured }) => measured),
      column('text', 'Registry', ({ registry = 'none' }) => registry),
      column('text', 'Repository', ({ repository = 'not reached' }) => repository),
      column('text', 'Noted', ({ noted = 'none' }) => noted),
      column('text', 'Behind', ({ measured, newest }) => (measured === newest ? '' : newest)),
    ],
  });

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run versions', 'npm run versions -- --write'],
      about: [
        'Asks the registry, and repositories that can be reached, for the newest release of every library',
        'that is measured here. A library whose newest version on record could not be confirmed keeps it.',
      ].join('\n'),
      flags: {
        write: { help: 'note what was found, with the date, in content/systems/' },
        json: { help: 'one JSON document instead of the table' },
      },
    },
    async ({ values }) => {
      const rows = await look(values.write === true);
      console.log(values.json ? JSON.stringify(rows, undefined, 2) : toText(versionsAsTable(rows)));
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
