/**
 * `npm run bench -- nightly`: what is worth an hour of a night. On this machine every case of which the
 * suite tries one of each kind; with --origin, whether a deployed bench still answers.
 */
import { join } from 'node:path';
import { bareOrigin } from '../../bench-client/about.ts';
import {
  EXIT_FAILURE,
  listOf,
  refuseFlags,
  runCommand,
  UsageError,
  wholeNumber,
} from '../shared/args.ts';
import { runToEnd } from '../shared/process-end.ts';
import { NIGHTLY } from '../test/parts.ts';
import { checkTonight } from './nightly-check.ts';

interface Job {
  about: string;
  /** A command of `src/cli` and what it is given. */
  argv: readonly string[];
}

const jobs: Readonly<Record<string, Job>> = {
  units: { about: 'every case of the unit tests, at full size', argv: ['test', 'units'] },
  pages: { about: 'every case of the page tests', argv: ['test', 'pages'] },
  probe: { about: 'every question of the capability matrices, in each place', argv: ['probe'] },
  fuzz: {
    about: 'ten times the frames of a fuzz',
    argv: ['bench', 'fuzz', '--frames', '100000', '--attacks', 'all'],
  },
  harness: { about: 'what the harness adds to a call', argv: ['bench', 'harness'] },
  guard: { about: 'what the limits of the bench add', argv: ['bench', 'harness', '--guard'] },
  generator: {
    about: 'what the load generator reaches',
    argv: ['bench', 'harness', '--study', 'grpc-go-vs-lisp'],
  },
  lighthouse: { about: 'how Lighthouse judges a page of each kind', argv: ['bench', 'pages'] },
};

interface Done {
  job: string;
  ok: boolean;
  seconds: number;
}

/** Runs one after the other, whatever becomes of those before. What they print goes to stderr. */
export async function runJobs(
  wanted: ReadonlyArray<readonly [name: string, argv: readonly string[]]>,
  root = process.cwd(),
): Promise<Done[]> {
  const done: Done[] = [];
  for (const [job, [command = '', ...args]] of wanted) {
    process.stderr.write(`\n${job}: ${[command, ...args].join(' ')}\n`);
    const startedAt = performance.now();
    const file = join(root, 'src/cli', command, 'index.ts');
    const { ok } = await runToEnd(process.execPath, ['--import', 'tsx', file, ...args], {
      ...{ cwd: root, aloud: true, env: { [NIGHTLY]: '1' } },
    });
    done.push({ job, ok, seconds: Math.round((performance.now() - startedAt) / 1000) });
  }
  return done;
}

const known = Object.keys(jobs);

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run bench -- nightly [--only <jobs>] [--json]',
        'npm run bench -- nightly --origin <url> --history <file> [flags]',
      ],
      about: `Runs what takes too long for each change, one after the other, and says what failed:
${Object.entries(jobs)
  .map(([name, { about }]) => `  ${name.padEnd(10)}  ${about}`)
  .join('\n')}
With --origin asks a deployed bench what a deploy asks of it: commit, headers, a round of every arm,
storage that is emptied. Then measures the reference against itself. Adds the night to a file of all
nights, and says what is worth an issue: an arm that stopped answering, an A/A control that differs in
the third night running. NIGHTLY_KEY in the environment is sent as the secret of its share of the day.`,
      flags: {
        only: { value: '<a,b>', help: `which of ${known.join(', ')} (all)` },
        origin: { value: '<url>', help: 'look at a deployed bench: origin of pages and bench' },
        history: {
          value: '<file>',
          help: 'JSON of the nights so far; a new file when it is missing',
        },
        record: { value: '<file>', help: 'write the record of the A/A control to a new file' },
        time: { value: '<seconds>', help: 'measure the A/A control for so long, 1 to 600 (30)' },
        quick: { help: 'do not wait until objects that the check wrote are emptied, ten minutes' },
        json: { help: 'one JSON document on stdout: the jobs, or the night and its alarms' },
      },
    },
    async ({ values }) => {
      const { json, origin: given, history, record, time, quick, only } = values;
      if (given === undefined) {
        refuseFlags(
          values,
          ['history', 'record', 'time', 'quick'],
          'here, expected it with --origin only',
        );
        const wanted = only === undefined ? known : listOf('--only', only, known);
        const done = await runJobs(wanted.map((name) => [name, jobs[name]?.argv ?? []]));
        const lines = done.map(
          ({ job, ok, seconds }) => `${ok ? 'passed' : 'FAILED'}  ${job}, after ${seconds} s`,
        );
        console.log(json ? JSON.stringify(done) : lines.join('\n'));
        return done.every(({ ok }) => ok) ? 0 : EXIT_FAILURE;
      }
      refuseFlags(values, ['only'], 'here, expected it without --origin only');
      const origin = bareOrigin(given);
      if (origin === undefined) {
        throw new UsageError(`--origin: got "${given}", expected one such as https://example.org`);
      }
      if (history === undefined) throw new UsageError('--history: got none, expected a file');
      const budgetMs = wholeNumber('--time', time ?? '30', 1, 600) * 1000;
      const { document, text } = await checkTonight({ origin, history, record, budgetMs, quick });
      console.log(json ? JSON.stringify(document, undefined, 2) : text);
      return 0;
    },
    argv,
  );
