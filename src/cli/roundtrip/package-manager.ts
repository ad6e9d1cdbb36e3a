/** The manifest and the package manager of a repository, and the commands that its lockfile asks for. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../shared/args.ts';
import { readText } from '../shared/files.ts';

/** Commands as a script of a workflow has them. */
export interface PackageManager {
  /** Folder of its lockfile: the root of a workspace, or that of the package itself. */
  root: string;
  /** Installs exactly what the lockfile names, if there is one. */
  install: string;
  /** Runs a program of an installed package, whose name follows. */
  exec: string;
  /** Runs a script of package.json, whose name follows. */
  run: string;
  /** Gets the package manager onto a machine that has only Node; empty if Node brings it. */
  setup: string;
}

/** By name: lockfiles, the command that installs exactly what they name, what runs a program, what brings it. */
const managers = {
  npm: [['package-lock.json', 'npm-shrinkwrap.json'], 'ci', 'npx', ''],
  pnpm: [['pnpm-lock.yaml'], 'install --frozen-lockfile', 'pnpm exec', 'corepack enable'],
  yarn: [['yarn.lock'], 'install --immutable', 'yarn run', 'corepack enable'],
  bun: [['bun.lock', 'bun.lockb'], 'install --frozen-lockfile', 'bunx', 'npm install --global bun'],
} as const;
type Name = keyof typeof managers;
const names = Object.keys(managers) as Name[];

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
      names.find((name) => name === named) ?? names.find((name) => managers[name][0].some(has));
    // A package in a folder of a repository that is no workspace has a lockfile of its own, or none.
    if (found && (root === folder || isWorkspace)) return commandsOf(found, root);
    if (root === top || root === dirname(root)) return commandsOf('npm', folder);
  }
}

function commandsOf(name: Name, root: string): PackageManager {
  const [locks, frozen, exec, setup] = managers[name];
  const lock = locks.find((file) => existsSync(join(root, file)));
  const text = lock === 'yarn.lock' ? readFileSync(join(root, lock), 'utf8') : '';
  const exact = text.includes('yarn lockfile v1') ? 'install --frozen-lockfile' : frozen;
  const install = `${name} ${lock === undefined ? 'install' : exact}`;
  return { root, install, exec, run: `${name} run`, setup };
}
