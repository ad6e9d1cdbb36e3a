import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findChromium, NO_CHROMIUM } from './src/cli/shared/browser.ts';
import { viteAlias } from './src/libraries/systems/optional.ts';

/** Tests that start processes, as commands, workerd and builds, or call the bench of the suite. */
const STARTS = [
  'src/cli/**/*.test.ts',
  'src/testing/*.test.ts',
  'src/wire/processes/**/*.test.ts',
  'src/wire/grpc/**/*.test.ts',
  'bench-workers/**/*.test.ts',
  'src/libraries/systems/**/*.test.ts',
  'src/libraries/studies/streams/streams.test.ts',
  'src/matrix/questions/contract.test.ts',
];
/** Files that take longest, the longest first: at the end one worker would be at them alone. */
const LONG = [
  'src/matrix/questions/contract.test.ts',
  'src/cli/crowds/crowds.test.ts',
  'src/cli/measure/outside/outside.test.ts',
  'bench-workers/gate/day.test.ts',
  'src/cli/measure/outside/page.test.ts',
  'bench-workers/gate/remains.test.ts',
  'bench-workers/guard/held.test.ts',
  'src/cli/start/start.test.ts',
  'src/cli/campaign/campaign.test.ts',
  'src/wire/processes/processes.test.ts',
  'src/cli/measure/measure.test.ts',
];
const NOT_UNITS = ['**/*.{page,browser}.test.ts', '**/node_modules/**'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((file) => moduleId.endsWith(file));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

// What a test starts uses this browser or does without one: it never installs one.
process.env['CHROMIUM_PATH'] = (await findChromium()) ?? NO_CHROMIUM;

export default defineConfig({
  resolve: { alias: viteAlias },
  test: {
    // Tests that start several workerds take half a minute on a small machine. A limit above that of
    // `eventually` lets the condition that failed be named, rather than the test that ran out of time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Twice what a small machine has cores: tests of commands wait for other processes.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    server: {
      // Their compiled imports lack file endings, which plain Node refuses and a bundler resolves.
      deps: { inline: [/@lumenize\//] },
    },
    // In the order of their names: what takes longest starts first.
    projects: [
      {
        extends: true,
        test: {
          name: 'processes',
          include: STARTS,
          exclude: NOT_UNITS,
          // Processes of a machine that others use as well may be starved; what fails twice is a fault.
          retry: process.env['CI'] ? 1 : 0,
          // As the commands do: the gate of a bench lets in nobody who does not say what it is.
          setupFiles: ['./src/testing/identified.ts'],
          globalSetup: './src/testing/bench.ts',
          // What they share is loaded, and the Worker bundled, once for each worker and not for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts'],
          exclude: [...NOT_UNITS, ...STARTS],
          // They leave nothing behind, so that what they share is loaded once.
          isolate: false,
        },
      },
    ],
  },
});
