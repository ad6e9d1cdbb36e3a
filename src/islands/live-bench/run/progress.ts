import type { Plan } from '../../../harness/plan.ts';
import type { RunEvent } from '../../../harness/run.ts';
import { timeLeftMs } from '../estimate.ts';
import type { Progress } from '../state.ts';

/** Follows a run's events and knows how far it is. */
export class ProgressMeter {
  readonly #plan: Plan;
  readonly #now: () => number;
  readonly #timed: ReadonlyMap<string, number>;
  readonly #total: number;
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
    this.#total = plan.blocks.reduce((sum, block) => sum + this.#operations(block.workload), 0);
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
    const share = (this.#done + this.#inBlock) / this.#total;
    const waiting = this.#waitingSince === undefined ? 0 : this.#now() - this.#waitingSince;
    const elapsedMs = this.#now() - this.#startedAt - this.#waitedMs - waiting;
    return {
      round: this.#round + 1,
      rounds: this.#plan.rounds,
      blocks: this.#blocks,
      plannedBlocks: this.#plan.blocks.length,
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
