/** `npm run bench`: what is measured in addition to the studies. */
import { repeats, simulateRepeats } from '../../core/calibrate/repeats.ts';
import { runCommand, UsageError, wholeNumber } from '../shared/args.ts';

type Run = (argv: readonly string[]) => Promise<void>;

/** Subcommands by their names: what each is about, and its code, which is loaded when it is asked for. */
const subcommands = {
  probe: {
    about: 'asks every library the questions of the capability matrix',
    load: async () => (await import('../probe/index.ts')).run,
  },
  failures: {
    about: 'fails connections on purpose, and records what each library does',
    load: async () => (await import('../failures/index.ts')).run,
  },
  crowds: {
    about: 'what many calls and many clients cost, in memory and in time',
    load: async () => (await import('../crowds/index.ts')).run,
  },
  harness: {
    about: 'what the harness adds to a call, as a ratio to a withoutInterval loop',
    load: async () => runHarness,
  },
  calibrate: {
    about: 'how often the statistics are right on simulated runs whose truth is known',
    load: async () => runCalibrate,
  },
  repeats: {
    about: 'how often the next of several simulated runs falls into the interval given for it',
    load: async () => runRepeats,
  },
} satisfies Record<string, { about: string; load: () => Promise<Run> }>;
const isSubcommand = (name: string): name is keyof typeof subcommands =>
  Object.hasOwn(subcommands, name);

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
  if (isSubcommand(name)) return (await subcommands[name].load())(rest);
  await runCommand(
    command,
    () => {
      const known = Object.keys(subcommands).join(', ');
      throw new UsageError(`subcommand: got "${name}", expected one of ${known}`);
    },
    argv,
  );
}

/** Prints the one document of a command about the instrument itself. */
const print = (document: object): void => console.log(JSON.stringify(document, undefined, 2));

const runHarness: Run = (argv) =>
  runCommand(
    {
      usage: ['npm run bench -- harness [--rounds <number>]'],
      about:
        'Measures what the harness adds to a call: a ratio to a withoutInterval loop without meter, watch or samples.',
      flags: { rounds: { value: '<number>', help: 'rounds, 6 to 1000 (200)' } },
    },
    async ({ values }) => {
      const rounds = wholeNumber('--rounds', values.rounds ?? '200', 6, 1000);
      const { measureHarness } = await import('./harness.ts');
      print(await measureHarness(process.cwd(), rounds));
      return 0;
    },
    argv,
  );

/** Simulates runs, and prints what came of each scenario. */
const simulate = (
  name: 'calibrate' | 'repeats',
  layout: string,
  scenariosOf: (runs: number, seed: number) => unknown,
  argv: readonly string[],
): Promise<void> =>
  runCommand(
    {
      usage: [`npm run bench -- ${name} [flags]`],
      about: `Measures ${subcommands[name].about}.`,
      flags: {
        runs: { value: '<number>', help: 'simulations of each scenario, 1 to 1000000 (2000)' },
        seed: { value: '<number>', help: 'seed, 0 to 4294967295 (1)' },
      },
    },
    async ({ values }) => {
      const runs = wholeNumber('--runs', values.runs ?? '2000', 1, 1_000_000);
      const seed = wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff);
      print({ layout, seed, runs, scenarios: await scenariosOf(runs, seed) });
      return 0;
    },
    argv,
  );

const runCalibrate: Run = (argv) => {
  const scenariosOf = async (runs: number, seed: number) =>
    (await import('./calibrate.ts')).calibrate(runs, seed);
  return simulate('calibrate', 'sessions', scenariosOf, argv);
};

const runRepeats: Run = (argv) => {
  const scenariosOf = (runs: number, seed: number) =>
    repeats.map((kind) => simulateRepeats(kind, runs, seed));
  return simulate('repeats', 'repeats', scenariosOf, argv);
};

if (import.meta.main) await run();
