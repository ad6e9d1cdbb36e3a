/** One turn over an open connection, in this process or another: operations are timed, their answers looked at. */
import {
  type Operation,
  overlaps,
  type TurnTimes,
  type TurnRequest,
  type TurnResult,
  type Workload,
} from '../plan/index.ts';
import { NO_TRAFFIC, since, type Traffic, type TrafficMeter } from './meters.ts';
import type { World } from './events.ts';

/** How a step is waited for. */
export interface Wait {
  /** Longest that it may take, if that is not the deadline of an operation, in ms. */
  longestMs?: number;
  /** Start of the oldest of several calls under way, on the world’s clock, in ms. */
  waitsSince?: () => number;
}

/** The watch over the connection that a turn is taken on. */
export interface Watch {
  readonly world: World;
  readonly traffic: TrafficMeter;
  /** Start of the step that is being waited for, on the world's clock, in ms; Infinity between steps. */
  stepStartedAt: number;
  /** True once nothing more may be asked, however it ended. */
  readonly over: boolean;
  /** Waits for a step, or rejects once it is ended from outside. */
  race<Value>(step: Promise<Value>, wait?: Wait): Promise<Value>;
}

interface TurnJob<Operations> extends Omit<TurnRequest, 'workload'> {
  workload: Workload<Operations>;
  watch: Watch;
}

/** A turn that did not end: its times so far, and the rejection of an operation or of the watch. */
interface BrokenTurn {
  timed: TurnTimes;
  error: unknown;
}

/** The operations of a turn, and what is known of them so far. */
interface Timing<Operations> {
  operations: Array<Operation<Operations>>;
  target: Operations;
  world: World;
  watch: Watch;
  /** Times and answers by the place of their operation, in ms. */
  timesMs: number[];
  answers: unknown[];
}

/**
 * Makes and times the operations of a turn, and looks at their answers. Never throws.
 *
 * @param openedAt moment that the connection began to be created, if the opening is timed too
 */
export async function takeTurn<Operations>(
  job: TurnJob<Operations>,
  target: Operations,
  openedAt: number,
): Promise<TurnResult | BrokenTurn> {
  const { workload, first, held = 0, watch } = job;
  const { world, traffic } = watch;
  const { concurrency, cold } = workload;
  const before = cold === true ? NO_TRAFFIC : traffic.read();
  const operations: Array<Operation<Operations>> = [];
  for (let at = 0; at < job.operations; at += 1) operations.push(workload.operation(first + at));
  const timing = { operations, target, world, watch, timesMs: [], answers: [] };
  let totalUs: number | undefined;
  try {
    if (concurrency !== undefined) totalUs = await timeClosed(timing, concurrency);
    else if (job.together) totalUs = await watch.race(timeTogether(timing));
    else await watch.race(timeRow(timing, cold === true ? openedAt : undefined));
  } catch (error) {
    return { timed: timedOf(workload, timing, since(before, traffic.read()), totalUs), error };
  }
  const timed = timedOf(workload, timing, since(before, traffic.read()), totalUs);
  return { timed, wrong: workload.wrong(timing.answers, first, held) };
}

function timedOf<Operations>(
  workload: Workload<Operations>,
  { timesMs, answers }: Timing<Operations>,
  { frames, bytes, roundTrips }: Traffic,
  totalUs: number | undefined,
): TurnTimes {
  const samplesUs: number[] = [];
  for (const ms of timesMs) {
    // An operation of a closed loop without an answer has left a gap.
    if (ms !== undefined) samplesUs.push(toMicroseconds(ms));
  }
  const timed: TurnTimes = { samplesUs, frames, bytes };
  if (totalUs !== undefined) timed.totalUs = totalUs;
  // With several calls under way, an answer does not tell which call waited for it.
  if (!overlaps(workload) && (workload.callsPerOperation ?? 1) === 1) timed.roundTrips = roundTrips;
  const answer = answers.at(-1);
  if (workload.readings && answer !== undefined) timed.readings = workload.readings(answer);
  return timed;
}

/**
 * Times operations one after the other.
 *
 * @param openedAt moment that their samples count from, if that is the opening of their connection
 */
async function timeRow<Operations>(
  { operations, target, world, watch, timesMs, answers }: Timing<Operations>,
  openedAt: number | undefined,
): Promise<void> {
  let startedAt = 0;
  const isOpen = openedAt === undefined;
  const begin = isOpen ? () => void (startedAt = world.now()) : undefined;
  for (const operation of operations) {
    startedAt = world.now();
    watch.stepStartedAt = startedAt;
    const answer = await operation(target, begin);
    const endedAt = world.now();
    if (watch.over) return;
    timesMs.push(endedAt - (openedAt ?? startedAt));
    answers.push(answer);
  }
}

/**
 * Times operations one after the other as one: each is too short for the clock, so that only their mean is known,
 * and each sample is that mean.
 *
 * @returns time from the first call to the last answer, in µs
 */
async function timeTogether<Operations>({
  operations,
  target,
  world,
  watch,
  timesMs,
  answers,
}: Timing<Operations>): Promise<number> {
  const startedAt = world.now();
  watch.stepStartedAt = startedAt;
  for (const operation of operations) {
    answers.push(await operation(target));
    if (watch.over) return 0;
    // Each has the deadline of one operation, however many there are.
    watch.stepStartedAt = world.now();
  }
  const ms = world.now() - startedAt;
  answers.forEach(() => timesMs.push(ms / answers.length));
  return toMicroseconds(ms);
}

/**
 * Closed loop: callers take operations from one list, each the next once its last is answered.
 * Nothing is reported meanwhile, because there is no moment in which nothing is timed.
 *
 * @returns time from the first call to the last answer, in µs
 */
async function timeClosed<Operations>(
  { operations, target, world, watch, timesMs, answers }: Timing<Operations>,
  concurrency: number,
): Promise<number> {
  const startedAt = world.now();
  let lastEndAt = startedAt;
  /** Since when each caller waits. */
  const waiting = Array.from({ length: concurrency }, () => startedAt);
  // One iterator for all callers: each operation is taken once.
  const queue = operations.entries();
  const callers = waiting.map(async (_, caller) => {
    for (const [index, operation] of queue) {
      const calledAt = world.now();
      waiting[caller] = calledAt;
      const answer = await operation(target);
      if (watch.over) return;
      lastEndAt = world.now();
      timesMs[index] = lastEndAt - calledAt;
      answers[index] = answer;
    }
    waiting[caller] = Infinity;
  });
  await watch.race(Promise.all(callers), { waitsSince: () => Math.min(...waiting) });
  return toMicroseconds(lastEndAt - startedAt);
}

export function toMicroseconds(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
