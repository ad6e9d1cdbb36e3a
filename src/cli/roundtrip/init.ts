/** `roundtrip-bench init`: writes what a library needs to be measured into the folder that it is called in. */
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { readOrigin, runCommand, UsageError } from '../shared/args.ts';
import { checkoutRoot, isIgnored } from '../shared/checkout.ts';
import { readText, writeWithFolders } from '../shared/files.ts';

/** Folder that it writes to, and that `measure` looks for. */
export const FOLDER = 'bench';
const WORKFLOW = '.github/workflows/bench.yml';

const template = (name: string): Promise<string> =>
  readFile(new URL(`templates/${name}`, import.meta.url), 'utf8');

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['roundtrip-bench init [flags]'],
      about: `Writes a client, the Worker that answers it, a script in package.json, and a workflow of GitHub Actions
that compares a pull request with its base. What is there already is left as it is.`,
      flags: {
        folder: { value: '<folder>', help: `where the example goes (${FOLDER})` },
        script: { value: '<name>', help: 'name of the script in package.json (bench)' },
        address: {
          value: '<origin>',
          help: 'a server of yours, which answers in place of a Worker',
        },
      },
    },
    async ({ values: { folder = FOLDER, script = 'bench', address } }) => {
      if (address !== undefined) readOrigin('--address', address);
      const what = address === undefined ? folder : `${folder}=${address}`;
      const manifest = await readManifest('');
      const root = await checkoutRoot(process.cwd());
      const manager = await packageManagerOf(process.cwd(), root);
      const files =
        address === undefined ? ['client.js', 'worker.js', 'wrangler.jsonc'] : ['client.js'];
      const texts: Array<readonly [file: string, text: string]> = [];
      for (const name of files) {
        texts.push([join(folder, name), await template(`object/${name}`)]);
      }
      if (root !== undefined && address === undefined) {
        texts.push([relative('', join(root, WORKFLOW)), await workflowOf(root, folder, manager)]);
      }
      const there = texts.filter(([file]) => existsSync(file)).map(([file]) => file);
      for (const [file, text] of texts) {
        if (there.includes(file)) continue;
        await writeWithFolders(file, text);
        console.log(`Written: ${file}`);
      }
      const { scripts = {} } = manifest.content;
      const isTaken = Object.hasOwn(scripts, script);
      if (!isTaken) {
        manifest.content.scripts = { ...scripts, [script]: `roundtrip-bench measure ${what}` };
        await writeManifest(manifest);
        console.log(`Written: the script "${script}" in package.json`);
      }
      const left = [...there, ...(isTaken ? [`the script "${script}"`] : [])];
      if (left.length > 0) console.log(`Left as it is: ${left.join(', ')}`);
      const isMoved = root !== undefined && (await keepArchive(root, manager));
      const next = isTaken
        ? `${manager.exec} roundtrip-bench measure ${what}`
        : `${manager.run} ${script}`;
      const [name] = manager.run.split(' ');
      console.log(
        `Next: ${isMoved ? `${name} install && ` : ''}${next}. Then replace the example with your library.`,
      );
      return 0;
    },
    argv,
  );

/** The workflow of a package in the checkout at `root`. It installs base and head separately. */
async function workflowOf(root: string, folder: string, manager: PackageManager): Promise<string> {
  const [inside, lockfile] = [relative(root, process.cwd()), relative(root, manager.root)];
  const [base, head] = [join('base', inside), join('head', inside)];
  const { install, exec, setup } = manager;
  const values = {
    base,
    head,
    folder,
    install,
    exec,
    baseRoot: join('base', lockfile),
    headRoot: join('head', lockfile),
    other: relative(head, join(base, folder)),
    setup,
  };
  const text = await template('bench.yml');
  return text
    .replace(setup === '' ? / *- run: __setup__\n/ : /^/, '')
    .replaceAll(/__(\w+)__/g, (_, name: keyof typeof values) => values[name]);
}

const writeManifest = ({ file, content, indent }: Manifest): Promise<void> =>
  writeFile(file, `${JSON.stringify(content, undefined, indent)}\n`);

const PACKAGE = 'roundtrip-bench';
/** Folder of a repository that holds the file of this package. */
const VENDOR = 'vendor';

/**
 * Copies the file that this package was installed from into the repository, unless it is there: a runner has nothing
 * else.
 *
 * @returns whether a manifest names another file now, so that packages have to be installed again
 */
async function keepArchive(root: string, manager: PackageManager): Promise<boolean> {
  for (const folder of new Set([process.cwd(), manager.root])) {
    const manifest = await readManifest(folder);
    const { devDependencies = {}, dependencies = {} } = manifest.content;
    const list = PACKAGE in devDependencies ? devDependencies : dependencies;
    const [, path] = /^(?:file:)?((?!\w+:\/\/).*\.tgz)$/.exec(list[PACKAGE] ?? '') ?? [];
    if (path === undefined) continue;
    const from = resolve(folder, path);
    const isInside = !relative(root, await realpath(from)).startsWith('..');
    const kept = isInside ? from : join(folder, VENDOR, basename(from));
    if (!isInside) {
      await mkdir(dirname(kept), { recursive: true });
      await copyFile(from, kept);
      list[PACKAGE] = `file:${relative(folder, kept)}`;
      await writeManifest(manifest);
      const file = relative('', manifest.file);
      console.log(
        `Copied: ${relative('', from)} to ${relative('', kept)}, which ${file} names now`,
      );
    }
    const added = relative('', kept);
    if (await isIgnored(kept)) {
      console.log(`Ignored by git: ${added}. A runner needs it: git add --force ${added}`);
    }
    return !isInside;
  }
  return false;
}

/**
 * By name: lockfiles, the command that installs exactly what they name, what runs a program, and what brings it onto a
 * machine that has only Node; empty if Node does.
 */
const managers = {
  npm: [['package-lock.json', 'npm-shrinkwrap.json'], 'ci', 'npx', ''],
  pnpm: [['pnpm-lock.yaml'], 'install --frozen-lockfile', 'pnpm exec', 'corepack enable'],
  yarn: [['yarn.lock'], 'install --immutable', 'yarn run', 'corepack enable'],
  bun: [['bun.lock', 'bun.lockb'], 'install --frozen-lockfile', 'bunx', 'npm install --global bun'],
} as const;
type Name = keyof typeof managers;
type PackageManager = ReturnType<typeof commandsOf>;
const names = Object.keys(managers) as Name[];

interface Manifest {
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

/** @throws UsageError where it cannot be read */
async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, 'package.json');
  const text = existsSync(file) ? await readText(file) : '{ "private": true }';
  const indent = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  try {
    return { file, content: JSON.parse(text) as Manifest['content'], indent };
  } catch (cause) {
    throw new UsageError(`${file}: got what is no JSON, expected a manifest`, { cause });
  }
}

/** Npm installs where nothing names another. @param top folder of the repository, above which nothing is looked for */
async function packageManagerOf(folder: string, top = folder) {
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

/** Commands as a script of a workflow has them. @param root folder of its lockfile: of a workspace, or of the package itself */
function commandsOf(name: Name, root: string) {
  const [locks, frozen, exec, setup] = managers[name];
  const lock = locks.find((file) => existsSync(join(root, file)));
  const text = lock === 'yarn.lock' ? readFileSync(join(root, lock), 'utf8') : '';
  const exact = text.includes('yarn lockfile v1') ? 'install --frozen-lockfile' : frozen;
  const install = `${name} ${lock === undefined ? 'install' : exact}`;
  return { root, install, exec, run: `${name} run`, setup };
}
