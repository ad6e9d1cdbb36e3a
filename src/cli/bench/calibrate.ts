/** How often the statistics are right on simulated launches. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker, parentPort } from 'node:worker_threads';
import type { Calibration } from '../../core/calibrate/calibration.ts';
import { noiseModels } from '../../core/calibrate/noise.ts';
import { type Scenario, simulatePower, simulateTables } from '../../core/calibrate/simulate.ts';
import { StatusLine } from '../shared/progress.ts';

/** Ratios whose power is simulated, for each table. */
const RATIOS_PER_TABLE = 10;

type Task = { noise: string } & Pick<Calibration, 'seed' | 'tables'>;

// A thread simulates the scenario that it is told to, and posts its rates back.
parentPort?.on('message', ({ noise, tables, seed }: Task) => {
  parentPort?.postMessage(simulateTables(noise, tables, seed));
});

/** Every scenario, in the order of the noise models, for any number of threads. */
export async function calibrate(tables: number, seed: number): Promise<Calibration> {
  const names = noiseModels.map(({ name }) => name);
  const done = new Map<string, Scenario>();
  const queue = names.values();
  const line = new StatusLine(process.stderr);
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url));
    try {
      for (const noise of queue) {
        worker.postMessage({ noise, tables, seed } satisfies Task);
        // Rejects when the thread throws.
        const [scenario] = (await once(worker, 'message')) as [Scenario];
        done.set(noise, scenario);
        line.show(`${done.size} of ${names.length} scenarios simulated`, true);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  line.end();
  const scenarios = names.flatMap((name) => done.get(name) ?? []);
  return { seed, tables, scenarios, power: simulatePower(RATIOS_PER_TABLE * tables, seed) };
}
