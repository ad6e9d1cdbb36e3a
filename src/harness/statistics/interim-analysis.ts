import type { InterimAnalysis, Session, SessionPlan } from '../record/index.ts';

// A run is analysed half way through the first stage, at its end, and after each Keep going.

/** Parts of the error that the two analyses of the first stage may spend, and each Keep going after. */
const SHARES = [0.2, 0.35, 0.15, 0.1, 0.1, 0.05, 0.05] as const;
/** Most interim analyses of a run, so that it may be kept going five times. */
export const MOST_INTERIM_ANALYSES = SHARES.length;

/**
 * Part of the error allotted to an interim analysis, from 0 to 1. The parts are set beforehand, more
 * for those that most runs come to, and add up to 1 over all of them (alpha spending: Lan and DeMets,
 * Biometrika 70(3), 1983, with a spending function of steps). So the chance of an error at any of
 * them is at most the sum of the chances at each: nothing needs to be assumed of how they hang
 * together, nor of why a reader keeps a run going.
 *
 * @param index from 0
 */
export function shareOf(index: number): number {
  return SHARES[index] ?? 0;
}

/** Times of the interim analyses of a run until decided, in ms spent in turns and warm-up. */
export function interimTimes({
  budgetMs = 0,
  moreMs = 0,
}: Pick<SessionPlan, 'budgetMs' | 'moreMs'>) {
  return Array.from({ length: MOST_INTERIM_ANALYSES }, (_, index) =>
    index === 0 ? budgetMs / 2 : budgetMs + (index - 1) * moreMs,
  );
}

/**
 * Part of the error that the verdicts of a workload may spend: that of the last interim analysis
 * that it took part in. A run that went on and then broke off spends all that was left.
 */
export function shareIn(
  { plan, looks, sessions }: SessionRun,
  workload: string,
): { share: number; nextShare: number } {
  if (plan.rule !== 'until-decided') return { share: 1, nextShare: 1 };
  const last = looks.findLastIndex(({ workloads }) => workloads[workload] !== undefined);
  const counted = looks[last]?.workloads[workload] ?? 0;
  const own = sessions.filter((session) => session.workload === workload).length;
  const nextShare = shareOf(Math.min(looks.length, MOST_INTERIM_ANALYSES - 1));
  if (last >= 0 && own === counted) return { share: shareOf(last), nextShare };
  const spent = looks.reduce((sum, _, index) => sum + shareOf(index), 0);
  return { share: 1 - spent, nextShare };
}

/** What the interim analyses of a run depend on. */
export interface SessionRun {
  plan: Pick<SessionPlan, 'rule' | 'budgetMs' | 'moreMs'>;
  looks: readonly InterimAnalysis[];
  sessions: readonly Session[];
}
