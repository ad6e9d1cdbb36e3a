/** Puts questions to systems. */
import { outcomeOf, type Outcome } from './outcome.ts';
import type { BenchKit, BenchProbed, NodeProbed, ProbeWorld } from './kit.ts';
import type { Probe } from './question.ts';

/** Why a question cannot be asked of a system; undefined where it can. */
function skippedBy({ skipped = [] }: BenchProbed, { id, group }: Probe): string | undefined {
  return skipped.find(({ probes }) => probes.some((each) => each === id || each === group))?.why;
}

/**
 * Puts one question to one system.
 *
 * @param open makes what it is asked through, for this question alone
 * @throws Error where there is no code for the system
 */
async function answerTo(
  probe: Probe,
  probed: BenchProbed,
  system: string,
  open: () => BenchKit,
): Promise<Outcome> {
  const why = skippedBy(probed, probe);
  if (why !== undefined) return { result: 'not-applicable', detail: why };
  const run = probed.own?.[probe.id] ?? probe.run;
  if (run !== undefined) return outcomeOf(() => run(open()));
  throw new Error(
    `${probe.id}: got no code for ${system}, expected run, or own or skipped of the system`,
  );
}

/** A question to be put to a system. */
export interface Job<System extends string = string> {
  probe: Probe;
  system: System;
}

/** One answer, as it is recorded. */
export interface ProbeResult<System extends string = string> extends Outcome {
  probe: string;
  system: System;
}

interface Asking<System extends string> {
  ask: (job: Job<System>) => Promise<Outcome>;
  /** Questions under way at once. Each has its own of whatever is asked, so that they do not meet. */
  concurrency: number;
  /** Whether a question mostly waits: such are under way besides all others. */
  waits?: (probe: Probe) => boolean;
  /** Starts no further question once it is aborted. */
  signal?: AbortSignal | undefined;
  onResult?: (result: ProbeResult<System>) => void;
}

/** Longest that a probe may take, in ms; the longest sleep is a good third of it. */
const LONGEST_MS = 45_000;

/**
 * Asks, and resolves to the answers in the order of the jobs.
 *
 * @throws Error naming the question and the system where the probe itself is broken, or does not end
 */
export async function askAll<System extends string>(
  jobs: ReadonlyArray<Job<System>>,
  { ask, concurrency, waits = () => false, signal, onResult }: Asking<System>,
): Promise<Array<ProbeResult<System>>> {
  const found = new Map<Job<System>, ProbeResult<System>>();
  async function askOne(job: Job<System>): Promise<void> {
    const { probe, system } = job;
    const result = { probe: probe.id, system, ...(await inTime(job, ask)) };
    found.set(job, result);
    onResult?.(result);
  }
  const queue = jobs.filter(({ probe }) => !waits(probe));
  async function work(): Promise<void> {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      if (signal?.aborted === true) return;
      await askOne(job);
    }
  }
  await Promise.all([
    ...jobs.filter(({ probe }) => waits(probe)).map(askOne),
    ...Array.from({ length: concurrency }, work),
  ]);
  return jobs.map((job) => found.get(job)).filter((result) => result !== undefined);
}

async function inTime<System extends string>(
  job: Job<System>,
  ask: Asking<System>['ask'],
): Promise<Outcome> {
  const late = Promise.withResolvers<never>();
  const error = new Error(`did not end within ${LONGEST_MS} ms`);
  const timer = setTimeout(() => late.reject(error), LONGEST_MS);
  try {
    return await Promise.race([ask(job), late.promise]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`probe ${job.probe.id} of ${job.system}: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Loads how a system is asked, by its id. */
export async function loadSystem(id: string): Promise<BenchProbed> {
  const { probed } = (await import(`../systems/${id}/questions.ts`)) as { probed: BenchProbed };
  return probed;
}

/** Whether a browser can put a question to a system. */
export async function isForBrowser({ probe, system }: Job): Promise<boolean> {
  const { inNode = [] } = await loadSystem(system);
  return !inNode.includes(probe.id);
}

/**
 * Puts questions to systems through the bench of a world, from a browser or from Node.
 *
 * @param loadInNode loads what Node alone can ask
 */
export function askBench(
  world: ProbeWorld,
  loadInNode?: (system: string) => Promise<NodeProbed>,
): (job: Job) => Promise<Outcome> {
  return async ({ probe, system }) => {
    const probed = await loadSystem(system);
    if (probed.inNode?.includes(probe.id)) {
      const own = (await loadInNode?.(system))?.own?.[probe.id];
      if (own !== undefined) return outcomeOf(own);
    }
    return answerTo(probe, probed, system, () => probed.open(world));
  };
}
