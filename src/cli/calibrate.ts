/** `npm run calibrate`: how often the statistics are right on simulated runs. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { addTally, scenarioOf, type Scenario, type Tally } from '../harness/simulate-tally.ts';
import { weathers } from '../harness/simulate-weather.ts';
import { runCommand } from './args.ts';
import { calibrateCommand, readCalibrateOptions } from './calibrate-flags.ts';
import type { CalibrationTask } from './calibrate-worker.ts';

/** Runs a thread simulates before it asks for more. */
const RUNS_PER_TASK = 100;

await runCommand(calibrateCommand, async (args) => {
  const { runs, seed, json } = readCalibrateOptions(args);
  const scenarios = await calibrate(runs, seed);
  console.log(json ? JSON.stringify({ scenarios }, undefined, 2) : table(scenarios));
  return 0;
});

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
        reportProgress(done, tasks.length);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return weathers.flatMap(({ name }) =>
    (sums.get(name) ?? []).map((tally) => scenarioOf(name, tally)),
  );
}

/** One line that is written over on a terminal, and a line every tenth of the way in a log. */
function reportProgress(done: number, parts: number): void {
  const text = `${done} of ${parts} parts simulated`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${done === parts ? '\n' : ''}`);
  else if (Math.floor((done * 10) / parts) > Math.floor(((done - 1) * 10) / parts)) {
    process.stderr.write(`${text}\n`);
  }
}

function table(scenarios: readonly Scenario[]): string {
  const heads = ['conditions', 'ratio', 'rounds', 'rule'];
  heads.push('coverage', 'twins called different', 'slower', 'equal', 'mean rounds');
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
  const rows = scenarios.map((scenario) => [
    scenario.name,
    String(scenario.ratio),
    String(scenario.rounds),
    scenario.rule,
    percent(scenario.coverage),
    percent(scenario.calledDifferent),
    percent(scenario.calledSlower),
    percent(scenario.calledEqual),
    scenario.meanRounds.toFixed(1),
  ]);
  const widths = heads.map((_, at) =>
    Math.max(...[heads, ...rows].map((row) => (row[at] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [heads, ...rows].map(line).join('\n');
}
