import { expectedMs, NEAR, type Size } from './loads.ts';
import type { Plan } from './plan.ts';

/** How far a run is on its way to one of its blocks. */
interface HowFar {
  /** Part of the expected work that is done, from 0 to 1. */
  share: number;
  /** Time still needed if it goes on as it did so far, in ms; undefined until it can be told. */
  leftMs: number | undefined;
}

/** What is known of the blocks of one workload. */
interface Pace {
  /** Time expected beforehand, in ms. Only how workloads compare matters. */
  expectedMs: number;
  timed: number;
  ended: number;
  /** Time of the blocks that ended, in ms. */
  tookMs: number;
}

/**
 * Follows a run and tells how far it is. Workloads may take very different times, so the blocks
 * to come are expected to take what those of their workload took, and before one has ended what
 * its size lets expect at the pace so far.
 */
export class TimeLeft {
  readonly #plan: Plan;
  readonly #now: () => number;
  readonly #paces: ReadonlyMap<string, Pace>;
  #ended = 0;
  #doneMs = 0;
  #inBlock = 0;
  #blockStartedAt: number;
  #elapsedMs = 0;
  #waitingSince: number | undefined;

  /** @param now a monotonic clock, in ms */
  constructor(plan: Plan, sizes: ReadonlyMap<string, Size>, now: () => number) {
    this.#plan = plan;
    this.#now = now;
    this.#blockStartedAt = now();
    this.#paces = new Map(
      plan.workloads.map((id) => {
        const size = sizes.get(id) ?? { timed: 1, warmUp: 0 };
        const pace = { timed: size.timed, ended: 0, tookMs: 0 };
        return [id, { ...pace, expectedMs: expectedMs(size, NEAR) }] as const;
      }),
    );
  }

  /** The run stands still. Time until the next block starts counts for nothing. */
  wait(): void {
    this.#waitingSince ??= this.#now();
  }

  startBlock(): void {
    if (this.#waitingSince !== undefined) {
      this.#blockStartedAt += this.#now() - this.#waitingSince;
      this.#waitingSince = undefined;
    }
  }

  /** @param operations timed operations done in the block that is running */
  progress(operations: number): void {
    this.#inBlock = operations;
  }

  /** A block ended, void or not: either way it will not run again. */
  endBlock(workload: string): void {
    const tookMs = this.#now() - this.#blockStartedAt;
    const pace = this.#paces.get(workload);
    if (pace !== undefined) {
      pace.ended += 1;
      pace.tookMs += tookMs;
      this.#doneMs += pace.expectedMs;
    }
    this.#elapsedMs += tookMs;
    this.#blockStartedAt = this.#now();
    this.#ended += 1;
    this.#inBlock = 0;
  }

  /** @param blocks number of blocks, from the first on, that the way is to lead through */
  howFar(blocks = this.#plan.blocks.length): HowFar {
    const way = this.#plan.blocks.slice(0, blocks).map(({ workload }) => this.#pace(workload));
    const wholeMs = way.reduce((sum, pace) => sum + pace.expectedMs, 0);
    const running = way[this.#ended];
    const part = running === undefined ? 0 : Math.min(1, this.#inBlock / running.timed);
    const doneMs = this.#doneMs + part * (running?.expectedMs ?? 0);
    const until = this.#waitingSince ?? this.#now();
    const inBlockMs = Math.max(0, until - this.#blockStartedAt);
    const scale = doneMs === 0 ? undefined : (this.#elapsedMs + inBlockMs) / doneMs;
    if (scale === undefined) return { share: 0, leftMs: undefined };
    const timeOf = ({ ended, tookMs, expectedMs: ms }: Pace) =>
      ended === 0 ? ms * scale : tookMs / ended;
    const left = way
      .slice(this.#ended)
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
