import { capnwebKit } from './kit/capnweb.ts';
import { fetchJsonKit } from './kit/fetch-json.ts';
import type { Kit, Kits, ProbeWorld, SystemId } from './kit/kit.ts';
import { kkrpcKit } from './kit/kkrpc.ts';
import { lumenizeKit } from './kit/lumenize.ts';
import { orpcKit } from './kit/orpc.ts';
import { outcomeOf } from './kit/outcome.ts';
import { rawKit } from './kit/raw-websocket.ts';
import { trpcKit } from './kit/trpc.ts';
import { type Probe } from './probe.ts';
import { runOf, type Outcome } from './question.ts';

/** What makes the kit of each system, with an object that nobody has used. */
const makers: { [S in SystemId]: (world: ProbeWorld) => Kits[S] } = {
  lumenize: lumenizeKit,
  capnweb: capnwebKit,
  kkrpc: kkrpcKit,
  trpc: trpcKit,
  orpc: orpcKit,
  'fetch-json': fetchJsonKit,
  'raw-websocket': rawKit,
};

/** One answer, as it is recorded. */
export interface ProbeResult extends Outcome {
  probe: string;
  system: SystemId;
}

export interface Job {
  probe: Probe;
  system: SystemId;
}

interface RunOptions {
  world: ProbeWorld;
  /** Probes under way at once. Each has an object of its own, so that they do not meet. */
  concurrency: number;
  /** Starts no further probe once it is aborted. */
  signal?: AbortSignal;
  onResult?: (result: ProbeResult) => void;
}

/** Longest that a probe may take, in ms; the longest sleep is a good third of it. */
const LONGEST_MS = 45_000;

/** Runs probes and resolves to their results, in the order of the jobs. */
export async function runProbes(
  jobs: readonly Job[],
  { world, concurrency, signal, onResult }: RunOptions,
): Promise<ProbeResult[]> {
  const found = new Map<Job, ProbeResult>();
  const queue = [...jobs];
  async function work(): Promise<void> {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      if (signal?.aborted === true) return;
      const result = await runProbe(job, world);
      found.set(job, result);
      onResult?.(result);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return jobs.map((job) => found.get(job)).filter((result) => result !== undefined);
}

/**
 * Runs one probe for one system.
 *
 * @throws Error naming both where the probe itself is broken, or does not end
 */
async function runProbe({ probe, system }: Job, world: ProbeWorld): Promise<ProbeResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`did not end within ${LONGEST_MS} ms`);
    timer = setTimeout(() => reject(error), LONGEST_MS);
  });
  try {
    const asked = outcomeOf(() => runOf<Kit, Kits, SystemId>(probe, system)(makers[system](world)));
    return { probe: probe.id, system, ...(await Promise.race([asked, late])) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`probe ${probe.id} of ${system}: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
