/** The warm-up of a session, and the short run that says how long a turn and a session should be. */
import { median } from 'simple-statistics';
import {
  isTogether,
  OPENING,
  operationsOfWarmUp,
  opens,
  type Plan,
  turnsOfSession,
  warmsEach,
  type Workload,
} from '../plan/index.ts';
import type { Pilot } from '../record/index.ts';
import type { Lane, WarmTime } from './lane.ts';
import { toMicroseconds } from './turn.ts';
import { FEWEST, LONGEST_MS, WARM_UP_SHARE, WarmUp } from './warm-up.ts';
import type { World } from './world.ts';

/** A stretch of the first warm-up is doubled until it lasts this long, in ms. */
const STRETCH_MS = 2;
const LONGEST_STRETCH = 64;
/** Rounds and ms after which a pilot knows enough. */
const PILOT = { rounds: 3, ms: 100 } as const;

interface Warming<Operations> {
  plan: Plan;
  workload: Workload<Operations>;
  /** Undefined before the workload’s first session. */
  pilot: Pilot | undefined;
  /** Whether this process has not run the workload yet. */
  cold: boolean;
  /** Time that the workload may take in all, in ms. */
  shareMs: number;
  /** Its part of the time to open the connections, in ms. */
  openMs: number;
  clockStepUs: number;
  world: World;
}

/** Warms all arms up side by side and, before the workload’s first session, finds its turn. */
export async function warmUp<Operations>(
  { plan, workload, pilot, cold, shareMs, openMs, clockStepUs, world }: Warming<Operations>,
  lanes: ReadonlyArray<Lane<Operations>>,
): Promise<Pilot> {
  const { id, cycle = 1, turn } = workload;
  if (opens(workload)) return pilot ?? { workload: id, ...OPENING, roundUs: 0 };
  const kind = cold ? 'first' : 'later';
  const isWarm = lanes.every(({ hasServed, failure }) => hasServed || failure !== undefined);
  if (pilot !== undefined && !cold && isWarm && !warmsEach(pilot.rounds)) return pilot;
  const turnsMs = pilot === undefined ? shareMs : (pilot.roundUs / 1000) * pilot.rounds;
  const mostMs = cold
    ? Math.min(WARM_UP_SHARE.first * shareMs, LONGEST_MS)
    : WARM_UP_SHARE.later * turnsMs;
  const until = world.now() + mostMs;
  const warming = lanes.map((lane) => ({ lane, warmUp: new WarmUp(FEWEST[kind]) }));
  // Arms that are warm go on until the others are: what they do warms the rest of the process up.
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

  const operations = turn ?? Math.min(...stretches);
  const times = new Map<Lane<Operations>, WarmTime[]>();
  const startedAt = world.now();
  for (let round = 0; round < PILOT.rounds; round += 1) {
    for (const lane of lanes) {
      const time = lane.failure === undefined ? await lane.warm(operations) : undefined;
      if (time !== undefined) times.set(lane, [...(times.get(lane) ?? []), time]);
    }
    if (world.now() - startedAt >= PILOT.ms) break;
  }
  const mediansOf = (of: keyof WarmTime) =>
    [...times.values()].map((each) => median(each.map((time) => time[of])));
  // Every arm failed: what a turn is does not matter then.
  const fastestMs = times.size === 0 ? 0 : Math.min(...mediansOf('ms'));
  const together = isTogether(workload, fastestMs, clockStepUs);
  const allMs = Math.max(
    0.001,
    mediansOf('tookMs').reduce((sum, ms) => sum + ms, 0),
  );
  const turns = turnsOfSession(plan, workload, {
    ...{ allMs, fastestMs, clockStepUs, shareMs, openMs },
  });
  return {
    workload: id,
    ...turns,
    roundUs: toMicroseconds(allMs * turns.operations),
    ...(together && { together }),
  };
}
