import type { Plan } from '../../../harness/plan.ts';
import type { RunEvent } from '../../../harness/run.ts';
import type { Workload } from '../../../harness/study.ts';
import { armNames, type ArmName } from '../../../report/words.ts';
import type { LiveState } from '../state.ts';
import { ProgressMeter } from '../../../harness/progress.ts';
import { Screen } from './screen.ts';

/** What of a study is shown while it runs. */
interface ShownStudy {
  reference: string;
  arms: ReadonlyArray<ArmName & { id: string }>;
  workloads: ReadonlyArray<Workload<never>>;
}

/** Shows a run while it goes on: only when it waits for that, and nothing is timed. */
export class Viewer {
  readonly #screen: Screen;
  readonly #meter: ProgressMeter;
  readonly #onState: (state: LiveState) => void;
  #stoodStill = true;

  /** @param root the element, for the figure of the samples */
  constructor(
    root: ParentNode,
    study: ShownStudy,
    plan: Plan,
    onState: (state: LiveState) => void,
  ) {
    const names = armNames(study);
    const arms = plan.arms.map((id) => ({ id, ...names(id) }));
    this.#screen = new Screen(root, arms, plan);
    this.#meter = new ProgressMeter(study, plan, () => performance.now());
    this.#onState = onState;
  }

  /** Resolves once the event is dealt with and, where it is drawn, painted. */
  async take(event: RunEvent): Promise<void> {
    const running = () => this.#onState({ name: 'running', progress: this.#meter.progress });
    this.#meter.take(event);
    switch (event.type) {
      case 'waiting':
        this.#stoodStill = true;
        this.#onState({ name: 'waiting', for: event.for, progress: this.#meter.progress });
        return;
      case 'block-started':
        if (this.#stoodStill) await this.#screen.draw(running);
        this.#stoodStill = false;
        return;
      case 'progress':
        // Inside a block, but between two operations: the bar moves, the figure waits.
        await this.#screen.change(running);
        return;
      case 'block-ended':
        this.#screen.add(event.block);
        if (this.#screen.due) await this.#screen.draw(running);
    }
  }
}
