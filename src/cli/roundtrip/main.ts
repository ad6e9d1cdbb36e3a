/** The commands of the package, each by the code that the site’s own have. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureCommand } from '../measure/options.ts';
import { type Flags, helpOf, oneOf, orReport } from '../shared/args.ts';
import { FOLDER, kindOf } from '../measure/outside/kinds.ts';

/** Where this package lies: the Worker of the bench and its configuration are beside this file. */
const home = fileURLToPath(new URL('.', import.meta.url));

const HELP = `Usage: roundtrip init [kind] [flags]
       roundtrip measure [folder] [flags]
       roundtrip measure --system base=<folder> --system head=<folder> [flags]

Measures your RPC or sync library beside a bare WebSocket, Cap’n Web and others, in alternating
turns, with an A/A control. The folder is ${FOLDER} unless it is named. Each tells more with --help.`;

const MEASURE = {
  usage: [
    'roundtrip measure [folder] [flags]',
    'roundtrip measure --system base=<folder> --system head=<folder> [flags]',
  ],
  about: `Measures the library of a folder, ${FOLDER} unless named, beside others and prints what it found; or the
libraries of two folders against each other, such as two checkouts of your repository, in one run.
Ctrl-C ends the run and keeps what is complete; a second one ends at once.`,
};

/** Flags of what is not in the package. */
const ANSWERED = ['server', 'browser', 'setting'];
const without = (flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !ANSWERED.includes(name)));

const commands = ['init', 'measure'] as const;

/** @param argv what follows the command’s own name */
export async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(HELP);
    return;
  }
  await orReport(async () => {
    switch (oneOf('command', name, commands)) {
      case 'init':
        await (await import('./init.ts')).run(args);
        break;
      case 'measure': {
        if (args.includes('--help') || args.includes('-h')) {
          console.log(helpOf({ ...MEASURE, flags: without(measureCommand.flags) }));
          break;
        }
        const { run } = await import('../measure/index.ts');
        if (args.some((arg) => /^--system(=|$)/.test(arg))) {
          await run(args, home);
          break;
        }
        const { study, folder, rest } = folderOf(args);
        const arms = rest.includes('--arms') ? [] : await armsHere(study);
        await run([study, '--system', folder, ...arms, ...rest], home);
      }
    }
    return Number(process.exitCode ?? 0);
  });
}

/** The folder that is named first, and the study of its kind. */
function folderOf(args: readonly string[]): { study: string; folder: string; rest: string[] } {
  const [first = ''] = args;
  const named = first !== '' && !first.startsWith('-');
  const folder = named ? first : existsSync(FOLDER) ? FOLDER : '.';
  const rest = args.slice(named ? 1 : 0);
  return { study: kindOf(folder).study, folder, rest };
}

/** Between processes, the usual arms whose runtimes are on this machine: Bun and Deno may not be. */
async function armsHere(study: string): Promise<string[]> {
  if (study !== 'kkrpc-transports') return [];
  const { processArms } = await import('../../studies/kkrpc-transports/study.ts');
  const { isHere } = await import('../../places/processes/child.ts');
  const arms = processArms.filter(
    ({ client, server, optional }) => optional !== true && isHere(client) && isHere(server),
  );
  return ['--arms', arms.map(({ id }) => id).join(',')];
}
