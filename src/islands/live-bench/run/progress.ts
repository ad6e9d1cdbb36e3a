import type { Plan } from '../../../harness/plan.ts';
import type { RunEvent } from '../../../harness/run.ts';
import { planLooks } from '../../../harness/statistics-looks.ts';
import { timeLeftMs } from '../estimate.ts';
import type { Progress } from '../state.ts';

/** Follows a run's events and knows how far it is. */
export class ProgressMeter {
  readonly #plan: Plan;
  readonly #now: () => number;
  readonly #timed: ReadonlyMap<string, number>;
  /** Rounds after which the run may end. */
  readonly #looks: readonly number[];
  readonly #operationsOfRound: number;
  readonly #startedAt: number;
  #round = 0;
  #blocks = 0;
  #voids = 0;
  #done = 0;
  #inBlock = 0;
  #waitedMs = 0;
  #waitingSince: number | undefined;

  /**
   * @param timed timed operations of a block, by workload
   * @param now a monotonic clock, in ms
   */
  constructor(plan: Plan, timed: ReadonlyMap<string, number>, now: () => number) {
    this.#plan = plan;
    this.#timed = timed;
    this.#now = now;
    this.#startedAt = now();
    this.#looks = plan.rule === 'fixed' ? [plan.rounds] : planLooks(plan.rounds);
    const perArm = plan.workloads.reduce((sum, id) => sum + this.#operations(id), 0);
    this.#operationsOfRound = perArm * plan.arms.length;
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'waiting':
        this.#waitingSince ??= this.#now();
        return;
      case 'block-started':
        this.#resume();
        this.#round = this.#plan.blocks[event.index]?.round ?? this.#round;
        return;
      case 'progress':
        this.#inBlock = event.operations;
        return;
      case 'block-ended':
        this.#blocks += 1;
        this.#inBlock = 0;
        this.#done += this.#operations(event.block.workload);
        if (event.block.void !== undefined) this.#voids += 1;
    }
  }

  get progress(): Progress {
    const { rounds, rule, blocks: planned } = this.#plan;
    const nextLook = this.#looks.find((each) => each > this.#round) ?? rounds;
    const share = (this.#done + this.#inBlock) / (nextLook * this.#operationsOfRound);
    const waiting = this.#waitingSince === undefined ? 0 : this.#now() - this.#waitingSince;
    const elapsedMs = this.#now() - this.#startedAt - this.#waitedMs - waiting;
    return {
      round: this.#round + 1,
      rounds,
      nextLook,
      open: rule === 'until-decided',
      blocks: this.#blocks,
      plannedBlocks: planned.length,
      voids: this.#voids,
      share,
      leftMs: timeLeftMs(elapsedMs, share),
    };
  }

  #resume(): void {
    if (this.#waitingSince === undefined) return;
    this.#waitedMs += this.#now() - this.#waitingSince;
    this.#waitingSince = undefined;
  }

  #operations(workload: string): number {
    return this.#timed.get(workload) ?? 0;
  }
}
