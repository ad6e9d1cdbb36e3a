/** An earlier release of a library: a copy of this checkout in which it stands in for the installed one. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { linkTo, type Link } from '../../../wire/links/link.ts';
import { loadSystem } from '../../../matrix/questions/ask.ts';
import { weighBundle } from '../../../matrix/questions/bundle.ts';
import { findIn, findSystem, systems, versionsOf } from '../../../libraries/systems/index.ts';
import { say, UsageError } from '../../shared/args.ts';
import { runToEnd } from '../../shared/process-end.ts';
import { readWranglerConfig } from '../../shared/workerd.ts';
import { digestOf, type OutsideFolder, servedAt } from './folder.ts';

/** A library and one of its versions, as `capnweb@0.1.0` names them. */
export interface Release {
  system: string;
  version: string;
}

/** Reads `capnweb@0.1.0`; undefined of any other text. @throws RangeError naming the systems there are */
export function readRelease(given: string): Release | undefined {
  const [, system, version] = /^([a-z][a-z-]*)@(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(given) ?? [];
  if (system === undefined || version === undefined) return undefined;
  const packages = packagesOf(system);
  if (packages.length > 0) return { system, version };
  throw new UsageError(`--system ${given}: got a system without a package, expected a library`);
}

const installedVersion = (system: string): string => Object.values(versionsOf(system))[0] ?? '';

/** The packages of a library that are released together: those of the version that its first one has. */
function packagesOf(system: string): string[] {
  const versions = versionsOf(findSystem(system).id);
  const own = installedVersion(system);
  return Object.keys(versions).filter((name) => versions[name] === own);
}

const byVersion = new Intl.Collator('en', { numeric: true }).compare;

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** Folder of releases, which git ignores. */
const RELEASES = '.local/releases';
/** The files that a checkout is measured from. */
const CODE = [
  'src',
  'bench-workers',
  'wrangler.jsonc',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
];

/**
 * Makes the folder of a release: the code of the checkout, and links to what is installed but for the library.
 * Where its interface differed, `client.v0.1.ts` stands in for `client.ts` up to the last release that begins so.
 *
 * @throws Error where the registry does not have the release, or does not answer
 */
export async function folderOf({ system, version }: Release, root: string): Promise<string> {
  const kept = join(root, RELEASES, `${system}@${version}`);
  const packages = packagesOf(system);
  const isInstalled = version === installedVersion(system);
  if (!isInstalled && !existsSync(kept)) await install(packages, version, kept);
  const folder = join(root, RELEASES, `${system}@${version}-code`);
  await rm(folder, { recursive: true, force: true });
  for (const name of CODE) await cp(join(root, name), join(folder, name), { recursive: true });
  const installed = join(root, 'node_modules');
  for (const name of await namesIn(installed)) {
    const from = !isInstalled && packages.includes(name) ? join(kept, 'node_modules') : installed;
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(from, name), join(folder, 'node_modules', name));
  }
  await standIn(join(folder, 'src/libraries/systems', system), version);
  return folder;
}

async function install(packages: string[], version: string, kept: string): Promise<void> {
  say(`Installing ${packages.map((name) => `${name}@${version}`).join(', ')} …`);
  // Whole or not at all: a folder that is there counts as installed.
  const making = `${kept}-${process.pid}`;
  await mkdir(making, { recursive: true });
  const flags = ['--no-save', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  const wanted = packages.map((name) => `${name}@${version}`);
  const { ok, stderr } = await runToEnd('npm', [
    'install',
    '--prefix',
    making,
    ...flags,
    ...wanted,
  ]);
  if (!ok) {
    await rm(making, { recursive: true, force: true });
    throw new Error(`npm install ${wanted.join(' ')}: got ${lastLine(stderr)}, expected a release`);
  }
  await rename(making, kept);
}

/** Names of the packages in a folder of them, with their scopes. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const scoped = names
    .filter((name) => name.startsWith('@'))
    .map(async (scope) => (await readdir(join(folder, scope))).map((name) => `${scope}/${name}`));
  const plain = names.filter((name) => !name.startsWith('@') && name !== '.cache');
  return [...plain, ...(await Promise.all(scoped)).flat()];
}

/** Puts the files of a library that are for a release where today’s stand. */
async function standIn(folder: string, version: string): Promise<void> {
  const own = (await readdir(folder)).flatMap((file) => {
    const [, name, last] = /^([a-z-]+)\.v(\d+\.\d+)\.ts$/.exec(file) ?? [];
    return name === undefined || last === undefined ? [] : { file, name, last };
  });
  const isFor = (last: string) => version.startsWith(`${last}.`) || byVersion(version, last) < 0;
  // The earliest that is not too early comes last, and stays.
  for (const { file, name, last } of own.toSorted((a, b) => byVersion(b.last, a.last))) {
    if (isFor(last)) await cp(join(folder, file), join(folder, `${name}.ts`));
  }
}

/** A release has a bench of its own, which is served beside that of the run. */
export async function readReleaseLibrary(release: Release, root: string): Promise<OutsideFolder> {
  const { system: id, version } = release;
  const checkout = await folderOf(release, root);
  const { label, addressSuffix: suffix, arms } = findIn('system', systems, id);
  const calls = arms.filter(({ streams, only }) => !streams?.only && only === undefined);
  const named = `${id}-${version.replaceAll(/[^a-z0-9]+/g, '-')}`;
  const folder = join(checkout, 'src/libraries/systems', id);
  const versions = Object.fromEntries(packagesOf(id).map((name) => [name, version]));
  const { code } = await loadSystem(id);
  const { gzip: gzipBytes } = await weighBundle(code.bundle, checkout);
  const client = pathToFileURL(join(folder, 'client.ts')).href;
  return {
    ...servedAt(undefined),
    folder,
    digest: await digestOf(folder),
    deployment: undefined,
    gzipBytes,
    system: {
      id: named,
      label: `${label} ${version}`,
      versions,
      arms: calls.map(({ name, label: called, accept, cannot }) => ({
        name,
        label: called,
        accept,
        cannot,
      })),
    },
    worker: {
      id: `release-${named}`,
      folder: checkout,
      config: await readWranglerConfig(checkout),
      vars: { SETTING: 'workerd', ALLOWED_ORIGINS: '' },
    },
    async load() {
      const { open } = (await import(client)) as { open: (link: Link) => Promise<never> };
      // Its bench serves it by the name that it has here.
      return { open: ({ arm, ...link }) => open(linkTo({ system: id, arm, suffix }, link)) };
    },
  };
}
