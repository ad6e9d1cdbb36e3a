/** The plan of a run: a study, its arms and workloads, and how long they may take. */
import { CONTROL, type SessionPlan } from '../record/index.ts';
import { expectFineClock, FAR_MS, type RunPlace, turnOf } from './turns.ts';
import { armsFor, lacksOf, loadsOf, sizeOf, workloadsOf } from './workloads.ts';
import { type OrderSeed, seeded } from './order.ts';
import type { Arm, Study, StudyOutline, Workload } from './study.ts';

export * from './order.ts';
export * from './outside.ts';
export * from './study.ts';
export * from './turns.ts';
export * from './workloads.ts';

/** How a run is to end. */
export type Length =
  /** After a time on the clock, in ms. */
  | { rule: 'time'; budgetMs: number }
  /** After so many rounds of every workload. */
  | { rule: 'fixed'; rounds: number };

/** The choice of the reader or the author. By default it is all of the study's that is not optional. */
export interface PlanOptions {
  /** Id of the arm that ratios are stated against. */
  reference?: string | undefined;
  /** Ids of the arms whose ratio to it answers the question. */
  subjects?: readonly string[] | undefined;
  /** The study’s usual time by default, see {@link budgetOf}. */
  length?: Length | undefined;
  /** Ids of arms. Reference and control run with them, and the study’s baseline unless a reference is named. */
  arms?: readonly string[];
  workloads?: readonly string[];
}

export interface Plan extends SessionPlan, OrderSeed {
  study: string;
}

/** Sessions of a launch, as far as opening their connections leaves them enough time. */
export const SESSIONS = 10;

/** Rounds of a session if so many are asked for in all. */
export const roundsOfSession = (rounds: number): number => Math.ceil(rounds / SESSIONS);

/** Operations by which every arm is warmed up in every session, at least. */
export const LEAST_WARM_UP = 2;

/** Usual time of a run on the clock, for so many workloads, in ms. */
const BUDGETS: ReadonlyArray<readonly [shorterThanMs: number, budgetMs: number]> = [
  [FAR_MS, 18_000],
  [50, 32_000],
  [200, 60_000],
  [Infinity, 120_000],
];
const FOR_WORKLOADS = 3;
/** Longest of them, however many workloads a run has: a reader who wants more asks for a time. */
const LONGEST_BUDGET_MS = 17 * 60_000;

/**
 * Usual time of a run on the clock, in ms, with the time to open connections. It depends on the time of a small
 * operation: longer ones need more for an interval, and so do more than three workloads.
 *
 * @param ownMs the time that a study asks for on one machine instead of the usual one, in ms
 */
export function budgetOf(msPerOperation: number, workloads: number, ownMs?: number): number {
  const at = BUDGETS.findIndex(([limit]) => msPerOperation < limit);
  const [, usualMs] = BUDGETS[at] ?? [0, 120_000];
  const budgetMs = ownMs === undefined || (at > 0 && ownMs < usualMs) ? usualMs : ownMs;
  const all = Math.round(budgetMs * Math.max(1, workloads / FOR_WORKLOADS));
  return Math.min(LONGEST_BUDGET_MS, all);
}

/**
 * Lays out a run. A workload that none of its arms can do is left out, and its lacks stay in the plan.
 *
 * @returns the plan, and the study as the run compares it
 * @throws RangeError naming the value got and expected
 */
export function makePlan<Operations>(
  found: Study<Operations>,
  { length, reference, subjects, ...wanted }: PlanOptions,
  seed: number,
  at: RunPlace,
): { study: Study<Operations>; plan: Plan } {
  const study = withComparison(found, { reference, subjects });
  // Refuses what is no seed, and what is no clock, before anything is started.
  seeded(seed);
  expectFineClock(at.clockStepUs);
  const asked = wanted.arms?.filter((id) => id !== CONTROL);
  const picked =
    wanted.workloads === undefined
      ? study.workloads.filter(({ optional }) => !optional)
      : workloadsOf(study, wanted.workloads);
  // A run that names its reference compares with that one only.
  const always = reference === undefined ? [study.baseline, study.reference] : [reference];
  const chosen = [...always, ...pickArms(asked, study.arms, picked)];
  const arms = [...study.arms.map(({ id }) => id).filter((id) => chosen.includes(id)), CONTROL];
  if (picked.length === 0) throw new RangeError('workload: got none, expected at least one');
  const wantedIds = picked.map(({ id }) => id);
  const lacks = lacksOf(study, arms, wantedIds);
  const possible = picked.filter((each) => armsFor({ arms, cannot: lacks }, each.id).length > 0);
  if (possible.length === 0) {
    const why = [...new Set(lacks.map(({ reason }) => reason))].join(' ');
    throw new RangeError(
      `workload: got ${wantedIds.join(', ')}, which no chosen arm can do, expected one that some can. ${why}`,
    );
  }
  const workloads = possible.map(({ id }) => id);
  const plan: Plan = {
    study: study.id,
    seed,
    arms,
    workloads,
    ...loadsOf(possible),
    ...(lacks.length === 0 ? {} : { cannot: lacks }),
    deadlineMs: study.deadlineMs,
    ...(reference !== undefined && { reference }),
    ...(subjects !== undefined && { subjects: [...subjects] }),
    turns: Object.fromEntries(
      possible.map((workload) => [workload.id, turnOf(sizeOf(workload), study.place, at)]),
    ),
    ...(length ?? {
      rule: 'time',
      budgetMs: budgetOf(at.msPerOperation, workloads.length, study.budgetMs),
    }),
  };
  return { study, plan };
}

/** The study as a run compares it. @throws RangeError naming an arm that it has not */
function withComparison<Of extends StudyOutline>(
  study: Of,
  { reference, subjects }: PlanOptions,
): Of {
  if (reference === undefined && subjects === undefined) return study;
  const known = study.arms.map(({ id }) => id);
  expectArms([reference ?? study.reference, ...(subjects ?? [])], known);
  const { reference: own, subjects: ours } = study;
  return { ...study, reference: reference ?? own, subjects: subjects ?? ours };
}

function expectArms(ids: readonly string[], known: readonly string[]): void {
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw new RangeError(`arm: got "${unknown}", expected one of ${known.join(', ')}`);
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
  expectArms(wanted, known);
  if (wanted.length === 0) throw new RangeError('arm: got none, expected at least one');
  return known.filter((id) => wanted.includes(id));
}
