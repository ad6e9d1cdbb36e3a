/** `npm test`: a browser first, then the suite or a part of it, and at the end what was left out. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { buildGo } from '../../grpc/run/go.ts';
import { EXIT_FAILURE, runCommand, UsageError } from '../shared/args.ts';
import { findFirefox, GET_CHROMIUM, GET_FIREFOX, provideChromium } from '../shared/browser.ts';
import { parts } from './parts.ts';

type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** Runs a part to its end. @returns whether it passed */
function passes(name: Part, args: readonly string[]): boolean {
  const [file, ...own] = parts[name].command;
  const bin = join(process.cwd(), 'node_modules/.bin');
  const { status } = spawnSync(file, [...own, ...args], {
    stdio: 'inherit',
    // As npm has it: what is installed here comes first.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return status === 0;
}

/** The tests that could not be run on this machine, and how to get what they need. */
async function leftOut(chromium: string | undefined): Promise<string[]> {
  const go = await buildGo();
  const firefox = findFirefox();
  return [
    ...('missing' in go ? [`what runs in Go (${go.missing})`] : []),
    ...(chromium === undefined
      ? [`all tests of pages, and the probes between windows (${GET_CHROMIUM})`]
      : firefox === undefined
        ? [`a run in Firefox (${GET_FIREFOX})`]
        : []),
  ];
}

/** Runs the parts one after the other, up to the first that fails. */
async function testAll(): Promise<number> {
  const chromium = await provideChromium();
  if (chromium !== undefined) console.error(`Browser: ${chromium}`);
  for (const name of names) {
    if (name === 'pages' && chromium === undefined) continue;
    if (!passes(name, [])) return EXIT_FAILURE;
  }
  const missing = await leftOut(chromium);
  if (missing.length > 0) console.error(`Left out: ${missing.join('; ')}.`);
  return 0;
}

export async function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [first = '', ...rest] = argv;
  const part = names.find((name) => name === first);
  if (part !== undefined) {
    process.exitCode = passes(part, rest) ? 0 : EXIT_FAILURE;
    return;
  }
  const command = {
    usage: ['npm test', 'npm test -- <part> [names and flags of vitest or Playwright]'],
    about: `Finds or installs a Chromium and runs all of the suite, or a part of it:
${names.map((name) => `  ${name}  ${parts[name].about}`).join('\n')}
What cannot be tried for lack of a browser or of Go is named in the last line.`,
    flags: {},
    positionals: true,
  } as const;
  await runCommand(
    command,
    ({ positionals: [got] }) => {
      if (got === undefined) return testAll();
      throw new UsageError(`part: got "${got}", expected one of ${names.join(', ')}`);
    },
    argv,
  );
}

if (import.meta.main) await run();
