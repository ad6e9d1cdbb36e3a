/** The commands of the package, each by the code that the site’s own have. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureCommand } from '../measure/options.ts';
import { CLIENTS } from '../measure/outside/folder.ts';
import { namesFolder, supervise } from '../measure/outside/foreign-code.ts';
import { type Flags, helpOf, oneOf, orReport, UsageError } from '../shared/args.ts';
import { FOLDER, run as init } from './init.ts';

/** Folder of this package: the Worker of the bench and its configuration are beside this file. */
const home = fileURLToPath(new URL('.', import.meta.url));

const USAGE = [
  'roundtrip-bench measure [folder] [flags]',
  'roundtrip-bench measure --system base=<folder> --system head=<folder> [flags]',
];
const HELP = {
  usage: ['roundtrip-bench init [flags]', ...USAGE],
  about: `Measures your RPC or sync library beside a plain WebSocket, Cap’n Web and others, in alternating turns,
with an A/A control. The folder is ${FOLDER} unless it is named. Each tells more with --help.
--version prints the version of the package.`,
  flags: {},
};

/** Flags of commands that are not in the package. */
const ABSENT = ['server', 'browser'];
const flags: Flags = Object.fromEntries(
  Object.entries(measureCommand.flags).filter(([name]) => !ABSENT.includes(name)),
);
const MEASURE = {
  usage: USAGE,
  about: `Measures the library of a folder, ${FOLDER} unless named, beside others and prints what it found; or the
libraries of two folders against each other, such as two checkouts of your repository, in one run.
Ctrl-C ends the run and keeps what is complete; a second one ends at once.`,
  flags,
};

const asksForHelp = (arg = ''): boolean => arg === '--help' || arg === '-h';

/** @param argv what follows the command’s own name */
export async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || asksForHelp(name)) return console.log(helpOf(HELP));
  if (name === '--version') {
    const manifest = readFileSync(join(home, '../package.json'), 'utf8');
    return console.log((JSON.parse(manifest) as { version: string }).version);
  }
  await orReport(async () => {
    if (process.versions['pnp'] !== undefined) {
      const expected = 'nodeLinker: node-modules in .yarnrc.yml, and yarn install after it';
      throw new Error(
        `packages: got Yarn’s Plug’n’Play without node_modules, expected ${expected}`,
      );
    }
    if (oneOf('command', name, ['init', 'measure']) === 'init') await init(args);
    else if (args.some(asksForHelp)) console.log(helpOf(MEASURE));
    else {
      await supervise();
      const { run } = await import('../measure/index.ts');
      const isNamed = namesFolder(args);
      await run(isNamed ? args : withFolder(args), home);
    }
    return Number(process.exitCode ?? 0);
  });
}

/** The arguments with the study, and the folder that is named first. */
function withFolder(args: readonly string[]): string[] {
  const [first = ''] = args;
  const isNamed = first !== '' && !first.startsWith('-');
  const given = isNamed ? first : existsSync(FOLDER) ? FOLDER : '.';
  // Behind its name may follow where a server of it listens.
  const folder = given.replace(/=https?:.*$/, '');
  if (!CLIENTS.some((file) => existsSync(join(folder, file)))) {
    const expected = `expected one with a ${CLIENTS.join(' or ')}`;
    throw new UsageError(`folder: got ${folder}, ${expected}: npx roundtrip-bench init writes one`);
  }
  return ['lumenize-vs-capnweb', '--system', given, ...args.slice(isNamed ? 1 : 0)];
}
