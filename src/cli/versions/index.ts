/** `npm run versions`: the newest release of each library that is measured here. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { optionalDependencies } from '../../../package.json';
import { allSystems } from '../../libraries/systems/index.ts';
import type { SystemNotes } from '../../results/system-notes.ts';
import { runCommand } from '../shared/args.ts';
import { runToEnd } from '../shared/process-end.ts';

type Versions = Readonly<Record<string, string | undefined>>;

const latestOf = (...versions: ReadonlyArray<string | undefined>): string | undefined =>
  versions
    .filter((version) => version !== undefined)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);

/** The newest release of a package among the tags of its repository, as `git ls-remote` lists them. */
export function latestTag(tags: string, name: string): string | undefined {
  const releases = tags.matchAll(/refs\/tags\/(?:v|(.+)@)?(\d+\.\d+\.\d+)$/gm);
  return latestOf(
    ...[...releases].map(([, of = name, version]) => (of === name ? version : undefined)),
  );
}

/**
 * The releases found, as notes. A day that is noted stays, since a mirror tells when it got a release.
 *
 * @param days of releases: `{ 'capnweb@0.12.0': '2026-09-12' }`
 * @returns undefined if they do not confirm all that is noted, since a registry may end earlier
 */
export function notedWith(
  newest: SystemNotes['newest'],
  found: Versions,
  checked: string,
  days: Versions = {},
) {
  const noted: Versions = newest?.versions ?? {};
  const isNewest = ([name, version]: [string, string | undefined]) =>
    version !== undefined && latestOf(version, noted[name]) === version;
  if (!Object.entries(found).every(isNewest)) return undefined;
  const versions = { ...noted, ...found };
  const known: Versions = { ...days, ...newest?.released };
  const released = Object.entries(versions).flatMap(([name, version]) => {
    const day = known[`${name}@${version}`];
    return day === undefined ? [] : [[`${name}@${version}`, day]];
  });
  return {
    ...newest,
    checked,
    versions,
    ...(released.length > 0 && { released: Object.fromEntries(released) as Versions }),
  };
}

/** The output of a command; nothing if it fails, or takes longer than 20 s. */
async function outputOf(file: string, ...args: string[]): Promise<string> {
  const options = { timeout: 20_000, env: { GIT_TERMINAL_PROMPT: '0' } };
  const { ok, stdout } = await runToEnd(file, args, options);
  return ok ? stdout : '';
}

/** Asks the registry, then the repository that it or the library’s homepage names. */
async function lookUp(name: string, homepage: string) {
  // With one field of those that there are, npm would answer no object.
  const fields = ['name', 'version', 'repository.url', 'time'];
  const answer = await outputOf('npm', 'view', name, ...fields, '--json');
  const {
    version,
    time,
    'repository.url': url = homepage,
  } = JSON.parse(answer || '{}') as {
    version?: string;
    'repository.url'?: string;
    time?: Versions;
  };
  const address = url.replace(/^(git\+)?(ssh:\/\/git@|git:\/\/|https:\/\/)/, 'https://');
  const tags = await outputOf('git', 'ls-remote', '--tags', address);
  const repository = latestTag(tags, name);
  // From `2026-09-12T08:30:00.000Z`.
  const day = time?.[latestOf(version, repository) ?? '']?.slice(0, 'yyyy-mm-dd'.length);
  return { registry: version, repository, day };
}

async function look(write: boolean) {
  const specs: Versions = optionalDependencies;
  const rows = [];
  for (const { id, label: library, homepage, needs, versions } of allSystems) {
    const file = `content/systems/${id}.json`;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
    const notes = JSON.parse(text) as Pick<SystemNotes, 'newest'>;
    const found: Record<string, string | undefined> = {};
    const days: typeof found = {};
    for (const [name, measured] of Object.entries(versions ?? (needs ? { [needs]: '' } : {}))) {
      // An alias stands for the package that it names: `npm:kkrpc@2.1.0`.
      const { day, ...asked } = await lookUp(
        /^npm:(.+)@/.exec(specs[name] ?? '')?.[1] ?? name,
        homepage,
      );
      found[name] = latestOf(asked.registry, asked.repository);
      days[`${name}@${found[name]}`] = day;
      const noted = notes.newest?.versions[name];
      rows.push({ library, name, measured, ...asked, noted, newest: latestOf(found[name], noted) });
    }
    const newest = notedWith(notes.newest, found, new Date().toISOString().slice(0, 10), days);
    if (!write || Object.keys(found).length === 0 || newest === undefined) continue;
    const options = { ...(await resolveConfig(file)), filepath: file };
    writeFileSync(file, await format(JSON.stringify({ ...notes, newest }), options));
  }
  return rows;
}

/** Of each package what is measured, the newest, and whether that is behind. */
const linesOf = (rows: Awaited<ReturnType<typeof look>>): string[] =>
  rows.map(({ library, name, measured, newest = 'not found' }) => {
    const isBehind = measured !== '' && newest !== 'not found' && measured !== newest;
    const versions = `${measured || 'not installed'}, newest ${newest}`;
    return `${library}: ${name} ${versions}${isBehind ? ', behind' : ''}`;
  });

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run versions', 'npm run versions -- --write'],
      about: `Asks the registry, and repositories that can be reached, for the newest release of every library that is
measured here. A library whose newest version on record was not confirmed keeps it.`,
      flags: {
        write: { help: 'note what was found, with the date, in content/systems/' },
        json: { help: 'one JSON document instead of lines' },
      },
    },
    async ({ values }) => {
      const rows = await look(values.write === true);
      console.log(values.json ? JSON.stringify(rows, undefined, 2) : linesOf(rows).join('\n'));
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
