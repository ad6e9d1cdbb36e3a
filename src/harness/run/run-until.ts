import type { Plan, Study } from '../plan/index.ts';
import type { Block } from '../record/index.ts';
import { look, type Look } from '../statistics/index.ts';
import { run, type RunEnd, type RunEvent } from './run.ts';
import type { World } from './world.ts';

/** How a run came to its end. Every end that the plan's rule foresees is complete. */
export type RunEnded =
  | { type: 'complete'; because: Extract<Look, { type: 'stop' }>['because'] }
  | Exclude<RunEnd, { type: 'complete' }>;

/** A plan about to be run. */
export interface PlannedRun<Operations> {
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
