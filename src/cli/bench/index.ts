/** `npm run bench`: what is measured in addition to the studies. */
import { repeats, simulateRepeats } from '../../core/calibrate/repeats.ts';
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
    about: 'how often the statistics are right on simulated runs whose truth is known',
    run: simulating('calibrate', 'sessions', async (runs, seed) =>
      (await import('./calibrate.ts')).calibrate(runs, seed),
    ),
  },
  repeats: {
    about: 'how often the next of several simulated runs falls into the interval given for it',
    run: simulating('repeats', 'repeats', async (runs, seed) =>
      repeats.map((kind) => simulateRepeats(kind, runs, seed)),
    ),
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

/** Prints the one document of a command about the instrument itself. */
function print(document: object): void {
  console.log(JSON.stringify(document, undefined, 2));
}

function runHarness(argv: readonly string[]): Promise<void> {
  const harness = {
    usage: ['npm run bench -- harness [--rounds <number>]'],
    about:
      'Measures what the harness adds to a call: a ratio to a bare loop without meter, watch or samples.',
    flags: { rounds: { value: '<number>', help: 'rounds, 6 to 1000 (200)' } },
  };
  const measure = async ({ values }: Args<typeof harness.flags>) => {
    const rounds = wholeNumber('--rounds', values.rounds ?? '200', 6, 1000);
    const { measureHarness } = await import('./harness.ts');
    print(await measureHarness(process.cwd(), rounds));
    return 0;
  };
  return runCommand(harness, measure, argv);
}

/** A command that simulates runs, and prints what came of each scenario. */
function simulating(
  name: string,
  layout: string,
  scenariosOf: (runs: number, seed: number) => Promise<unknown>,
): Run {
  const flags = {
    runs: { value: '<number>', help: 'simulations of each scenario, 1 to 1000000 (2000)' },
    seed: { value: '<number>', help: 'seed, 0 to 4294967295 (1)' },
  };
  const simulate = async ({ values }: Args<typeof flags>) => {
    const runs = wholeNumber('--runs', values.runs ?? '2000', 1, 1_000_000);
    const seed = wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff);
    print({ layout, seed, runs, scenarios: await scenariosOf(runs, seed) });
    return 0;
  };
  return (argv) => {
    const about = `Measures ${subcommands[name]?.about}.`;
    const usage = [`npm run bench -- ${name} [flags]`];
    return runCommand({ usage, about, flags }, simulate, argv);
  };
}

if (import.meta.main) await run();
