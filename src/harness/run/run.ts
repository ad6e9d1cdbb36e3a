import type { Connect, Plan, Study, Workload } from '../plan/index.ts';
import { type Block, TWIN, type VoidReason } from '../record/index.ts';
import { look, type Look } from '../statistics/index.ts';
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

/** How a run came to its end. Every end that the plan's rule foresees is complete. */
export type RunEnded =
  | { type: 'complete'; because: Extract<Look, { type: 'stop' }>['because'] }
  | Exclude<RunEnd, { type: 'complete' }>;

/** A plan about to be run. */
interface PlannedRun<Operations> {
  study: Study<Operations>;
  plan: Plan;
  /** Origin of the bench, without a trailing slash. */
  origin: string;
  world: World;
  signal: AbortSignal;
  /** Longest that a run until decided may take, in ms, standing still not counted. */
  maxMs: number;
  /**
   * Called between blocks and, about once a second, between two operations. The run goes on once
   * it has dealt with the event: nothing is timed meanwhile.
   */
  onEvent: (event: RunEvent) => Promise<void> | void;
}

/**
 * Runs a plan until its rule says stop. A fixed run ends with its last round; one until decided
 * at the interim analysis that decides everything, or when its time is up. Both are complete,
 * because the rule foresaw them. Time in which the run stands still, because the page is hidden or
 * the bench is awaited, does not count.
 *
 * @returns the blocks that ended, in their order, and how the run ended
 * @throws what `onEvent` throws, with the connection closed; and what `run` throws
 */
export async function runUntil<Operations>(
  planned: PlannedRun<Operations>,
): Promise<{ blocks: Block[]; end: RunEnded }> {
  const { study, plan, origin, world, signal, maxMs, onEvent } = planned;
  const { reference, subjects, margin } = study;
  const blocks: Block[] = [];
  const startedAt = world.now();
  let stillMs = 0;
  let stillSince: number | undefined;
  const events = run(study, plan, origin, world, signal);
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done === true) {
        return { blocks, end: value.type === 'complete' ? { ...value, because: 'rounds' } : value };
      }
      if (value.type === 'waiting') stillSince ??= world.now();
      else if (stillSince !== undefined) {
        stillMs += world.now() - stillSince;
        stillSince = undefined;
      }
      await onEvent(value);
      if (value.type !== 'block-ended') continue;
      blocks.push(value.block);
      if (plan.rule === 'fixed') continue;
      const elapsedMs = world.now() - startedAt - stillMs;
      const next = look({ plan, blocks }, { reference, subjects, margin, elapsedMs, maxMs });
      if (next.type === 'stop') return { blocks, end: { type: 'complete', because: next.because } };
    }
  } finally {
    // A run that is left in the middle closes its connection; one that is done has nothing to end.
    await events.return({ type: 'complete' });
  }
}
