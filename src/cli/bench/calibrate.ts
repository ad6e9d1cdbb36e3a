/** `npm run bench -- calibrate`: how often the statistics are right on simulated runs. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { formatPercent } from '../../figures/format.ts';
import {
  addTally,
  type Scenario,
  scenarioOf,
  type Tally,
  weathers,
} from '../../harness/simulate/index.ts';
import { columns } from '../../report/table.ts';
import { runCommand, wholeNumber } from '../shared/args.ts';
import { StatusLine } from '../shared/progress.ts';
import type { CalibrationTask } from './calibrate-worker.ts';

/** Runs a thread simulates before it asks for more. */
const RUNS_PER_TASK = 100;

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- calibrate [flags]'],
      about:
        'Simulates runs whose truth is known and counts how often the statistics get it right.',
      flags: {
        runs: { value: '<number>', help: 'simulated runs in each scenario, 1 to 1000000 (2000)' },
        seed: { value: '<number>', help: 'seed of the simulation, 0 to 4294967295 (1)' },
        json: { help: 'one JSON document on stdout instead of a table' },
      },
    },
    async ({ values }) => {
      const runs = wholeNumber('--runs', values.runs ?? '2000', 1, 1_000_000);
      const seed = wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff);
      const scenarios = await calibrate(runs, seed);
      console.log(values.json ? JSON.stringify({ scenarios }, undefined, 2) : table(scenarios));
      return 0;
    },
    argv,
  );

/** Every scenario, in the order of the weathers whatever the number of threads. */
async function calibrate(runs: number, seed: number): Promise<Scenario[]> {
  const tasks: CalibrationTask[] = weathers.flatMap(({ name: weather }) =>
    Array.from({ length: Math.ceil(runs / RUNS_PER_TASK) }, (_, part) => {
      const first = part * RUNS_PER_TASK;
      return { weather, seed, first, end: Math.min(runs, first + RUNS_PER_TASK) };
    }),
  );
  const sums = new Map<string, Tally[]>();
  const queue = tasks.values();
  let done = 0;
  const line = new StatusLine(process.stderr);
  const work = async () => {
    const worker = new Worker(new URL('./calibrate-worker.ts', import.meta.url), {
      // The simulation makes much short-lived garbage; with room for it, little is copied.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    try {
      for (const task of queue) {
        worker.postMessage(task);
        // Rejects when the thread throws.
        const [tallies] = (await once(worker, 'message')) as [Tally[]];
        const sum = sums.get(task.weather);
        sums.set(
          task.weather,
          sum?.map((tally, at) => addTally(tally, tallies[at] as Tally)) ?? tallies,
        );
        done += 1;
        const { length } = tasks;
        // A log keeps a line every tenth of the way.
        const keep = done === length || done % Math.ceil(length / 10) === 0;
        line.show(`${done} of ${length} parts simulated`, done / length, keep);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  line.end();
  return weathers.flatMap(({ name }) =>
    (sums.get(name) ?? []).map((tally) => scenarioOf(name, tally)),
  );
}

function table(scenarios: readonly Scenario[]): string {
  const heads = ['conditions', 'ratio', 'rounds', 'rule'];
  heads.push('coverage', 'A/A controls called different', 'slower', 'equal', 'mean rounds');
  const rows = scenarios.map((scenario) => [
    scenario.name,
    String(scenario.ratio),
    String(scenario.rounds),
    scenario.rule,
    formatPercent(scenario.coverage, 1),
    formatPercent(scenario.calledDifferent, 1),
    formatPercent(scenario.calledSlower, 1),
    formatPercent(scenario.calledEqual, 1),
    scenario.meanRounds.toFixed(1),
  ]);
  return columns(heads, rows, [0, 3]).join('\n');
}
