/** Whether a run fits the clock of its client: browsers that resist fingerprinting move theirs once in 16.67 or 100 ms. */
import { CLOCK_STEPS, type Plan } from './plan.ts';
import { armsFor, opens } from './workloads.ts';

/** Step from which on a clock counts as coarse, in µs: one operation that cannot be repeated is lost in it. */
const COARSE_US = 10_000;

/** Rounds without which no workload has an interval: four sessions of one. */
const LEAST_ROUNDS = 4;

/** Whether a turn of so many ms is too short for a coarse clock. */
export function isLost(turnMs: number, clockStepUs: number): boolean {
  return clockStepUs > COARSE_US && turnMs * 1000 < CLOCK_STEPS * clockStepUs;
}

/**
 * Why the clock is too coarse for a run, in a sentence without a full stop; undefined where it is fine enough.
 * Every turn lasts twenty steps at least, so that this is known before anything is measured.
 */
export function coarseClock(plan: Plan, clockStepUs: number): string | undefined {
  const { arms, workloads, loads = {}, budgetMs } = plan;
  const opening = workloads.find((id) => opens(loads[id] ?? {}));
  if (opening !== undefined && clockStepUs > COARSE_US) return tooCoarse(clockStepUs, opening);
  if (budgetMs === undefined) return undefined;
  const turns = workloads.reduce((sum, id) => sum + armsFor(plan, id).length, 0);
  const neededMs = (LEAST_ROUNDS * turns * CLOCK_STEPS * clockStepUs) / 1000;
  if (neededMs <= budgetMs) return undefined;
  const seconds = `${Math.ceil(neededMs / 1000)} s`;
  const what = `${arms.length} configurations and ${workloads.length} operations in ${Math.round(budgetMs / 1000)} s`;
  return `${tooCoarse(clockStepUs, what)}; choose fewer, or a run of ${seconds} at least`;
}

/** @param what it is too coarse for */
export function tooCoarse(clockStepUs: number, what: string): string {
  const step = Number((clockStepUs / 1000).toFixed(2));
  return `this browser’s clock moves in steps of ${step} ms, which is too coarse for ${what}`;
}
