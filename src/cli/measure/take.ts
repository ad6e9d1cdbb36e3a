import type { Plan } from '../../harness/plan.ts';
import type { Block } from '../../harness/record.ts';
import { run, type RunEvent } from '../../harness/run.ts';
import { look } from '../../harness/statistics-stop.ts';
import type { Study } from '../../harness/study.ts';
import type { World } from '../../harness/world.ts';

/** How a run came to its end. */
export type TakeEnd =
  /** The plan was run to its end; or, until decided, to what ends it: a verdict, or its time. */
  | { type: 'complete'; because: 'rounds' | 'decided' | 'time' }
  | { type: 'cancelled' }
  | { type: 'lost'; why: string };

export interface Taken {
  blocks: Block[];
  end: TakeEnd;
}

/** A plan about to be run. */
export interface Take<Operations> {
  study: Study<Operations>;
  plan: Plan;
  origin: string;
  world: World;
  signal: AbortSignal;
  /** Longest that a run until decided may take, in ms. A fixed one takes what it needs. */
  maxMs: number;
  /** Called between blocks and, about once a second, between two operations: nothing is timed then. */
  onEvent: (event: RunEvent) => void;
}

/**
 * Runs a plan to its end. One whose rule is until decided ends at the planned look that decides
 * everything, or when its time is up; both count as complete, because the rule foresaw them.
 */
export async function take<Operations>(options: Take<Operations>): Promise<Taken> {
  const { study, plan, origin, world, signal, maxMs, onEvent } = options;
  const { reference, subjects, margin } = study;
  const startedAt = world.now();
  const blocks: Block[] = [];
  const events = run(study, plan, origin, world, signal);
  for (;;) {
    const step = await events.next();
    if (step.done === true) {
      const end = step.value;
      return { blocks, end: end.type === 'complete' ? { ...end, because: 'rounds' } : end };
    }
    onEvent(step.value);
    if (step.value.type !== 'block-ended') continue;
    blocks.push(step.value.block);
    if (plan.rule === 'fixed') continue;
    const elapsedMs = world.now() - startedAt;
    const next = look({ plan, blocks }, { reference, subjects, margin, elapsedMs, maxMs });
    if (next.type !== 'stop') continue;
    await events.return({ type: 'complete' });
    return { blocks, end: { type: 'complete', because: next.because } };
  }
}
