/** `roundtrip-bench init`: writes what a library needs to be measured into the folder that it is called in. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { bareOrigin } from '../../bench-client/about.ts';
import { runCommand, UsageError } from '../shared/args.ts';
import { checkoutRoot } from '../shared/checkout.ts';
import { readText } from '../shared/files.ts';

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
      if (address !== undefined && bareOrigin(address) === undefined) {
        const expected = 'expected an origin such as http://localhost:3000';
        throw new UsageError(`--address: got "${address}", ${expected}`);
      }
      const what = address === undefined ? folder : `${folder}=${address}`;
      const manifest = await manifestWith(script, `roundtrip-bench measure ${what}`);
      const files =
        address === undefined ? ['client.js', 'worker.js', 'wrangler.jsonc'] : ['client.js'];
      const texts: Array<readonly [file: string, text: string]> = [];
      for (const name of files) {
        texts.push([join(folder, name), await template(`object/${name}`)]);
      }
      const root = await checkoutRoot(process.cwd());
      if (root !== undefined && address === undefined) {
        texts.push([relative('', join(root, WORKFLOW)), await workflowOf(root, folder)]);
      }
      const there = texts.filter(([file]) => existsSync(file)).map(([file]) => file);
      for (const [file, text] of texts) {
        if (there.includes(file)) continue;
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text, { flag: 'wx' });
        console.log(`Written: ${file}`);
      }
      if (manifest !== undefined) {
        await writeFile('package.json', manifest);
        console.log(`Written: the script "${script}" in package.json`);
      }
      const left = [...there, ...(manifest === undefined ? [`the script "${script}"`] : [])];
      if (left.length > 0) console.log(`Left as it is: ${left.join(', ')}`);
      const next =
        manifest === undefined ? `npx roundtrip-bench measure ${what}` : `npm run ${script}`;
      console.log(`Next: ${next}. Then put your library in the place of the example.`);
      return 0;
    },
    argv,
  );

/** The workflow of a package in the checkout at `root`: of its base and its head, each installed by itself. */
async function workflowOf(root: string, folder: string): Promise<string> {
  const inside = relative(root, process.cwd());
  const [base, head] = [join('base', inside), join('head', inside)];
  // Without a lockfile `npm ci` refuses.
  const install = ['package-lock.json', 'npm-shrinkwrap.json'].some((file) => existsSync(file));
  const values = {
    base,
    head,
    folder,
    other: relative(head, join(base, folder)),
    install: install ? 'npm ci' : 'npm install',
  };
  const text = await template('bench.yml');
  return text.replaceAll(/__(\w+)__/g, (_, name: keyof typeof values) => values[name]);
}

/**
 * The package.json of this folder with the script, or a new one; undefined where it has one of that name.
 *
 * @throws UsageError where it cannot be read
 */
async function manifestWith(name: string, script: string): Promise<string | undefined> {
  const file = 'package.json';
  const text = existsSync(file) ? await readText(file) : '{ "private": true }';
  let manifest: { scripts?: Record<string, string> };
  try {
    manifest = JSON.parse(text) as typeof manifest;
  } catch (cause) {
    throw new UsageError(`${file}: got what is no JSON, expected a manifest`, { cause });
  }
  const { scripts = {} } = manifest;
  if (Object.hasOwn(scripts, name)) return undefined;
  const indent = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  const whole = { ...manifest, scripts: { ...scripts, [name]: script } };
  return `${JSON.stringify(whole, undefined, indent)}\n`;
}
