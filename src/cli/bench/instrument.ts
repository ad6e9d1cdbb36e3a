/** The instrument itself: what it costs, and how often it is right. Each command prints one JSON document. */
import { repeats, simulateRepeats } from '../../core/calibrate/repeats.ts';
import { runCommand, wholeNumber } from '../shared/args.ts';

const print = (document: object): void => console.log(JSON.stringify(document, undefined, 2));

export const runHarness = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- harness [--rounds <number>]'],
      about:
        'Measures what the harness adds to a call: a ratio to a bare loop without meter, watch or samples.',
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

/** A command that simulates runs. */
const simulating =
  (
    name: string,
    about: string,
    { layout, simulate }: { layout: string; simulate: (runs: number, seed: number) => unknown },
  ) =>
  (argv: readonly string[]): Promise<void> =>
    runCommand(
      {
        usage: [`npm run bench -- ${name} [flags]`],
        about,
        flags: {
          runs: { value: '<number>', help: 'simulations of each scenario, 1 to 1000000 (2000)' },
          seed: { value: '<number>', help: 'seed, 0 to 4294967295 (1)' },
        },
      },
      async ({ values }) => {
        const runs = wholeNumber('--runs', values.runs ?? '2000', 1, 1_000_000);
        const seed = wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff);
        print({ layout, seed, runs, scenarios: await simulate(runs, seed) });
        return 0;
      },
      argv,
    );

export const runCalibrate = simulating(
  'calibrate',
  'Measures how often the statistics are right on simulated runs whose truth is known.',
  {
    layout: 'sessions',
    // The file is a thread’s too, which this command starts.
    simulate: async (runs, seed) => (await import('./calibrate.ts')).calibrate(runs, seed),
  },
);

export const runRepeats = simulating(
  'repeats',
  'Measures how often the next of several simulated runs falls into the interval given for it.',
  {
    layout: 'repeats',
    simulate: (runs, seed) => repeats.map((kind) => simulateRepeats(kind, runs, seed)),
  },
);
