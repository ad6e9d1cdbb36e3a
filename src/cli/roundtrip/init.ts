/** `roundtrip-bench init`: writes what a library needs to be measured into the folder that it is called in. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { readOrigin, runCommand } from '../shared/args.ts';
import { checkoutRoot, isIgnored } from '../shared/checkout.ts';
import { writeWithFolders } from '../shared/files.ts';
import {
  type Manifest,
  type PackageManager,
  packageManagerOf,
  readManifest,
} from './package-manager.ts';

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
