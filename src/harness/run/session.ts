import { median } from 'simple-statistics';
import {
  type Connect,
  isTogether,
  LEAST_SESSIONS,
  OPENING,
  opens,
  operationsOfTurn,
  type Plan,
  roundsOfSession,
  turnOrder,
  type Workload,
} from '../plan/index.ts';
import type { ClientLoad, Pilot, Session, Turn } from '../record/index.ts';
import { Lane, type WarmTime } from './lane.ts';
import { toMicroseconds } from './turn.ts';
import { FEWEST, LONGEST_MS, WARM_UP_SHARE, WarmUp } from './warm-up.ts';
import type { World } from './world.ts';

/** Longest stretch of turns, in ms, after which whoever watches is told. */
const REPORT_EVERY_MS = 1000;
/** A stretch of the first warm-up is doubled until it lasts this long, in ms. */
const STRETCH_MS = 2;
const LONGEST_STRETCH = 64;
/** Rounds and ms after which a pilot knows enough. */
const PILOT = { rounds: 3, ms: 100 } as const;

export interface SessionJob<Operations> {
  plan: Plan;
  workload: Workload<Operations>;
  /** Its place among the sessions of its workload, from 0. */
  session: number;
  /** The client halves of the arms that take part, in the order of the plan. */
  connects: ReadonlyMap<string, Connect<Operations>>;
  /** Undefined before the workload’s first session. */
  pilot: Pilot | undefined;
  /** Whether this process has not run the workload yet. */
  cold: boolean;
  /** Time that the workload may take in all, in ms. */
  shareMs: number;
  /** Most rounds, and the time in turns and warm-up after which no other begins, in ms. */
  maxRounds: number;
  maxMs: number;
  clockStepUs: number;
  world: World;
  signal: AbortSignal;
}

/** A report of a session while it goes on: nothing is timed meanwhile. */
export type SessionStep = { rounds: number } | { session: Session; pilot: Pilot };

/**
 * Runs one session: opens a connection to a fresh object for every arm, warms up, takes turns round
 * by round, and checks every arm’s outcome. A round in which something goes wrong is the last one.
 * Yields the number of rounds that ended, at most once a second, and the session last.
 *
 * @throws the signal’s reason when aborted. However it ends, all connections are closed.
 */
export async function* runSession<Operations>(
  job: SessionJob<Operations>,
): AsyncGenerator<SessionStep, void> {
  const { plan, workload, session, world, signal } = job;
  signal.throwIfAborted();
  const lanes = new Map(
    [...job.connects].map(([arm, connect]) => [
      arm,
      new Lane({ ...job, arm, connect, deadlineMs: workload.deadlineMs ?? plan.deadlineMs }),
    ]),
  );
  const all = [...lanes.values()];
  let current: Lane<Operations> | undefined;
  let hidden = world.presence?.hidden ?? false;
  const unwatch = world.presence?.onHide(() => {
    hidden = true;
    current?.interrupt('hidden', 'the page was hidden during a turn');
  });
  try {
    const load = await loadBefore(world);
    const openedAt = world.now();
    if (workload.cold !== true) await Promise.all(all.map((lane) => lane.open()));
    const { pauseMs = 0 } = workload;
    for (let left = pauseMs; left > 0 && !hidden; left -= REPORT_EVERY_MS) {
      const ms = Math.min(left, REPORT_EVERY_MS);
      await Promise.all(all.map((lane) => lane.pause(ms)));
      yield { rounds: 0 };
    }
    const warmAt = world.now();
    const pilot = await prepare(job, all, warmAt - openedAt);
    for (const lane of all) await lane.timeNetwork();
    const startedAt = world.now();

    const next = turnOrder(plan, workload.id, session);
    const turns: Turn[] = [];
    const rounds = Math.min(pilot.rounds, job.maxRounds);
    // A machine that has become slower since the pilot must not leave too few sessions.
    const mostMs = plan.rounds === undefined ? job.shareMs / LEAST_SESSIONS : Infinity;
    let outsideMs = 0;
    let toldAt = startedAt;
    for (let round = 0; round < rounds && !hidden; round += 1) {
      const spentMs = world.now() - startedAt - outsideMs;
      const nextMs = round === 0 ? 0 : spentMs / round;
      const tooLong = startedAt - warmAt + spentMs + nextMs > job.maxMs;
      if (round > 0 && (tooLong || spentMs + nextMs > mostMs)) break;
      for (const arm of next()) {
        current = lanes.get(arm);
        // An arm that failed before its turn has one all the same, discarded with the reason.
        if (hidden || current === undefined || current.remains.void !== undefined) continue;
        const turnAt = world.now();
        const turn = await current.turn(round, pilot.operations, pilot.together);
        turns.push(turn);
        // An arm that never answers must not use up the time of the others.
        if (turn.void === 'stalled') outsideMs += world.now() - turnAt;
        signal.throwIfAborted();
      }
      current = undefined;
      if (all.some(({ failure }) => failure !== undefined)) break;
      const now = world.now();
      if (now - toldAt < REPORT_EVERY_MS) continue;
      yield { rounds: round + 1 };
      toldAt = world.now();
      outsideMs += toldAt - now;
    }
    const turnsUs = toMicroseconds(world.now() - startedAt - outsideMs);
    const busy = world.load?.();
    await Promise.all(all.map((lane) => lane.check()));
    yield {
      pilot,
      session: {
        workload: workload.id,
        session,
        operations: pilot.operations,
        openUs: toMicroseconds(warmAt - openedAt),
        warmUpUs: toMicroseconds(startedAt - warmAt),
        turnsUs,
        load: { ...load, ...busy },
        arms: all.map(({ remains }) => remains),
        turns,
      },
    };
  } finally {
    unwatch?.();
    for (const lane of all) lane.close();
  }
}

/** Warms all arms up side by side and, before the workload’s first session, finds its turn. */
async function prepare<Operations>(
  { workload, pilot, plan, shareMs, clockStepUs, world, cold }: SessionJob<Operations>,
  lanes: ReadonlyArray<Lane<Operations>>,
  openMs: number,
): Promise<Pilot> {
  const { id, cycle = 1, turn } = workload;
  if (opens(workload)) return pilot ?? { workload: id, ...OPENING, roundUs: 0 };
  const kind = cold ? 'first' : 'later';
  const sessionMs = pilot === undefined ? shareMs : (pilot.roundUs / 1000) * pilot.rounds;
  const mostMs = cold
    ? Math.min(WARM_UP_SHARE.first * shareMs, LONGEST_MS)
    : WARM_UP_SHARE.later * sessionMs;
  const until = world.now() + mostMs;
  const warming = lanes.map((lane) => ({ lane, warmUp: new WarmUp(FEWEST[kind]) }));
  // Arms that are warm go on until the others are: what they do warms the rest of the process up.
  const allWarm = () => warming.every(({ lane, warmUp }) => warmUp.warm || lane.failure);
  const stretches = await Promise.all(
    warming.map(async ({ lane, warmUp }) => {
      let stretch = pilot?.operations ?? cycle;
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
  const perTurn = operationsOfTurn(workload, fastestMs, clockStepUs);
  const roundMs = Math.max(0.001, mediansOf('tookMs').reduce((sum, ms) => sum + ms, 0) * perTurn);
  const rounds = roundsOfSession(plan, roundMs, shareMs, openMs);
  return {
    workload: id,
    operations: perTurn,
    rounds,
    roundUs: toMicroseconds(roundMs),
    ...(together && { together }),
  };
}

/** How long work queues on the client before a session: how late a timer of no delay fires. */
async function loadBefore(world: World): Promise<ClientLoad> {
  const setAt = world.now();
  await new Promise<void>((resolve) => world.after(0, resolve));
  // The processor time until now is not the session’s.
  world.load?.();
  return { lateUs: toMicroseconds(world.now() - setAt) };
}
