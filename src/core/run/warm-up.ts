/** The warm-up of a workload in a session: all arms side by side, until their times have stopped falling. */
import { median } from 'simple-statistics';
import { LEAST_WARM_UP, type Plan, timesOpening, type Workload } from '../plan/index.ts';
import type { PlannedTurn } from '../record/index.ts';
import type { World } from './events.ts';
import type { Lane } from './lane.ts';

/** Fewest stretches before an arm may count as warm, in the first session of a launch and in later ones. */
export const FEWEST_STRETCHES = { first: 16, later: 2 } as const;
/** Part of a workload’s share of the launch that its first warm-up may take, and of its part of a session later ones. */
const WARM_UP_SHARE = { first: 0.15, later: 0.2 } as const;
/** Shortest first one, in ms and as a part of its time: code that is compiled late runs no faster for a while before. */
const SHORTEST = { ms: 1000, part: 1 / 3 } as const;

/** The newer half of the times is no longer falling once it reaches this part of the older half. */
const NO_LONGER_FALLING = 0.97;

/**
 * Tells when to stop warming up: once the median time of the newer half of an arm’s stretches lies no
 * more than 3 % under that of the older half. A warm arm stays warm: with noise, several arms would hardly ever
 * look warm at the same time.
 */
export class WarmUp {
  /** True once no more is needed. */
  warm = false;
  readonly #times: number[] = [];
  readonly #fewest: number;

  /** @param fewest stretches, at least 2 */
  constructor(fewest: number) {
    this.#fewest = fewest;
  }

  /** @param time of an operation in the newest stretch, in any unit */
  add(time: number): void {
    this.#times.push(time);
    this.warm ||= this.#isFlat();
  }

  #isFlat(): boolean {
    const { length } = this.#times;
    if (length < this.#fewest) return false;
    const half = length >> 1;
    const newer = median(this.#times.slice(length - half));
    const older = median(this.#times.slice(length - 2 * half, length - half));
    return newer >= NO_LONGER_FALLING * older;
  }
}

/** A stretch of the first warm-up is doubled until it lasts this long, in ms. */
const STRETCH_MS = 5;
const LONGEST_STRETCH = 128;
/** Most operations of a later one, unless more callers take part. */
const LATER_STRETCH = 20;

interface WarmUpJob<Operations> {
  plan: Plan;
  workload: Workload<Operations>;
  /** True before any turn of the workload has counted in this launch. */
  isFirst: boolean;
  /** Its part of the session, in ms. */
  partMs: number;
  world: World;
}

/** Warms all arms up side by side. One that is warm stops, so that slow ones have the processors’ time. */
export async function warmUp<Operations>(
  { plan, workload, isFirst, partMs, world }: WarmUpJob<Operations>,
  lanes: ReadonlyArray<Lane<Operations>>,
): Promise<void> {
  const { id, cycle = 1, concurrency = 1, warmUpShare = WARM_UP_SHARE.first } = workload;
  const { leadIn, operations, together } = plan.turns[id] as PlannedTurn;
  const { leastMs, mostMs, most } = limitsOf(plan, isFirst ? warmUpShare : undefined, partMs);
  const begunAt = world.now();
  const fewest = FEWEST_STRETCHES[isFirst ? 'first' : 'later'];
  const warming = lanes.map((lane) => ({ lane, warmUp: new WarmUp(fewest) }));
  const goesOn = (own: WarmUp) => {
    const spentMs = world.now() - begunAt;
    return spentMs < leastMs || (spentMs < mostMs && !own.warm);
  };
  const whole = (least: number) => Math.ceil(Math.max(concurrency, least) / cycle) * cycle;
  const isCold = timesOpening(workload);
  const usual = isFirst || isCold ? whole(1) : whole(Math.min(leadIn + operations, LATER_STRETCH));
  await Promise.all(
    warming.map(async ({ lane, warmUp: own }) => {
      let stretch = whole(1);
      for (
        let done = 0, made = 0;
        done < LEAST_WARM_UP || (made < most && goesOn(own));
        made += 1
      ) {
        const ms = await lane.warm(stretch, together);
        if (ms === undefined) return;
        done += stretch;
        const isShort = isFirst && !isCold && ms * stretch < STRETCH_MS;
        if (isShort && stretch < LONGEST_STRETCH) stretch *= 2;
        else own.add(ms);
        if (done >= LEAST_WARM_UP) stretch = Math.max(stretch, usual);
      }
    }),
  );
}

/** Time on the clock and stretches that a warm-up may take. A run of few rounds sends little more than they do. */
function limitsOf(
  { rounds, budgetMs, workloads }: Plan,
  firstShare: number | undefined,
  partMs: number,
) {
  if (rounds !== undefined) {
    return { leastMs: 0, mostMs: Infinity, most: (firstShare ?? 0) * rounds };
  }
  if (firstShare === undefined)
    return { leastMs: 0, mostMs: WARM_UP_SHARE.later * partMs, most: Infinity };
  const mostMs = (firstShare * (budgetMs ?? 0)) / workloads.length;
  return { leastMs: Math.min(SHORTEST.ms, SHORTEST.part * mostMs), mostMs, most: Infinity };
}
