import type { Plan } from '../../../harness/plan.ts';
import type { Block } from '../../../harness/record.ts';
import { run, type RunEvent } from '../../../harness/run.ts';
import { look } from '../../../harness/statistics-stop.ts';
import type { Study } from '../../../harness/study.ts';
import type { World } from '../../../harness/world.ts';
import { UNTIL_DECIDED } from '../length.ts';
import type { MeasuredEnd } from '../state.ts';
import { consume } from './consume.ts';
import type { Audience } from './protocol.ts';

/** A plan about to be run. */
export interface Measurement<Operations> extends Audience {
  study: Study<Operations>;
  plan: Plan;
  origin: string;
  world: World;
}

/** Runs the plan to its end or, until decided, to the look that ends it. */
export async function measure<Operations>(
  measurement: Measurement<Operations>,
): Promise<MeasuredEnd> {
  const { study, plan, origin, world, signal, take } = measurement;
  const { reference, subjects, margin } = study;
  const { maxMs } = UNTIL_DECIDED;
  const blocks: Block[] = [];
  const startedAt = world.now();

  const deal = async (event: RunEvent): Promise<MeasuredEnd | undefined> => {
    await take({ type: 'run', event });
    if (event.type !== 'block-ended' || plan.rule === 'fixed') return undefined;
    blocks.push(event.block);
    const elapsedMs = world.now() - startedAt;
    const seen = look({ plan, blocks }, { reference, subjects, margin, elapsedMs, maxMs });
    return seen.type === 'stop' ? { type: 'complete', because: seen.because } : undefined;
  };
  const end = await consume<RunEvent, MeasuredEnd | { type: 'complete' }>(
    run(study, plan, origin, world, signal),
    deal,
  );
  return end.type === 'complete' ? { because: 'rounds', ...end } : end;
}
