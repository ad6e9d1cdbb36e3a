/** `roundtrip init`: writes what a contestant needs to be measured into the folder that it is called in. */
import { existsSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { oneOf, runCommand, UsageError } from '../shared/args.ts';
import { readText } from '../shared/text-file.ts';
import { CONTESTANTS, FOLDER } from '../measure/outside/kinds.ts';

const kinds = CONTESTANTS.map(({ kind }) => kind);
type Kind = (typeof kinds)[number];

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['roundtrip init [kind] [flags]'],
      about: `Writes an example to ${FOLDER}/, and a script "bench" to package.json. Nothing that is there
is overwritten. Kinds:
${CONTESTANTS.map(({ kind, what }) => `${kind}, ${what}`).join('; ')}.`,
      positionals: true,
      flags: { folder: { value: '<folder>', help: `where the example goes (${FOLDER})` } },
    },
    async ({ values: { folder = FOLDER }, positionals }) => {
      const [named, ...others] = positionals;
      if (others.length > 0)
        throw new UsageError(`kind: got ${positionals.join(' ')}, expected one`);
      const kind = named === undefined ? await ask() : oneOf('kind', named, kinds);
      const templates = new URL(`templates/${kind}/`, import.meta.url);
      const names = await readdir(templates);
      const files = names.map((name) => join(folder, name));
      const there = files.find((path) => existsSync(path));
      if (there !== undefined)
        throw new UsageError(`${there} exists already, and is left as it is`);
      const manifest = await manifestWith(`roundtrip measure ${folder}`);
      await cp(templates, folder, { recursive: true, errorOnExist: true, force: false });
      await writeFile('package.json', manifest);
      console.log(`Written: ${files.join(', ')}, and the script "bench" in package.json.`);
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
