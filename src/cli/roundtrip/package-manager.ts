/** The manifest and the package manager of a repository, and the commands that its lockfile asks for. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../shared/args.ts';
import { readText } from '../shared/files.ts';

/** Commands as a script of a workflow has them. */
export interface PackageManager {
  /** Folder of its lockfile: the root of a workspace, or that of the package itself. */
  root: string;
  /** Installs exactly what the lockfile names, where there is one. */
  install: string;
  /** Runs a program of an installed package, whose name follows. */
  exec: string;
  /** Runs a script of package.json, whose name follows. */
  run: string;
  /** Gets the package manager itself onto a machine that has Node alone. */
  setup?: string;
}

const managers = [
  { name: 'npm', locks: ['package-lock.json', 'npm-shrinkwrap.json'], frozen: 'npm ci' },
  { name: 'pnpm', locks: ['pnpm-lock.yaml'], frozen: 'pnpm install --frozen-lockfile' },
  { name: 'yarn', locks: ['yarn.lock'], frozen: 'yarn install --immutable' },
  { name: 'bun', locks: ['bun.lock', 'bun.lockb'], frozen: 'bun install --frozen-lockfile' },
] as const;
type Name = (typeof managers)[number]['name'];

const execs: Readonly<Record<Name, string>> = {
  ...{ npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn run', bun: 'bunx' },
};
const setups: Readonly<Partial<Record<Name, string>>> = {
  ...{ pnpm: 'corepack enable', yarn: 'corepack enable', bun: 'npm install --global bun' },
};

/** A package.json. */
export interface Manifest {
  file: string;
  content: {
    packageManager?: string;
    workspaces?: unknown;
    scripts?: Record<string, string>;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  indent: string;
}

/** Reads the package.json of a folder, or makes a new one. @throws UsageError where it cannot be read */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, 'package.json');
  const text = existsSync(file) ? await readText(file) : '{ "private": true }';
  const indent = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  try {
    return { file, content: JSON.parse(text) as Manifest['content'], indent };
  } catch (cause) {
    throw new UsageError(`${file}: got what is no JSON, expected a manifest`, { cause });
  }
}

/**
 * The package manager that installs the package in a folder; npm where nothing names one.
 *
 * @param top folder of the repository, above which nothing is looked for
 */
export async function packageManagerOf(folder: string, top = folder): Promise<PackageManager> {
  for (let root = folder; ; root = dirname(root)) {
    const { packageManager = '', workspaces } = (await readManifest(root)).content;
    const isWorkspace = workspaces !== undefined || existsSync(join(root, 'pnpm-workspace.yaml'));
    const [named = ''] = packageManager.split('@');
    const has = (file: string) => existsSync(join(root, file));
    const found =
      managers.find(({ name }) => name === named) ?? managers.find(({ locks }) => locks.some(has));
    // A package in a folder of a repository that is no workspace has a lockfile of its own, or none.
    if (found && (root === folder || isWorkspace)) return commandsOf(found, root);
    if (root === top || root === dirname(root)) return commandsOf(managers[0], folder);
  }
}

function commandsOf({ name, locks, frozen }: (typeof managers)[number], root: string) {
  const lock = locks.find((file) => existsSync(join(root, file)));
  const isClassic =
    lock === 'yarn.lock' && readFileSync(join(root, lock), 'utf8').includes('yarn lockfile v1');
  const exact = isClassic ? 'yarn install --frozen-lockfile' : frozen;
  const setup = setups[name];
  return {
    ...{ root, install: lock === undefined ? `${name} install` : exact },
    ...{ exec: execs[name], run: `${name} run`, ...(setup !== undefined && { setup }) },
  };
}
