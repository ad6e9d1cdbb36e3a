/** How often the statistics are right on simulated runs. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker, parentPort } from 'node:worker_threads';
import type { RunsPart } from '../../core/calibrate/simulate.ts';
import {
  addTally,
  type Scenario,
  scenarioOf,
  type Tally,
  tallyRuns,
} from '../../core/calibrate/tally.ts';
import { noiseModels } from '../../core/calibrate/noise.ts';
import { StatusLine } from '../shared/progress.ts';

interface CalibrationTask extends RunsPart {
  noise: string;
}

// A thread of the calibration simulates the runs it is told to, and posts the counts back.
parentPort?.on('message', ({ noise, ...part }: CalibrationTask) => {
  parentPort?.postMessage(tallyRuns(noise, part));
});

/** Runs a thread simulates before it asks for more. */
const RUNS_PER_TASK = 100;

/** Every scenario, in the order of the noise models, for any number of threads. */
export async function calibrate(runs: number, seed: number): Promise<Scenario[]> {
  const tasks: CalibrationTask[] = noiseModels.flatMap(({ name: noise }) =>
    Array.from({ length: Math.ceil(runs / RUNS_PER_TASK) }, (_, part) => {
      const first = part * RUNS_PER_TASK;
      return { noise, seed, first, end: Math.min(runs, first + RUNS_PER_TASK) };
    }),
  );
  const sums = new Map<CalibrationTask, Tally[]>();
  const queue = tasks.values();
  const line = new StatusLine(process.stderr);
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url), {
      // The simulation makes much short-lived garbage; with room for it, little is copied.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    try {
      for (const task of queue) {
        worker.postMessage(task);
        // Rejects when the thread throws.
        const [counts] = (await once(worker, 'message')) as [Tally[]];
        sums.set(task, counts);
        const { length } = tasks;
        // A log keeps a line every tenth of the way.
        const keep = sums.size === length || sums.size % Math.ceil(length / 10) === 0;
        line.show(`${sums.size} of ${length} parts simulated`, keep);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  line.end();
  return noiseModels.flatMap(({ name }) => {
    const parts = tasks.flatMap((task) => (task.noise === name ? [sums.get(task) ?? []] : []));
    // The counts of each scenario are added in the order of the runs.
    const whole = parts.reduce((sum, more) =>
      sum.map((each, at) => addTally(each, more[at] as Tally)),
    );
    return whole.map((tally) => scenarioOf(name, tally));
  });
}
