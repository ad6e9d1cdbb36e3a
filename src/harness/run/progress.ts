import { blocksPerRound, expectedMs, NEAR, type Plan, sizeOf, type Study } from '../plan/index.ts';
import type { Block } from '../record/index.ts';
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

/** What is known of the blocks of one workload. */
interface Pace {
  /** Time expected beforehand, in ms. Only how workloads compare matters. */
  expectedMs: number;
  /** Timed operations of a block. */
  timed: number;
  ended: number;
  /** Time of the blocks that ended, in ms. */
  tookMs: number;
}

/**
 * Follows a run's events and knows how far it is. Workloads may take very different times, so the
 * blocks to come are expected to take what those of their workload took, and before one has ended
 * what its size lets expect at the pace so far. Time in which the run stands still does not count.
 */
export class ProgressMeter {
  readonly #plan: Plan;
  /** Rounds after which the run may end. */
  readonly #looks: readonly number[];
  readonly #now: () => number;
  readonly #paces: ReadonlyMap<string, Pace>;
  #round = 0;
  #blocks = 0;
  #voids = 0;
  #doneMs = 0;
  #inBlock = 0;
  #blockStartedAt: number;
  #elapsedMs = 0;
  #waitingSince: number | undefined;

  /**
   * @param now a monotonic clock, in ms
   */
  constructor({ workloads }: Pick<Study<never>, 'workloads'>, plan: Plan, now: () => number) {
    this.#plan = plan;
    this.#looks = plan.rule === 'fixed' ? [plan.rounds] : planLooks(plan.rounds);
    this.#now = now;
    this.#blockStartedAt = now();
    this.#paces = new Map(
      workloads.map((workload) => {
        const size = sizeOf(workload);
        const pace = { timed: size.timed, ended: 0, tookMs: 0 };
        return [workload.id, { ...pace, expectedMs: expectedMs(size, NEAR) }];
      }),
    );
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'waiting':
        this.#waitingSince ??= this.#now();
        return;
      case 'block-started':
        this.#blockStartedAt += this.#now() - (this.#waitingSince ?? this.#now());
        this.#waitingSince = undefined;
        this.#round = this.#plan.blocks[event.index]?.round ?? this.#round;
        return;
      case 'progress':
        this.#inBlock = event.operations;
        return;
      case 'block-ended':
        this.#endBlock(event.block);
    }
  }

  get progress(): Progress {
    const { rounds, rule, blocks: planned } = this.#plan;
    const nextLook = this.#looks.find((each) => each > this.#round) ?? rounds;
    const { share, leftMs } = this.#howFar(nextLook * blocksPerRound(this.#plan));
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

  /** A block ended, void or not: either way it will not run again. */
  #endBlock(block: Block): void {
    const tookMs = this.#now() - this.#blockStartedAt;
    const pace = this.#pace(block.workload);
    pace.ended += 1;
    pace.tookMs += tookMs;
    this.#doneMs += pace.expectedMs;
    this.#elapsedMs += tookMs;
    this.#blockStartedAt = this.#now();
    this.#blocks += 1;
    this.#inBlock = 0;
    if (block.void !== undefined) this.#voids += 1;
  }

  /** @param blocks number of blocks, from the first on, that the way is to lead through */
  #howFar(blocks: number): Pick<Progress, 'share' | 'leftMs'> {
    const way = this.#plan.blocks.slice(0, blocks).map(({ workload }) => this.#pace(workload));
    const wholeMs = way.reduce((sum, pace) => sum + pace.expectedMs, 0);
    const running = way[this.#blocks];
    const part = running === undefined ? 0 : Math.min(1, this.#inBlock / running.timed);
    const doneMs = this.#doneMs + part * (running?.expectedMs ?? 0);
    if (doneMs === 0) return { share: 0, leftMs: undefined };
    const until = this.#waitingSince ?? this.#now();
    const inBlockMs = Math.max(0, until - this.#blockStartedAt);
    const scale = (this.#elapsedMs + inBlockMs) / doneMs;
    const timeOf = ({ ended, tookMs, expectedMs: ms }: Pace) =>
      ended === 0 ? ms * scale : tookMs / ended;
    const left = way
      .slice(this.#blocks)
      .reduce((sum, pace, index) => sum + timeOf(pace) * (index === 0 ? 1 - part : 1), 0);
    // Inside a block that says nothing, time is what has passed of it.
    const passed = part === 0 && running ? Math.min(inBlockMs, timeOf(running)) : 0;
    return { share: wholeMs === 0 ? 0 : doneMs / wholeMs, leftMs: left - passed };
  }

  #pace(workload: string): Pace {
    const pace = this.#paces.get(workload);
    if (pace !== undefined) return pace;
    throw new RangeError(
      `workload: got "${workload}", expected one of ${[...this.#paces.keys()].join(', ')}`,
    );
  }
}
