import type { Plan } from '../../../harness/plan.ts';
import type { Block } from '../../../harness/record.ts';
import { run, type RunEnd, type RunEvent } from '../../../harness/run.ts';
import type { Study } from '../../../harness/study.ts';
import type { World } from '../../../harness/world.ts';
import { armNames } from '../result/names.ts';
import type { LiveState } from '../state.ts';
import { consume } from './consume.ts';
import { ProgressMeter } from './progress.ts';
import { Screen } from './screen.ts';

/** A plan about to be run. */
export interface Measurement<Operations> {
  study: Study<Operations>;
  plan: Plan;
  origin: string;
  world: World;
  signal: AbortSignal;
  /** The element, for the figure of the samples. */
  root: ParentNode;
  onState: (state: LiveState) => void;
}

/** Runs the plan and shows it while it runs: only between blocks, when nothing is timed. */
export async function measure<Operations>(
  measurement: Measurement<Operations>,
): Promise<{ end: RunEnd; blocks: Block[] }> {
  const { study, plan, origin, world, signal, root, onState } = measurement;
  const names = armNames(study);
  const arms = plan.arms.map((id) => ({ id, ...names(id) }));
  const screen = new Screen(root, arms, plan);
  const timed = new Map(study.workloads.map(({ id, operations }) => [id, operations.length]));
  const meter = new ProgressMeter(plan, timed, () => world.now());
  const running = () => onState({ name: 'running', progress: meter.progress });
  const blocks: Block[] = [];
  let stoodStill = true;

  const take = async (event: RunEvent): Promise<void> => {
    meter.take(event);
    switch (event.type) {
      case 'waiting':
        stoodStill = true;
        onState({ name: 'waiting', for: event.for, progress: meter.progress });
        return;
      case 'block-started':
        if (stoodStill) await screen.draw(running);
        stoodStill = false;
        return;
      case 'progress':
        // Inside a block, but between two operations: the bar moves, the figure waits.
        await screen.change(running);
        return;
      case 'block-ended':
        blocks.push(event.block);
        screen.add(event.block);
        if (screen.due) await screen.draw(running);
    }
  };
  const end = await consume(run(study, plan, origin, world, signal), take);
  return { end, blocks };
}
