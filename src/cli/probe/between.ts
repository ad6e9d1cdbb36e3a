/** Asks what the ways from one object to another can do: a Worker beside the bench, whose objects ask. */
import { join } from 'node:path';
import type { WayId } from '../../../bench-workers/between/probes/kit.ts';
import type { BetweenProbe } from '../../probes/between/probe.ts';
import type { Outcome } from '../../probes/question.ts';
import type { RecordedResult } from '../../probes/recorded.ts';
import type { ExtraWorker } from '../shared/bench.ts';
import { readWranglerConfig } from '../shared/workerd.ts';

export interface BetweenJob {
  probe: BetweenProbe;
  way: WayId;
}

/** Questions under way at once, besides those that wait: some pass 33 MiB. */
const CONCURRENCY = 4;

/** The Worker that asks, to be served beside the bench of the checkout at `root`. */
export async function askingWorker(root: string): Promise<ExtraWorker> {
  const folder = join(root, 'src/probes/between');
  return { id: 'between', folder, config: await readWranglerConfig(folder) };
}

/**
 * Has the questions asked, and resolves to their answers in the order of the jobs.
 *
 * @param origin of the Worker that asks
 * @throws Error naming question and way where the probe itself is broken
 */
export async function runBetween(
  origin: string,
  jobs: readonly BetweenJob[],
): Promise<RecordedResult[]> {
  const found = new Map<BetweenJob, RecordedResult>();
  const ask = async (job: BetweenJob): Promise<void> => {
    const [probe, system] = [job.probe.id, job.way];
    const response = await fetch(`${origin}/${probe}/${system}`);
    if (!response.ok) throw new Error(`probe ${probe} of ${system}: ${await response.text()}`);
    found.set(job, { probe, system, ...((await response.json()) as Outcome) });
  };
  const waits = ({ probe }: BetweenJob) => probe.id === 'between-idle';
  const queue = jobs.filter((job) => !waits(job));
  const work = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await ask(job);
  };
  await Promise.all([...jobs.filter(waits).map(ask), ...Array.from({ length: CONCURRENCY }, work)]);
  return jobs.map((job) => found.get(job)).filter((result) => result !== undefined);
}
