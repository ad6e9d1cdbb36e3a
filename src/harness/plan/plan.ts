import { CONTROL, type Pilot, type SessionPlan } from '../record/index.ts';
import { lacksOf, loadsOf, opens, overlaps, type Size, workloadsOf } from './workloads.ts';
import { asAsked, type Asked } from './asked.ts';
import { type Seeded, seeded } from './order.ts';
import type { Arm, Study, Workload } from './study.ts';

/** How a run is to end. */
export type Length =
  /** As soon as every verdict stands, or after a time that depends on the way to the bench. */
  | { rule: 'until-decided' }
  /** After a time on the clock, in ms. */
  | { rule: 'time'; budgetMs: number }
  /** After so many rounds of every workload. */
  | { rule: 'fixed'; rounds: number };

/** What the reader or the author chose; what is absent means all of the study's that are not optional. */
export interface PlanOptions extends Asked {
  length: Length;
  /** Ids of arms. Baseline, reference and A/A control run in any case: without them nothing can be judged. */
  arms?: readonly string[];
  workloads?: readonly string[];
}

export interface Plan extends SessionPlan, Seeded {
  study: string;
}

/** Time on the clock before a run until decided stands, for so many workloads, in ms. */
const BUDGETS: ReadonlyArray<readonly [shorterThanMs: number, budgetMs: number]> = [
  [5, 18_000],
  [50, 32_000],
  [200, 60_000],
  [Infinity, 120_000],
];
const FOR_WORKLOADS = 3;
/** However many there are, nobody waits longer than about a quarter of an hour unless they ask for it. */
const LONGEST_MS = 17 * 60_000;

/** Time that each Keep going adds, in ms. */
export const MORE_MS = 30_000;

/**
 * Time on the clock before a run until decided stands, in ms, opening and all: 18 s for a bench nearby, 32 s
 * across a network, 60 s where an operation takes 50 ms or more, two minutes from 200 ms on, where 60 s are too short for an
 * interval; more for more than three workloads, up to 17 minutes.
 *
 * @param ownMs what a study asks for in the place of that nearby, in ms
 */
export function budgetOf(msPerOperation: number, workloads: number, ownMs?: number): number {
  const at = BUDGETS.findIndex(([limit]) => msPerOperation < limit);
  const [, usualMs] = BUDGETS[at] ?? [0, 120_000];
  const budgetMs = ownMs === undefined || (at > 0 && ownMs < usualMs) ? usualMs : ownMs;
  return Math.min(LONGEST_MS, budgetMs * Math.max(1, workloads / FOR_WORKLOADS));
}

/**
 * Lays out a run. What an arm cannot do is left out.
 *
 * @param msPerOperation time of a small operation, which sets how long a run until decided may take
 * @throws RangeError naming the value got and what was expected.
 */
export function makePlan<Operations>(
  own: Study<Operations>,
  { length, reference, subjects, ...wanted }: PlanOptions,
  seed: number,
  msPerOperation: number,
): Plan {
  const study = asAsked(own, { reference, subjects });
  expectLength(length);
  // Refuses what is no seed before anything is started.
  seeded(seed);
  const asked = wanted.arms?.filter((id) => id !== CONTROL);
  const picked =
    wanted.workloads === undefined
      ? study.workloads.filter(({ optional }) => !optional)
      : workloadsOf(study, wanted.workloads);
  const chosen = [study.baseline, study.reference, ...pickArms(asked, study.arms, picked)];
  const arms = [...study.arms.map(({ id }) => id).filter((id) => chosen.includes(id)), CONTROL];
  if (picked.length === 0) throw new RangeError('workload: got none, expected at least one');
  picked.forEach(expectSound);
  const workloads = picked.map(({ id }) => id);
  const lacks = lacksOf(study, arms, workloads);
  const { id, deadlineMs } = study;
  return {
    study: id,
    seed,
    arms,
    workloads,
    ...loadsOf(picked),
    ...(lacks.length === 0 ? {} : { cannot: lacks }),
    deadlineMs,
    ...(reference !== undefined && { reference }),
    ...(subjects !== undefined && { subjects: [...subjects] }),
    ...(length.rule === 'until-decided'
      ? {
          ...length,
          budgetMs: budgetOf(msPerOperation, workloads.length, study.budgetMs),
          moreMs: MORE_MS,
        }
      : length),
  };
}

function expectLength(length: Length): void {
  if (length.rule === 'fixed' && !(Number.isInteger(length.rounds) && length.rounds >= 1)) {
    throw new RangeError(`rounds: got ${length.rounds}, expected a whole number of at least 1`);
  }
  if (length.rule === 'time' && !(length.budgetMs > 0)) {
    throw new RangeError(`time: got ${length.budgetMs} ms, expected more than 0`);
  }
}

function pickArms(
  wanted: readonly string[] | undefined,
  offered: ReadonlyArray<Pick<Arm<never>, 'id' | 'optional' | 'forCallsAtOnce' | 'cannot'>>,
  workloads: ReadonlyArray<Pick<Workload<never>, 'id' | 'callsPerOperation'>>,
): string[] {
  if (wanted === undefined) {
    const atOnce = workloads.filter(({ callsPerOperation = 1 }) => callsPerOperation > 1);
    const unasked = offered.filter(
      ({ optional, forCallsAtOnce, cannot }) =>
        !optional || (forCallsAtOnce && atOnce.some(({ id }) => cannot?.[id] === undefined)),
    );
    return unasked.map(({ id }) => id);
  }
  const known = offered.map(({ id }) => id);
  for (const id of wanted) {
    if (!known.includes(id)) {
      throw new RangeError(`arm: got "${id}", expected one of ${known.join(', ')}`);
    }
  }
  if (wanted.length === 0) throw new RangeError('arm: got none, expected at least one');
  return known.filter((id) => wanted.includes(id));
}

/** @throws RangeError where a workload asks for what excludes each other */
function expectSound(workload: Workload<never>): void {
  const { id, concurrency, ratePerSecond, fromMarker, cycle = 1, turn } = workload;
  const fail = (got: string, expected: string) => {
    throw new RangeError(`workload ${id}: got ${got}, expected ${expected}`);
  };
  const given = Object.entries({ concurrency, ratePerSecond });
  const loops = given.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (loops.length > 1) fail(loops.join(' and '), 'one of them');
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0)) {
    fail(`concurrency ${concurrency}`, 'a whole number of at least 1');
  }
  if (ratePerSecond !== undefined && !(ratePerSecond > 0 && ratePerSecond < Infinity)) {
    fail(`ratePerSecond ${ratePerSecond}`, 'a number above 0');
  }
  if (fromMarker === true && (overlaps(workload) || opens(workload))) {
    fail('samples from a marker', 'operations that follow each other on an open connection');
  }
  if (overlaps(workload) && turn === undefined) fail('a loop without a length', 'its turn');
  if (opens(workload) && (turn !== undefined || overlaps(workload))) {
    fail('a turn of several operations', 'one on a connection that nothing else has used');
  }
  if (turn !== undefined && !(Number.isInteger(turn) && turn > 0 && turn % cycle === 0)) {
    fail(`a turn of ${turn}`, `a whole number of times its cycle of ${cycle}`);
  }
}

// How long a turn and a session are, from a short pilot.

/** Fewest steps of the clock that a sample has to last; what is shorter is timed a turn at a time. */
export const CLOCK_STEPS_PER_SAMPLE = 10;
/** Shortest turn, in ms, and in steps of the clock, so that its time is known to a few per cent. */
const SHORTEST_MS = 1;
export const CLOCK_STEPS = 20;
/** Most operations of a turn: what drifts must have no time to change within a round. */
const MOST_OPERATIONS = 20;
/** Most of them where they are timed as one, by a clock that steps once a ms. */
export const MOST_TOGETHER = 20_000;
/** As many where nothing was timed, because every arm failed. */
const UNKNOWN = 40;

/**
 * Sessions that a run should have room for, because an interval holds across them; and the least, where
 * opening would otherwise take more than its part of the run.
 */
const SESSIONS = 20;
export const LEAST_SESSIONS = 8;
const OPENING_PART = 0.2;
/** Part of the time of a session’s turns that warming up for them may take, once the process is warm. */
export const WARM_UP_PART = 0.2;
/** A session's rounds: more say little of how sessions differ. Turns are shorter where there were too few. */
const MOST_ROUNDS = 20;
const LEAST_ROUNDS = 4;

/**
 * Operations of a stretch of warm-up, once the process is warm: those of a turn, or fewer where that would take
 * more than its part of the time of a session’s turns.
 */
export function operationsOfWarmUp(
  { operations, rounds }: Pick<Pilot, 'operations' | 'rounds'>,
  cycle = 1,
): number {
  const most = Math.ceil((WARM_UP_PART * rounds * operations) / cycle) * cycle;
  return Math.min(operations, most);
}

/**
 * Whether every workload of a session warms up, and not only the first on its connections: where a turn of
 * each arm takes longer than that part of its time, what the first has warmed must do.
 *
 * @param rounds that a session of the workload has
 */
export function warmsEach(rounds: number): boolean {
  return rounds * WARM_UP_PART >= 1;
}

/**
 * Whether the operations of a turn are timed as one, because one lasts less than ten steps of the clock.
 * Only those that follow each other on an open connection can be, and that begin with their call.
 *
 * @param fastestMs time of one operation of the fastest arm, in ms
 */
export function isTogether(workload: Size, fastestMs: number, stepUs: number): boolean {
  return isRepeatable(workload) && fastestMs * 1000 < CLOCK_STEPS_PER_SAMPLE * stepUs;
}

/** Whether a turn may have as many operations as the clock needs, because the workload names no number. */
export function isRepeatable(workload: Size): boolean {
  const { turn, fromMarker } = workload;
  return turn === undefined && fromMarker !== true && !opens(workload) && !overlaps(workload);
}

/**
 * Operations of a turn, the same for every arm.
 *
 * @param fastestMs time of one operation of the fastest arm, in ms
 * @param leastMs shortest turn where the clock does not ask for more, in ms
 */
export function operationsOfTurn(
  workload: Size & { cycle?: number },
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
 * @param shareMs time that the workload may take in all, in ms; of no account in a run of fixed length
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
 * Operations of a turn and rounds of a session: turns are as short as the clock allows where a session of
 * longer ones has no room for its least rounds.
 *
 * @param allMs time of one operation of every arm, in ms
 * @param fastestMs that of the fastest arm
 */
export function turnsOfSession(
  { rounds }: Pick<SessionPlan, 'rounds'>,
  workload: Size & { cycle?: number },
  times: { allMs: number; fastestMs: number; clockStepUs: number; shareMs: number; openMs: number },
): Pick<Pilot, 'operations' | 'rounds'> {
  const { allMs, fastestMs, clockStepUs, shareMs, openMs } = times;
  const { cycle = 1 } = workload;
  const most = operationsOfTurn(workload, fastestMs, clockStepUs);
  const least = operationsOfTurn(workload, fastestMs, clockStepUs, 0);
  const turnsMs = (shareMs / sessionsIn(shareMs, openMs) - openMs) / (1 + WARM_UP_PART);
  const room = Math.floor(turnsMs / LEAST_ROUNDS / allMs / cycle) * cycle;
  const operations = rounds === undefined ? Math.min(most, Math.max(least, room)) : most;
  return {
    operations,
    rounds: roundsOfSession({ rounds }, allMs * operations, shareMs, openMs),
  };
}

/** For workloads whose point is the opening: one operation on each connection. */
export const OPENING: Omit<Pilot, 'workload' | 'roundUs'> = { operations: 1, rounds: 1 };

/**
 * Most sessions of a workload that pauses, in a run that ends by time: a pause is no part of the
 * budget, and its turns are so short that it would go on for hours.
 */
export const MOST_PAUSES = 10;
