import type { Size } from '../../../harness/expectation.ts';
import { blocksPerRound } from '../../../harness/loads.ts';
import type { Plan } from '../../../harness/plan.ts';
import type { RunEvent } from '../../../harness/run.ts';
import { planLooks } from '../../../harness/statistics-looks.ts';
import { TimeLeft } from '../../../harness/time-left.ts';
import type { Progress } from '../state.ts';

/** Follows a run's events and knows how far it is. */
export class ProgressMeter {
  readonly #plan: Plan;
  /** Rounds after which the run may end. */
  readonly #looks: readonly number[];
  readonly #timeLeft: TimeLeft;
  #round = 0;
  #blocks = 0;
  #voids = 0;

  /**
   * @param sizes what a block of each workload consists of
   * @param now a monotonic clock, in ms
   */
  constructor(plan: Plan, sizes: ReadonlyMap<string, Size>, now: () => number) {
    this.#plan = plan;
    this.#looks = plan.rule === 'fixed' ? [plan.rounds] : planLooks(plan.rounds);
    this.#timeLeft = new TimeLeft(plan, sizes, now);
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'waiting':
        this.#timeLeft.wait();
        return;
      case 'block-started':
        this.#timeLeft.startBlock();
        this.#round = this.#plan.blocks[event.index]?.round ?? this.#round;
        return;
      case 'progress':
        this.#timeLeft.progress(event.operations);
        return;
      case 'block-ended':
        this.#blocks += 1;
        this.#timeLeft.endBlock(event.block.workload);
        if (event.block.void !== undefined) this.#voids += 1;
    }
  }

  get progress(): Progress {
    const { rounds, rule, blocks: planned } = this.#plan;
    const nextLook = this.#looks.find((each) => each > this.#round) ?? rounds;
    return {
      round: this.#round + 1,
      rounds,
      nextLook,
      open: rule === 'until-decided',
      blocks: this.#blocks,
      plannedBlocks: planned.length,
      voids: this.#voids,
      ...this.#timeLeft.howFar(nextLook * blocksPerRound(this.#plan)),
    };
  }
}
