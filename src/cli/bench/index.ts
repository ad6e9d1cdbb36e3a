/** `npm run bench`: what is measured in addition to the studies. */
import { runCommand, UsageError } from '../shared/args.ts';

interface Subcommand {
  about: string;
  load: () => Promise<(argv: readonly string[]) => Promise<void>>;
}

/** Subcommands by their names. Each is loaded when it is asked for. */
const subcommands = new Map<string, Subcommand>([
  [
    'probe',
    {
      about: 'asks every library the questions of the capability matrix',
      load: async () => (await import('../probe/index.ts')).run,
    },
  ],
  [
    'failures',
    {
      about: 'fails connections on purpose, and records what each library does',
      load: async () => (await import('../failures/index.ts')).run,
    },
  ],
  [
    'crowds',
    {
      about: 'what many calls and many clients cost, in memory and in time',
      load: async () => (await import('../crowds/index.ts')).run,
    },
  ],
  [
    'harness',
    {
      about: 'what the harness adds to a call, as a ratio to a bare loop',
      load: async () => (await import('./instrument.ts')).runHarness,
    },
  ],
  [
    'calibrate',
    {
      about: 'how often the statistics are right on simulated runs whose truth is known',
      load: async () => (await import('./instrument.ts')).runCalibrate,
    },
  ],
  [
    'repeats',
    {
      about: 'how often the next of several simulated runs falls into the interval given for it',
      load: async () => (await import('./instrument.ts')).runRepeats,
    },
  ],
]);

const command = {
  usage: ['npm run bench -- <subcommand> [flags]', 'npm run bench -- <subcommand> --help'],
  about: `Measures what the matrix shows of libraries, and the instrument itself.
${[...subcommands].map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`).join('\n')}`,
  flags: {},
  positionals: true,
} as const;

export async function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [name = '', ...rest] = argv;
  const subcommand = subcommands.get(name);
  if (subcommand !== undefined) return (await subcommand.load())(rest);
  await runCommand(
    command,
    () => {
      const known = [...subcommands.keys()].join(', ');
      throw new UsageError(`subcommand: got "${name}", expected one of ${known}`);
    },
    argv,
  );
}

if (import.meta.main) await run();
