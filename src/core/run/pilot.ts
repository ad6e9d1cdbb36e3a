/** The warm-up of a session, and the pilot: a short run that says how long a turn and a session should be. */
import { median } from 'simple-statistics';
import {
  CLOCK_STEPS,
  isRepeatable,
  isTogether,
  MOST_TOGETHER,
  OPENING,
  operationsOfWarmUp,
  timesOpening,
  type Plan,
  turnsOfSession,
  WARM_UP_PART,
  warmsEach,
  type Workload,
} from '../plan/index.ts';
import type { Pilot } from '../record/index.ts';
import type { Lane, WarmTime } from './lane.ts';
import { toMicroseconds } from './turn.ts';
import type { World } from './events.ts';

/** Fewest stretches before an arm may count as warm, in the first session and in later ones. */
export const FEWEST_STRETCHES = { first: 16, later: 2 } as const;

/** Part of a workload’s time that its first warm-up may take, and part of a session’s for the others. */
export const WARM_UP_SHARE = { first: 0.15, later: WARM_UP_PART } as const;
/** Longest first warm-up, in ms: across a network, times that still fall are small beside the round trip. */
export const LONGEST_WARM_UP_MS = 750;

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
const STRETCH_MS = 2;
const LONGEST_STRETCH = 64;
/** Rounds and ms after which a pilot knows enough. */
const PILOT = { rounds: 3, ms: 100 } as const;
/** Factors by which a pilot becomes longer if a coarse clock has timed it by too few steps, or by none. */
const LONGER = { least: 2, most: 8 } as const;

interface WarmUpJob<Operations> {
  plan: Plan;
  workload: Workload<Operations>;
  /** Undefined before the workload’s first session. */
  pilot: Pilot | undefined;
  /** Time that the workload may take in all, in ms. */
  shareMs: number;
  /** Its part of the time to open the connections, in ms. */
  openMs: number;
  clockStepUs: number;
  world: World;
}

/** Warms all arms up side by side and, before the workload’s first session, finds its turn. */
export async function warmUp<Operations>(
  { plan, workload, pilot, shareMs, openMs, clockStepUs, world }: WarmUpJob<Operations>,
  lanes: ReadonlyArray<Lane<Operations>>,
): Promise<Pilot> {
  const { id, cycle = 1, turn } = workload;
  if (timesOpening(workload)) return pilot ?? { workload: id, ...OPENING, roundUs: 0 };
  // A process that has run the workload before has a pilot of it.
  const kind = pilot === undefined ? 'first' : 'later';
  const isWarm = lanes.every(({ hasServed, failure }) => hasServed || failure !== undefined);
  if (pilot !== undefined && isWarm && !warmsEach(pilot.rounds)) return pilot;
  const mostMs =
    pilot === undefined
      ? Math.min(WARM_UP_SHARE.first * shareMs, LONGEST_WARM_UP_MS)
      : (WARM_UP_SHARE.later * pilot.roundUs * pilot.rounds) / 1000;
  const until = world.now() + mostMs;
  const warming = lanes.map((lane) => ({ lane, warmUp: new WarmUp(FEWEST_STRETCHES[kind]) }));
  // Arms that are warm go on until the others are: their calls warm the rest of the process up.
  const allWarm = () => warming.every(({ lane, warmUp }) => warmUp.warm || lane.failure);
  const stretches = await Promise.all(
    warming.map(async ({ lane, warmUp }) => {
      let stretch = pilot === undefined ? cycle : operationsOfWarmUp(pilot, cycle);
      while (!allWarm() && (world.now() < until || lane.done === 0)) {
        const time = await lane.warm(stretch, pilot?.together);
        if (time === undefined) break;
        const longEnough =
          pilot !== undefined || time.tookMs * stretch >= STRETCH_MS || stretch >= LONGEST_STRETCH;
        if (longEnough) warmUp.add(time.ms);
        else stretch *= 2;
      }
      return stretch;
    }),
  );
  if (pilot !== undefined) return pilot;

  let operations = turn ?? Math.min(...stretches);
  let times = await timesOf(lanes, operations, false, world);
  let isLonger = false;
  for (;;) {
    const shortestMs = operations * Math.min(...mediansOf(times, 'tookMs'));
    // Infinite if every arm failed, and then the length of a turn does not matter.
    const steps = (shortestMs * 1000) / clockStepUs;
    if (steps >= CLOCK_STEPS) break;
    if (!isRepeatable(workload) || operations >= MOST_TOGETHER) break;
    const longer = Math.min(LONGER.most, Math.max(LONGER.least, CLOCK_STEPS / steps));
    operations = Math.min(MOST_TOGETHER, Math.ceil((longer * operations) / cycle) * cycle);
    times = await timesOf(lanes, operations, true, world);
    isLonger = true;
  }
  const seenMs = times.size === 0 ? 0 : Math.min(...mediansOf(times, 'ms'));
  // A coarse clock may read a step more than the time was.
  const fastestMs = isLonger ? seenMs - clockStepUs / 1000 / operations : seenMs;
  const together = isTogether(workload, fastestMs, clockStepUs);
  const allMs = Math.max(
    0.001,
    mediansOf(times, 'tookMs').reduce((sum, ms) => sum + ms, 0),
  );
  const turns = turnsOfSession(plan, workload, { allMs, fastestMs, clockStepUs, shareMs, openMs });
  return {
    workload: id,
    ...turns,
    roundUs: toMicroseconds(allMs * turns.operations),
    ...(together && { together }),
  };
}

/** Times of an operation, by the arms that have not failed. @param together whether operations are timed as one */
async function timesOf<Operations>(
  lanes: ReadonlyArray<Lane<Operations>>,
  operations: number,
  together: boolean,
  world: World,
): Promise<Map<Lane<Operations>, WarmTime[]>> {
  const times = new Map<Lane<Operations>, WarmTime[]>();
  const startedAt = world.now();
  for (let round = 0; round < PILOT.rounds; round += 1) {
    for (const lane of lanes) {
      const time = lane.failure === undefined ? await lane.warm(operations, together) : undefined;
      if (time !== undefined) times.set(lane, [...(times.get(lane) ?? []), time]);
    }
    if (world.now() - startedAt >= PILOT.ms) break;
  }
  return times;
}

function mediansOf(times: ReadonlyMap<unknown, WarmTime[]>, of: keyof WarmTime): number[] {
  return [...times.values()].map((each) => median(each.map((time) => time[of])));
}
