/** The plan of a run as a link. */
import type { Length } from '../../../harness/plan/index.ts';
import type { TakenRun } from '../../../report/differs.ts';
import { part } from '../../dom.ts';
import { writeQuery } from '../query.ts';

/** A run with what its plan is made from. */
type PlannedRun = TakenRun & { study: string; seed: number };

/** Address in the lab that replays the plan of a run, its seed included. @param bench the site’s own */
export function labAddress({ study, seed, plan, environment }: PlannedRun, bench: string): string {
  const { workloads, arms } = plan;
  const length = lengthOfPlan(plan);
  const origin = environment.origin === bench ? undefined : environment.origin;
  return `/lab/${writeQuery({ study, workloads, arms, length, seed, origin })}`;
}

/** The length that a plan was laid out with. */
export function lengthOfPlan({ rule, rounds, budgetMs = 0 }: TakenRun['plan']): Length {
  if (rounds !== undefined) return { rule: 'fixed', rounds };
  return rule === 'time' ? { rule, budgetMs } : { rule: 'until-decided' };
}

/** Lets the result lead to its plan. */
export function linkPlan(root: ParentNode, run: PlannedRun, bench: string): void {
  part(root, 'plan-link', HTMLAnchorElement).href = labAddress(run, bench);
}
