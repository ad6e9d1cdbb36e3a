import type { Connect, Plan, Study, Workload } from '../plan/index.ts';
import { type Block, TWIN, type VoidReason } from '../record/index.ts';
import { runBlock } from './block.ts';
import type { World } from './world.ts';

/** What a run says while it goes on. The consumer may draw between two events: nothing is timed then. */
export type RunEvent =
  | { type: 'block-started'; index: number }
  /** Timed operations done so far in the block that is running; about once a second. */
  | { type: 'progress'; index: number; operations: number }
  | { type: 'block-ended'; index: number; block: Block }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { type: 'waiting'; for: 'page' | 'bench' };

/** How a run ended. Whatever the end, the blocks yielded before it stand. */
export type RunEnd = { type: 'complete' } | { type: 'cancelled' } | { type: 'lost'; why: string };

/** Connections in a row that may fail although the bench says it answers. */
const FAILED_CONNECTIONS = 12;

/** Voids after which the bench is asked whether it is still there. */
const CONNECTION_TROUBLE: ReadonlySet<VoidReason> = new Set(['connect', 'closed', 'stalled']);

/**
 * Runs a plan, one block after the other. Aborting the signal ends the run at once in any
 * phase; the block that was running is dropped, because it did not end by itself.
 *
 * @param origin Origin of the bench, without a trailing slash.
 * @throws when a client half cannot be loaded, or the plan names what the study lacks.
 */
export async function* run<Operations>(
  study: Study<Operations>,
  plan: Plan,
  origin: string,
  world: World,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunEnd> {
  const connects = await loadArms(study, plan.arms);
  const workloads = new Map(study.workloads.map((workload) => [workload.id, workload]));
  let failedConnections = 0;
  try {
    for (const [index, planned] of plan.blocks.entries()) {
      signal.throwIfAborted();
      if (world.presence?.hidden === true) {
        yield { type: 'waiting', for: 'page' };
        await world.presence.visible(signal);
      }
      yield { type: 'block-started', index };
      const steps = runBlock({
        planned,
        workload: known<Workload<Operations>>(workloads, planned.workload, 'workload'),
        connect: known<Connect<Operations>>(connects, planned.arm, 'arm'),
        origin,
        deadlineMs: plan.deadlineMs,
        world,
        signal,
      });
      let ended: Block | undefined;
      for await (const step of steps) {
        if ('block' in step) ended = step.block;
        else yield { type: 'progress', index, operations: step.operations };
      }
      // A block yields itself last unless it was aborted, which throws.
      if (ended === undefined) continue;
      yield { type: 'block-ended', index, block: ended };

      if (ended.connectUs !== undefined) failedConnections = 0;
      if (ended.void === undefined || !CONNECTION_TROUBLE.has(ended.void)) continue;
      if (ended.connectUs === undefined) failedConnections += 1;
      if (failedConnections === FAILED_CONNECTIONS) {
        return { type: 'lost', why: ended.detail ?? 'the connection failed' };
      }
      if (world.recover === undefined) continue;
      yield { type: 'waiting', for: 'bench' };
      const recovery = await world.recover(planned.arm, signal);
      if (!recovery.ready) return { type: 'lost', why: recovery.why };
    }
  } catch (error) {
    if (signal.aborted) return { type: 'cancelled' };
    throw error;
  }
  return { type: 'complete' };
}

async function loadArms<Operations>(study: Study<Operations>, ids: readonly string[]) {
  const arms = new Map(study.arms.map((arm) => [arm.id, arm]));
  const connects = new Map<string, Connect<Operations>>();
  for (const id of ids) {
    const arm = known(arms, id === TWIN ? study.reference : id, 'arm');
    connects.set(id, await arm.load());
  }
  return connects;
}

function known<Value>(values: ReadonlyMap<string, Value>, id: string, what: string): Value {
  const value = values.get(id);
  if (value === undefined) {
    throw new RangeError(`${what}: got "${id}", expected one of ${[...values.keys()].join(', ')}`);
  }
  return value;
}
