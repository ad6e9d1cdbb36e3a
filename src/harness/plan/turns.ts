/** How long a turn and a session are, from a short pilot. */
import type { Pilot, SessionPlan } from '../record/index.ts';
import { opens, overlaps, type Size } from './loads.ts';

/** Fewest steps of the clock that a sample has to last; what is shorter is timed a turn at a time. */
export const CLOCK_STEPS_PER_SAMPLE = 10;
/** Shortest turn, in ms, and in steps of the clock, so that its time is known to a few per cent. */
const SHORTEST_MS = 1;
const CLOCK_STEPS = 20;
/** Most operations of a turn: what drifts must have no time to change within a round. */
const MOST_OPERATIONS = 20;
/** Most of them where they are timed as one, by a clock that steps once a ms. */
const MOST_TOGETHER = 20_000;
/** As many where the clock has not moved in all of the pilot: a turn must not take for ever. */
const UNKNOWN = 40;

/**
 * Sessions that a workload's part of the time should have room for, because an interval holds across
 * them; and the least, where opening would otherwise take longer than the turns.
 */
const SESSIONS = 20;
export const LEAST_SESSIONS = 10;
/** A session's rounds: more say little of how sessions differ. */
const MOST_ROUNDS = 20;

/**
 * Whether the operations of a turn are timed as one, because one lasts less than ten steps of the clock.
 * Only those that follow each other on an open connection can be, and that begin with their call.
 *
 * @param fastestMs time of one operation of the fastest arm, in ms
 */
export function isTogether(workload: Size, fastestMs: number, stepUs: number): boolean {
  if (workload.turn !== undefined || workload.fromMarker === true) return false;
  const shortestUs = CLOCK_STEPS_PER_SAMPLE * stepUs;
  return !opens(workload) && !overlaps(workload) && fastestMs * 1000 < shortestUs;
}

/**
 * Operations of a turn, the same for every arm.
 *
 * @param fastestMs time of one operation of the fastest arm, in ms
 */
export function operationsOfTurn(
  workload: Size & { cycle?: number },
  fastestMs: number,
  clockStepUs: number,
): number {
  const { turn, cycle = 1 } = workload;
  if (turn !== undefined) return turn;
  const shortestMs = Math.max(SHORTEST_MS, (CLOCK_STEPS * clockStepUs) / 1000);
  const most = isTogether(workload, fastestMs, clockStepUs) ? MOST_TOGETHER : MOST_OPERATIONS;
  const wanted = fastestMs > 0 ? Math.ceil(shortestMs / fastestMs) : UNKNOWN;
  return Math.ceil(Math.min(wanted, most) / cycle) * cycle;
}

/**
 * Rounds of a session.
 *
 * @param roundMs time of one round, in ms
 * @param shareMs time that the workload may take in all, in ms; of no account in a run of fixed length
 * @param openMs time to open a session's connections, in ms
 */
export function roundsOfSession(
  { rounds: planned }: Pick<SessionPlan, 'rounds'>,
  roundMs: number,
  shareMs: number,
  openMs: number,
): number {
  const all = planned ?? shareMs / roundMs;
  const wanted = Math.max(all / SESSIONS, Math.min(openMs / roundMs, all / LEAST_SESSIONS));
  return Math.max(1, Math.min(MOST_ROUNDS, Math.round(wanted)));
}

/** For workloads whose point is the opening: one operation on each connection. */
export const OPENING: Omit<Pilot, 'workload' | 'roundUs'> = { operations: 1, rounds: 1 };

/**
 * Most sessions of a workload that pauses, in a run that ends by time: a pause is no part of the
 * budget, and its turns are so short that it would go on for hours.
 */
export const MOST_PAUSES = 10;
