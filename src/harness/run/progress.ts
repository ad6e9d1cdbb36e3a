import { blocksPerRound, type Plan, sizeOf, type Study, TimeLeft } from '../plan/index.ts';
import { planLooks } from '../statistics/index.ts';
import type { RunEvent } from './run.ts';

/** How far a run is. */
export interface Progress {
  /** Round that is running, from 1. */
  round: number;
  /** Rounds planned; the most that may be run when the run goes on until it is decided. */
  rounds: number;
  /** Rounds after which the run may end at the earliest; `rounds` unless it looks on the way. */
  nextLook: number;
  /** Whether the run may go on after its next look. */
  open: boolean;
  /** Blocks that ended, void ones included. */
  blocks: number;
  plannedBlocks: number;
  /** Blocks that ended void. */
  voids: number;
  /** Part of the expected work up to the next look that is done, from 0 to 1. */
  share: number;
  /** Time still needed up to the next look, in ms; undefined until it can be told. */
  leftMs: number | undefined;
}

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
   * @param now a monotonic clock, in ms
   */
  constructor({ workloads }: Pick<Study<never>, 'workloads'>, plan: Plan, now: () => number) {
    const sizes = new Map(workloads.map((workload) => [workload.id, sizeOf(workload)]));
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
    const { share, leftMs } = this.#timeLeft.howFar(nextLook * blocksPerRound(this.#plan));
    return {
      round: this.#round + 1,
      rounds,
      nextLook,
      open: rule === 'until-decided',
      blocks: this.#blocks,
      plannedBlocks: planned.length,
      voids: this.#voids,
      share,
      leftMs: this.#blocks < planned.length ? leftMs : undefined,
    };
  }
}
