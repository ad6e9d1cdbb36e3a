/** One turn over an open connection, in this process or another: operations are timed, their answers looked at. */
import {
  type Operation,
  overlaps,
  timesOpening,
  type TurnTimes,
  type TurnRequest,
  type TurnResult,
  type Workload,
} from '../plan/index.ts';
import { NETWORK } from '../record/index.ts';
import type { TrafficMeter } from './meters.ts';
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
  /** Targets of a closed loop’s callers in addition to the first. */
  others?: readonly Operations[] | undefined;
  watch: Watch;
}

/** A turn that did not end: its times so far, and the rejection of an operation or of the watch. */
interface BrokenTurn {
  timed: TurnTimes;
  error: unknown;
}

/** The operations of a turn, and what is known of them so far. */
interface Timing<Operations> {
  /** The lead-in’s, then the timed ones. */
  operations: Array<Operation<Operations>>;
  leadIn: number;
  target: Operations;
  world: World;
  watch: Watch;
  /** Times of those that are timed, and all answers, by the place of their operation, in ms. */
  timesMs: number[];
  answers: unknown[];
  /** Times from the call to the other end’s marker, of operations that have one, in ms. */
  toMarkerMs: number[];
}

/**
 * Makes the operations of a turn, times those behind its lead-in, and looks at all answers. Never throws.
 *
 * @param openedAt moment that the connection began to be created, if the opening is timed too
 */
export async function takeTurn<Operations>(
  job: TurnJob<Operations>,
  target: Operations,
  openedAt: number,
): Promise<TurnResult | BrokenTurn> {
  const { workload, first, leadIn, held = 0, watch } = job;
  const { world, traffic } = watch;
  const { concurrency } = workload;
  const isCold = timesOpening(workload);
  // All that operations send is made before the first of them.
  const operations: Array<Operation<Operations>> = [];
  const end = first + leadIn + job.operations;
  for (let place = first; place < end; place += 1) operations.push(workload.operation(place));
  // The opening is part of a cold operation.
  if (!isCold) traffic.mark();
  const empty = { timesMs: [], answers: [], toMarkerMs: [] };
  const timing = { operations, leadIn, target, world, watch, ...empty };
  let totalUs: number | undefined;
  try {
    if (concurrency !== undefined) totalUs = await timeClosed(timing, concurrency, job.others);
    else if (job.together) totalUs = await watch.race(timeTogether(timing));
    else await watch.race(timeRow(timing, isCold ? openedAt : undefined));
  } catch (error) {
    return { timed: timedOf(workload, timing, totalUs), error };
  }
  return {
    timed: timedOf(workload, timing, totalUs),
    wrong: workload.wrong(timing.answers, first, held),
  };
}

function timedOf<Operations>(
  workload: Workload<Operations>,
  { timesMs, answers, toMarkerMs, watch }: Timing<Operations>,
  totalUs: number | undefined,
): TurnTimes {
  const { frames, bytes, roundTrips } = watch.traffic.readSinceMark();
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
  if (toMarkerMs.length > 0)
    timed.readings = { ...timed.readings, [NETWORK]: medianUs(toMarkerMs) };
  return timed;
}

/** A segment may carry a marker and an answer together, so a turn has the median of its operations. */
function medianUs(timesMs: readonly number[]): number {
  const sorted = timesMs.toSorted((one, other) => one - other);
  return toMicroseconds(sorted[(sorted.length - 1) >> 1] ?? 0);
}

/**
 * Times operations one after the other.
 *
 * @param openedAt moment that their samples count from, if that is the opening of their connection
 */
async function timeRow<Operations>(
  timing: Timing<Operations>,
  openedAt: number | undefined,
): Promise<void> {
  const { operations, target, world, watch, timesMs, answers, toMarkerMs } = timing;
  let left = timing.leadIn;
  let startedAt = 0;
  const isOpen = openedAt === undefined;
  const begin = () => {
    const begunAt = world.now();
    if (left <= 0) toMarkerMs.push(begunAt - startedAt);
    startedAt = begunAt;
  };
  for (const operation of operations) {
    startedAt = world.now();
    watch.stepStartedAt = startedAt;
    const answer = await operation(target, isOpen ? begin : undefined);
    const endedAt = world.now();
    if (watch.over) return;
    answers.push(answer);
    left -= 1;
    if (left < 0) timesMs.push(endedAt - (openedAt ?? startedAt));
    else if (left === 0) watch.traffic.mark();
  }
}

/**
 * Times operations one after the other as one: each is too short for the clock, so that only their mean is known,
 * and each sample is that mean.
 *
 * @returns time from the first timed call to the last answer, in µs
 */
async function timeTogether<Operations>(timing: Timing<Operations>): Promise<number> {
  const { operations, leadIn, target, world, watch, timesMs, answers } = timing;
  let startedAt = world.now();
  watch.stepStartedAt = startedAt;
  for (const operation of operations) {
    answers.push(await operation(target));
    if (watch.over) return 0;
    if (answers.length === leadIn) {
      watch.traffic.mark();
      startedAt = world.now();
    }
    // Each has the deadline of one operation, however many there are.
    watch.stepStartedAt = world.now();
  }
  const count = answers.length - leadIn;
  const ms = world.now() - startedAt;
  for (let at = 0; at < count; at += 1) timesMs.push(ms / count);
  return toMicroseconds(ms);
}

/**
 * Closed loop: callers take operations from one list, each the next once its last is answered. The timed ones begin
 * once the whole lead-in is answered. Nothing is reported meanwhile, because there is no moment in which nothing is
 * timed.
 *
 * @returns time from the first timed call to the last answer, in µs
 */
async function timeClosed<Operations>(
  timing: Timing<Operations>,
  concurrency: number,
  others: readonly Operations[] = [],
): Promise<number> {
  const { operations, leadIn, target, world, watch, timesMs, answers } = timing;
  const targets = [target, ...others];
  let lastEndAt = 0;
  /** @returns when the first of these operations began, in ms */
  const loop = async (from: number, to: number): Promise<number> => {
    const startedAt = world.now();
    /** Since when each caller waits. */
    const waiting = Array.from({ length: concurrency }, () => startedAt);
    let next = from;
    const callers = waiting.map(async (_, caller) => {
      // A caller keeps its connection, so that each connection has as many calls under way as any other.
      const own = targets[caller % targets.length] as Operations;
      for (let place = next++; place < to; place = next++) {
        const calledAt = world.now();
        waiting[caller] = calledAt;
        const answer = await (operations[place] as Operation<Operations>)(own);
        if (watch.over) return;
        lastEndAt = world.now();
        if (place >= leadIn) timesMs[place - leadIn] = lastEndAt - calledAt;
        answers[place] = answer;
      }
      waiting[caller] = Infinity;
    });
    await watch.race(Promise.all(callers), { waitsSince: () => Math.min(...waiting) });
    return startedAt;
  };
  if (leadIn > 0) {
    await loop(0, leadIn);
    watch.traffic.mark();
  }
  const startedAt = await loop(leadIn, operations.length);
  return toMicroseconds(lastEndAt - startedAt);
}

export function toMicroseconds(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
