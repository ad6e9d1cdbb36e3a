/** `npm run bench`: the instrument itself, what it costs and how often it is right. */
import { repeats, simulateRepeats } from '../../core/calibrate/repeats.ts';
import { oneOf, refuseFlags, runCommand, wholeNumber } from '../shared/args.ts';

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['harness', 'calibrate', 'repeats'].map((name) => `npm run bench -- ${name} [flags]`),
      about: `Measures the instrument itself, and prints one JSON document.
  harness    what the harness adds to a call, as a ratio to a bare loop without meter, guard or samples
  calibrate  how often the statistics are right on simulated runs whose truth is known
  repeats    how often the next of several simulated runs falls into the interval given for it`,
      positionals: true,
      flags: {
        rounds: { value: '<number>', help: 'of harness: rounds, 6 to 1000 (200)' },
        runs: {
          value: '<number>',
          help: 'of calibrate and repeats: simulations of each scenario, 1 to 1000000 (2000)',
        },
        seed: { value: '<number>', help: 'of both: seed, 0 to 4294967295 (1)' },
      },
    },
    async ({ values, positionals }) => {
      const name = oneOf('subcommand', positionals.join(' '), ['harness', 'calibrate', 'repeats']);
      if (name === 'harness') {
        refuseFlags(
          values,
          ['runs', 'seed'],
          'with harness, expected it with calibrate or repeats',
        );
        const rounds = wholeNumber('--rounds', values.rounds ?? '200', 6, 1000);
        const { measureHarness } = await import('./harness.ts');
        print(await measureHarness(process.cwd(), rounds));
      } else {
        refuseFlags(values, ['rounds'], `with ${name}, expected it with harness`);
        const runs = wholeNumber('--runs', values.runs ?? '2000', 1, 1_000_000);
        const seed = wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff);
        const scenarios =
          name === 'repeats'
            ? repeats.map((kind) => simulateRepeats(kind, runs, seed))
            : await (await import('./calibrate.ts')).calibrate(runs, seed);
        print({ layout: name === 'repeats' ? name : 'sessions', seed, runs, scenarios });
      }
      return 0;
    },
    argv,
  );

const print = (document: object): void => console.log(JSON.stringify(document, undefined, 2));

if (import.meta.main) await run();
