/** The length of a turn and of a session, from a short pilot, and the clocks that a run can be timed by. */
import type { Pilot, SessionPlan } from '../record/index.ts';
import { timesOpening, overlaps, type WorkloadSize } from './workloads.ts';

/** Fewest steps of the clock that a sample has to last; shorter operations are timed a turn at a time. */
export const CLOCK_STEPS_PER_SAMPLE = 10;
/** Shortest turn, in ms, and in steps of the clock, so that its time is known to a few per cent. */
const SHORTEST_MS = 1;
export const CLOCK_STEPS = 20;
/** Most operations of a turn: a machine that drifts must have no time to change within a round. */
const MOST_OPERATIONS = 20;
/** Most of them if they are timed as one, by a clock that steps once a ms. */
export const MOST_TOGETHER = 20_000;
/** Operations of a turn if nothing was timed, because every arm failed. */
const UNKNOWN = 40;

/** Sessions that a run should have room for, and the least if opening takes more than its part of the run. */
const SESSIONS = 20;
export const LEAST_SESSIONS = 8;
const OPENING_PART = 0.2;
/** Part of the time of a session’s turns that warming up for them may take, once the process is warm. */
export const WARM_UP_PART = 0.2;
/** Rounds of a session: more say little of how sessions differ. Turns become shorter if there would be too few. */
const MOST_ROUNDS = 20;
const LEAST_ROUNDS = 4;

/** Operations of a stretch of warm-up, once the process is warm: those of a turn, or as many as its part has room for. */
export function operationsOfWarmUp(
  { operations, rounds }: Pick<Pilot, 'operations' | 'rounds'>,
  cycle = 1,
): number {
  const most = Math.ceil((WARM_UP_PART * rounds * operations) / cycle) * cycle;
  return Math.min(operations, most);
}

/** True if every workload of a session warms up: with few rounds, the first on the connections warms for all. */
export function warmsEach(rounds: number): boolean {
  return rounds * WARM_UP_PART >= 1;
}

/** True if the operations of a turn are timed as one, because that of the fastest arm lasts less than ten steps. */
export function isTogether(workload: WorkloadSize, fastestMs: number, stepUs: number): boolean {
  return isRepeatable(workload) && fastestMs * 1000 < CLOCK_STEPS_PER_SAMPLE * stepUs;
}

/** True if a turn may have as many operations as the clock needs, because the workload names no number. */
export function isRepeatable(workload: WorkloadSize): boolean {
  const { turn, fromMarker } = workload;
  return (
    turn === undefined && fromMarker !== true && !timesOpening(workload) && !overlaps(workload)
  );
}

/**
 * Operations of a turn, the same for every arm.
 *
 * @param fastestMs time of one operation of the fastest arm, in ms
 * @param leastMs shortest turn if the clock does not ask for more, in ms
 */
export function operationsOfTurn(
  workload: WorkloadSize & { cycle?: number },
  fastestMs: number,
  clockStepUs: number,
  leastMs = SHORTEST_MS,
): number {
  const { turn, cycle = 1 } = workload;
  if (turn !== undefined) return turn;
  const shortestMs = Math.max(leastMs, (CLOCK_STEPS * clockStepUs) / 1000);
  const most = isTogether(workload, fastestMs, clockStepUs) ? MOST_TOGETHER : MOST_OPERATIONS;
  const wanted = fastestMs > 0 ? Math.ceil(shortestMs / fastestMs) : UNKNOWN;
  return Math.ceil(Math.min(wanted, most) / cycle) * cycle;
}

/**
 * Rounds that a workload has in a session.
 *
 * @param roundMs time of one round, in ms
 * @param shareMs time that the workload may take in all, in ms; not read in a run of fixed length
 * @param openMs its part of the time to open a session’s connections, in ms
 */
export function roundsOfSession(
  { rounds: planned }: Pick<SessionPlan, 'rounds'>,
  roundMs: number,
  shareMs: number,
  openMs: number,
): number {
  const wanted =
    planned === undefined
      ? (shareMs / sessionsIn(shareMs, openMs) - openMs) / (1 + WARM_UP_PART) / roundMs
      : Math.max(planned / SESSIONS, Math.min(openMs / roundMs, planned / LEAST_SESSIONS));
  return Math.max(1, Math.min(MOST_ROUNDS, Math.round(wanted)));
}

/** Sessions in a time, as many as can be opened in their part of it. */
function sessionsIn(shareMs: number, openMs: number): number {
  const most = openMs > 0 ? (OPENING_PART * shareMs) / openMs : SESSIONS;
  return Math.max(LEAST_SESSIONS, Math.min(SESSIONS, most));
}

/**
 * Operations of a turn and rounds of a session. Turns are shorter if longer ones leave no room for the least rounds.
 *
 * @param allMs time of one operation of every arm, in ms
 * @param fastestMs that of the fastest arm
 */
export function turnsOfSession(
  { rounds }: Pick<SessionPlan, 'rounds'>,
  workload: WorkloadSize & { cycle?: number },
  times: { allMs: number; fastestMs: number; clockStepUs: number; shareMs: number; openMs: number },
): Pick<Pilot, 'operations' | 'rounds'> {
  const { allMs, fastestMs, clockStepUs, shareMs, openMs } = times;
  const { cycle = 1 } = workload;
  const most = operationsOfTurn(workload, fastestMs, clockStepUs);
  const least = operationsOfTurn(workload, fastestMs, clockStepUs, 0);
  const turnsMs = (shareMs / sessionsIn(shareMs, openMs) - openMs) / (1 + WARM_UP_PART);
  const room = Math.floor(turnsMs / LEAST_ROUNDS / allMs / cycle) * cycle;
  const operations = rounds === undefined ? Math.min(most, Math.max(least, room)) : most;
  return { operations, rounds: roundsOfSession({ rounds }, allMs * operations, shareMs, openMs) };
}

/** For workloads whose point is the opening: one operation on each connection. */
export const OPENING: Omit<Pilot, 'workload' | 'roundUs'> = { operations: 1, rounds: 1 };

/**
 * Longest step of a clock that a run can be timed by, in µs. Browsers that resist fingerprinting move theirs
 * once in 16.67 or 100 ms.
 */
const COARSEST_US = 10_000;

/** @throws RangeError for a clock too coarse to time anything by */
export function expectFineClock(clockStepUs: number): void {
  if (clockStepUs <= COARSEST_US) return;
  const step = Number((clockStepUs / 1000).toFixed(2));
  throw new RangeError(
    `This browser’s clock is too coarse (${step} ms). A run needs steps of ${COARSEST_US / 1000} ms or less: ` +
      'turn off the protection against fingerprinting for this site, or use another browser',
  );
}
