/** A session: its connections, and the warm-up, turns and check of each workload that has them. */
import {
  type Connection,
  type Open,
  type Plan,
  timesOpening,
  turnOrder,
  type Workload,
} from '../plan/index.ts';
import type { PlannedTurn, Session, Turn } from '../record/index.ts';
import { spentMs as timeOf } from '../statistics/index.ts';
import { Lane } from './lane.ts';
import { toMicroseconds } from './turn.ts';
import { warmUp } from './warm-up.ts';
import type { World } from './events.ts';

/** Longest stretch of turns without a report, in ms. */
const REPORT_EVERY_MS = 1000;

/** A workload’s part in a session. */
interface Part<Operations> {
  workload: Workload<Operations>;
  /** Place among the sessions of its workload, from 0. */
  session: number;
  /** The arms that take part, in the order of the plan. */
  arms: readonly string[];
  /** True before any turn of the workload has counted in this launch. */
  isFirst: boolean;
  /** Most rounds. */
  maxRounds: number;
}

export interface SessionJob<Operations> {
  plan: Plan;
  /** The workloads that have its connections, in their order. */
  parts: ReadonlyArray<Part<Operations>>;
  /** Number of the opening, if workloads share it. */
  opening?: number | undefined;
  /** What opens the connections of all arms that take part, in the order of the plan. */
  openers: ReadonlyMap<string, Open<Operations>>;
  /** Time until the session ends, in ms, and among how many workloads it is shared, these and later ones. */
  leftMs: number;
  among: number;
  world: World;
  signal: AbortSignal;
}

/** The lanes of a session, for all of its parts. */
interface OpenSession<Operations> {
  lanes: ReadonlyArray<Lane<Operations>>;
  openMs: number;
  /** True once the page was hidden. */
  hidden: boolean;
  /** The lane that is having its turn. */
  current: Lane<Operations> | undefined;
}

/** A report of a part, while it goes on and at its end. */
type PartStep = { rounds: number; spentMs: number } | { session: Session };

/** A report of a session while it goes on: nothing is timed meanwhile. */
export type SessionStep = { begins: string } | PartStep;

/**
 * Runs one session: opens a connection to a fresh object for every arm and, for one workload after
 * the other, warms up, takes turns round by round until its part of the time is used up, and checks every
 * arm’s outcome. A round in which something goes wrong is the last one, and no other workload follows. Yields
 * when a workload begins, the number of its rounds that ended, at most once a second, and its part last.
 *
 * @throws the signal’s reason when aborted. However it ends, all connections are closed.
 */
export async function* runSession<Operations>(
  job: SessionJob<Operations>,
): AsyncGenerator<SessionStep, void> {
  const { plan, parts, world, signal } = job;
  signal.throwIfAborted();
  const [first] = parts;
  if (first === undefined) return;
  const { workload } = first;
  const deadlineMs = workload.deadlineMs ?? plan.deadlineMs;
  const lanes = [...job.openers].map(
    ([arm, one]) =>
      new Lane({ arm, open: openSeveral(one, workload.connections), deadlineMs, world, signal }),
  );
  const hidden = world.presence?.hidden ?? false;
  const open: OpenSession<Operations> = { lanes, openMs: 0, current: undefined, hidden };
  const unwatch = world.presence?.onHide(() => {
    open.hidden = true;
    open.current?.interrupt('hidden', 'the page was hidden during a turn');
  });
  try {
    let spentMs = 0;
    for (const [at, part] of parts.entries()) {
      yield { begins: part.workload.id };
      signal.throwIfAborted();
      // The processor time until now is not the session’s.
      world.load?.();
      if (at === 0 && !timesOpening(workload)) {
        const openedAt = world.now();
        await Promise.all(lanes.map((lane) => lane.open()));
        open.openMs = world.now() - openedAt;
      }
      // All workloads that follow pay for the opening, not only the one that has it first.
      const openMs = at === 0 ? open.openMs : 0;
      const partMs = openMs + (job.leftMs - openMs - spentMs) / (job.among - at);
      for await (const step of runPart(job, part, open, partMs)) {
        yield step;
        if ('session' in step) spentMs += timeOf([step.session]);
      }
      if (open.hidden || lanes.some(({ failure }) => failure !== undefined)) return;
    }
  } finally {
    unwatch?.();
    for (const lane of lanes) lane.close();
  }
}

/** Runs the part of one workload on connections that are open. */
async function* runPart<Operations>(
  job: SessionJob<Operations>,
  part: Part<Operations>,
  open: OpenSession<Operations>,
  partMs: number,
): AsyncGenerator<PartStep, void> {
  const { plan, opening, world, signal } = job;
  const { workload, session } = part;
  const size = plan.turns[workload.id] as PlannedTurn;
  const isCold = timesOpening(workload);
  const own = open.lanes.filter(({ arm }) => part.arms.includes(arm));
  const isFirst = part === job.parts[0];
  const begunAt = world.now();
  for (const lane of own) lane.turnTo(workload);
  if (!isCold) await Promise.all(own.map((lane) => lane.prepare()));
  const warmAt = world.now();
  const preparedMs = warmAt - begunAt + (isFirst ? open.openMs : 0);
  await warmUp({ ...job, ...part, partMs }, own);

  const turns: Turn[] = [];
  const next = turnOrder(plan, workload.id, session);
  const startedAt = world.now();
  const beforeMs = startedAt - warmAt + preparedMs;
  let outsideMs = 0;
  let toldAt = startedAt;
  for (let round = 0; round < part.maxRounds && !open.hidden; round += 1) {
    const spentMs = world.now() - startedAt - outsideMs;
    if (round > 0 && beforeMs + spentMs + spentMs / round > partMs) break;
    const order = next().flatMap((arm) => own.find((lane) => lane.arm === arm) ?? []);
    for (const lane of order) {
      open.current = lane;
      // An arm that failed before its turn has one all the same, discarded with the reason.
      if (open.hidden || lane.discardedBecause !== undefined) continue;
      const turnAt = world.now();
      const turn = await lane.turn(round, size);
      turns.push(turn);
      // An arm that never answers must not use up the time of the others.
      if (turn.discardedBecause === 'stalled') outsideMs += world.now() - turnAt;
      if (signal.aborted) signal.throwIfAborted();
    }
    open.current = undefined;
    if (own.some(({ failure }) => failure !== undefined)) break;
    const now = world.now();
    if (now - toldAt < REPORT_EVERY_MS) continue;
    yield { rounds: round + 1, spentMs: beforeMs + now - startedAt - outsideMs };
    toldAt = world.now();
    outsideMs += toldAt - now;
  }
  const endedAt = world.now();
  const busy = world.load?.();
  if (!isCold) await Promise.all(own.map((lane) => lane.check()));
  yield {
    session: {
      workload: workload.id,
      session,
      opening,
      operations: size.operations,
      openUs: toMicroseconds(preparedMs + world.now() - endedAt),
      warmUpUs: toMicroseconds(startedAt - warmAt),
      turnsUs: toMicroseconds(endedAt - startedAt - outsideMs),
      load: busy,
      arms: own.map((lane) => lane.toRecord()),
      turns,
    },
  };
}

/**
 * Opens so many connections of an arm to one object, among which a closed loop shares out its callers, and hands them
 * over as one. All have its meter, so that frames are those of all, and the loss of one is the loss of the whole.
 */
export function openSeveral<Operations>(open: Open<Operations>, connections = 1): Open<Operations> {
  if (connections === 1) return open;
  return async (opening) => {
    const opened: Array<Connection<Operations>> = [];
    const close = () => {
      for (const each of opened) each.close();
    };
    try {
      // One after the other, because browsers make a page wait that opens many sockets at once.
      while (opened.length < connections) opened.push(await open(opening));
    } catch (error) {
      close();
      throw error;
    }
    const [first, ...others] = opened as [Connection<Operations>, ...typeof opened];
    return { ...first, others: others.map(({ operations }) => operations), close };
  };
}
