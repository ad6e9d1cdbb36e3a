/** `npm test`: a browser first, then the suite or a part of it, and at the end what was left out. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { buildGo } from '../../wire/grpc/run/go.ts';
import { allCases } from '../../testing/all-cases.ts';
import { chooseTestPorts, testSite } from '../../testing/site.ts';
import { EXIT_FAILURE, runCommand, UsageError } from '../shared/args.ts';
import { GET_CHROMIUM, provideChromium } from '../shared/browser.ts';
import { catchInterrupt, EXIT_INTERRUPTED, startGroup } from '../shared/process-end.ts';

/** The parts of the suite: a part’s own command, to which other arguments go. */
const parts = {
  check: {
    about: 'formatting, lint, types, dead code and workflows',
    command: ['npm', 'run', '--silent', 'check'],
  },
  units: {
    about: 'units, and systems on local workerd: names of files or tests',
    command: ['vitest', 'run'],
  },
  pages: { about: 'pages in a real Chromium: names of files', command: ['playwright', 'test'] },
  browsers: {
    about: 'live benchmarks in Firefox and WebKit, those that are installed; no part of the whole',
    command: ['playwright', 'test', '--config', 'src/testing/browsers.config.ts'],
  },
  format: {
    about: 'rewrites files as `check` expects them and names them; no part of the suite as a whole',
    command: ['prettier', '--write', '--list-different', '.'],
  },
} as const;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** Rules of ESLint that need types are left to `npm run check` and the night: eslint.config.js. */
const WITHOUT_TYPES = { UNTYPED: '1' } as const;

/** Runs a part to its end. @returns whether it passed */
async function passes(
  name: Part,
  args: readonly string[],
  signal: AbortSignal,
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const [file, ...own] = parts[name].command;
  const bin = join(process.cwd(), 'node_modules/.bin');
  // As npm has it: what is installed here comes first.
  const path = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const options = { stdio: 'inherit', env: { ...process.env, ...env, ...path } } as const;
  const child = startGroup(file, [...own, ...args], options, signal);
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

/**
 * The pages beside the units and then the checks. Live runs go one after another and wait much of their time, so the
 * pages take longest; the checks wait for nothing.
 *
 * @returns the parts that failed
 */
async function failedParts(hasPages: boolean, signal: AbortSignal): Promise<Part[]> {
  const failed: Part[] = [];
  const part = async (name: Part, env?: typeof WITHOUT_TYPES): Promise<void> => {
    if (!(await passes(name, [], signal, env))) failed.push(name);
  };
  const unitsAndChecks = async (): Promise<void> => {
    await part('units');
    await part('check', allCases ? undefined : WITHOUT_TYPES);
  };
  await Promise.all([hasPages && part('pages'), unitsAndChecks()]);
  return failed;
}

async function testAll(): Promise<number> {
  const chromium = await provideChromium();
  if (chromium !== undefined) console.error(`Browser: ${chromium}`);
  await chooseTestPorts();
  const { signal } = catchInterrupt();
  const failed = await failedParts(chromium !== undefined, signal)
    .catch((error: unknown): Part[] => {
      if (!signal.aborted) throw error;
      return [];
    })
    .finally(() => rm(testSite().directory, { recursive: true, force: true }));
  if (signal.aborted) return EXIT_INTERRUPTED;
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(' and ')}.`);
  const go = await buildGo();
  const missing = [
    ...('missing' in go ? [`what runs in Go (${go.missing})`] : []),
    ...(chromium === undefined ? [`all tests of pages (${GET_CHROMIUM})`] : []),
  ];
  if (missing.length > 0) console.error(`Left out: ${missing.join('; ')}.`);
  return 0;
}

export async function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [first = '', ...rest] = argv;
  const part = names.find((name) => name === first);
  if (part !== undefined) {
    process.exitCode = (await passes(part, rest, catchInterrupt().signal)) ? 0 : EXIT_FAILURE;
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
