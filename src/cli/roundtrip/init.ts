/** `roundtrip init`: writes what a contestant needs to be measured into the folder that it is called in. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { oneOf, runCommand, UsageError } from '../shared/args.ts';
import { readText } from '../shared/text-file.ts';
import { CONTESTANTS, FOLDER } from '../measure/outside/kinds.ts';

const kinds = CONTESTANTS.map(({ kind }) => kind);
type Kind = (typeof kinds)[number];

const initCommand = {
  usage: ['roundtrip init [kind] [flags]'],
  about: `Writes an example to ${FOLDER}/, and a script "bench" to package.json. Nothing that is there
is overwritten. Kinds:
${CONTESTANTS.map(({ kind, what }) => `${kind}, ${what}`).join('; ')}.`,
  positionals: true,
  flags: { folder: { value: '<folder>', help: `where the example goes (${FOLDER})` } },
} as const;

const template = (path: string) => readFile(new URL(`templates/${path}`, import.meta.url), 'utf8');

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    initCommand,
    async ({ values: { folder = FOLDER }, positionals }) => {
      const [named, ...others] = positionals;
      if (others.length > 0)
        throw new UsageError(`kind: got ${positionals.join(' ')}, expected one`);
      const kind = named === undefined ? await ask() : oneOf('kind', named, kinds);
      const names = await readdir(new URL(`templates/${kind}/`, import.meta.url));
      const files = new Map<string, string>();
      for (const name of names) files.set(join(folder, name), await template(`${kind}/${name}`));
      for (const path of files.keys()) {
        if (existsSync(path)) throw new UsageError(`${path} exists already, and is left as it is`);
      }
      const manifest = await manifestWith(`roundtrip measure ${folder}`);
      for (const [path, text] of files) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text, { flag: 'wx' });
      }
      await writeFile('package.json', manifest);
      console.log(
        `Written: ${[...files.keys()].join(', ')}, and the script "bench" in package.json.`,
      );
      console.log('Next: npm run bench. Then put your library in the place of the example.');
      return 0;
    },
    argv,
  );

/** @throws UsageError where nobody can be asked */
async function ask(): Promise<Kind> {
  if (!process.stdin.isTTY)
    throw new UsageError(`kind: got none, expected one of ${kinds.join(', ')}`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const list = CONTESTANTS.map(({ kind, what }) => `  ${kind}: ${what}\n`).join('');
    return oneOf('kind', (await asking.question(`What is measured?\n${list}> `)).trim(), kinds);
  } finally {
    asking.close();
  }
}

/**
 * The package.json of this folder with the script, or a new one.
 *
 * @throws UsageError where it has another script of that name, or cannot be read
 */
async function manifestWith(bench: string): Promise<string> {
  const file = 'package.json';
  const text = existsSync(file) ? await readText(file) : '{ "private": true }';
  let manifest: { scripts?: Record<string, string> };
  try {
    manifest = JSON.parse(text) as typeof manifest;
  } catch (cause) {
    throw new UsageError(`${file}: got what is no JSON, expected a manifest`, { cause });
  }
  const { scripts = {} } = manifest;
  if (![undefined, bench].includes(scripts['bench'])) {
    throw new UsageError(
      `${file}: got a script "bench" already, expected none: it is left as it is`,
    );
  }
  const indent = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  return `${JSON.stringify({ ...manifest, scripts: { ...scripts, bench } }, undefined, indent)}\n`;
}
