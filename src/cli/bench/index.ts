/** `npm run bench`: what is measured in addition to the studies. */
import { writeFile } from 'node:fs/promises';
import { type Args, runCommand, UsageError, wholeNumber } from '../shared/args.ts';

type Run = (argv: readonly string[]) => Promise<void>;

/** Subcommands by their names, each with its help. Code is loaded when it is asked for. */
const subcommands: Readonly<Record<string, { about: string; run: Run }>> = {
  probe: {
    about: 'asks every library the questions of the capability matrix',
    run: async (argv) => (await import('../probe/index.ts')).run(argv),
  },
  failures: {
    about: 'fails connections on purpose, and records what each library does',
    run: async (argv) => (await import('../failures/index.ts')).run(argv),
  },
  crowds: {
    about: 'what many calls and many clients cost, in memory and in time',
    run: async (argv) => (await import('../crowds/index.ts')).run(argv),
  },
  harness: { about: 'what the harness adds to a call, as a ratio to a bare loop', run: runHarness },
  calibrate: {
    about: 'how often the statistics are right on simulated launches whose truth is known',
    run: runCalibration,
  },
};

const command = {
  usage: ['npm run bench -- <subcommand> [flags]', 'npm run bench -- <subcommand> --help'],
  about: `Measures what the matrix shows of libraries, and the instrument itself.
${Object.entries(subcommands)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join('\n')}`,
  flags: {},
  positionals: true,
} as const;

export async function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [name = '', ...rest] = argv;
  if (Object.hasOwn(subcommands, name)) return subcommands[name]?.run(rest);
  const refuse = () => {
    const known = Object.keys(subcommands).join(', ');
    throw new UsageError(`subcommand: got "${name}", expected one of ${known}`);
  };
  await runCommand(command, refuse, argv);
}

function runHarness(argv: readonly string[]): Promise<void> {
  const harness = {
    usage: ['npm run bench -- harness [--rounds <number>]'],
    about:
      'Measures what the harness adds to a call: a ratio to a bare loop without meter, watch or samples.',
    flags: { rounds: { value: '<number>', help: 'rounds, 6 to 1000 (400)' } },
  };
  const measure = async ({ values }: Args<typeof harness.flags>) => {
    const rounds = wholeNumber('--rounds', values.rounds ?? '400', 6, 1000);
    const { measureHarness } = await import('./harness.ts');
    console.log(JSON.stringify(await measureHarness(process.cwd(), rounds), undefined, 2));
    return 0;
  };
  return runCommand(harness, measure, argv);
}

function runCalibration(argv: readonly string[]): Promise<void> {
  const calibration = {
    usage: ['npm run bench -- calibrate [flags]'],
    about:
      'Measures how often the statistics are right on simulated launches, and writes a file for the page of the method.',
    flags: {
      tables: { value: '<number>', help: 'tables of each scenario, 1 to 100000 (2000)' },
      seed: { value: '<number>', help: 'seed, 0 to 4294967295 (1)' },
    },
  };
  const simulate = async ({ values }: Args<typeof calibration.flags>) => {
    const tables = wholeNumber('--tables', values.tables ?? '2000', 1, 100_000);
    const seed = wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff);
    const { calibrate } = await import('./calibrate.ts');
    const file = `content/calibration/launches-seed-${seed}.json`;
    await writeFile(file, `${JSON.stringify(await calibrate(tables, seed), undefined, 2)}\n`);
    console.log(`${file}: ${tables} tables of each scenario`);
    return 0;
  };
  return runCommand(calibration, simulate, argv);
}

if (import.meta.main) await run();
