/** How a run differs from the one that its study takes when nobody chooses anything. */
import { THIN } from '../figures/format.ts';
import type { Study } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import type { Finding } from './finding.ts';
import { armNames, countOf, workloadNames } from './words.ts';

/** What of a run is looked at. */
export interface TakenRun {
  plan: Finding['plan'];
  environment: Pick<Finding['environment'], 'origin'>;
}

/**
 * What differs from the study’s own run, in a sentence; undefined where nothing does. The seed is no
 * difference: every run draws its own.
 *
 * @param bench origin of the bench that the study’s own run would ask; not looked at where it is left out
 */
export function differs<Operations>(
  study: Study<Operations>,
  { plan, environment }: TakenRun,
  bench = environment.origin,
): string | undefined {
  const usual = (each: ReadonlyArray<{ id: string; optional?: true }>) =>
    each.filter(({ optional }) => !optional).map(({ id }) => id);
  const names = armNames(study);
  const parts = [
    exchanged('workload', plan.workloads, usual(study.workloads), workloadNames(study)),
    exchanged('arm', plan.arms, [...usual(study.arms), CONTROL], (id) => names(id).label),
    ...(plan.rule === 'until-decided' ? [] : [`${lengthText(plan)} instead of until decided`]),
    ...(environment.origin === bench
      ? []
      : [`the bench at ${environment.origin} instead of this site’s`]),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `Differs from the study’s own run: ${parts.join('; ')}.`;
}

function exchanged(
  what: string,
  got: readonly string[],
  own: readonly string[],
  nameOf: (id: string) => string,
): string | undefined {
  const added = got.filter((id) => !own.includes(id));
  const missing = own.filter((id) => !got.includes(id));
  // In quotation marks, because some names have a comma.
  const list = (ids: string[]) =>
    new Intl.ListFormat('en').format(ids.map((id) => `“${nameOf(id)}”`));
  const named = (ids: string[]) => `${what}${ids.length === 1 ? '' : 's'} ${list(ids)}`;
  if (added.length === 0) return missing.length === 0 ? undefined : `without the ${named(missing)}`;
  if (missing.length === 0) return `the ${named(added)} besides its own`;
  return `the ${named(added)} instead of ${list(missing)}`;
}

function lengthText({ rounds, budgetMs = 0 }: TakenRun['plan']): string {
  return rounds === undefined ? `${budgetMs / 1000}${THIN}s` : countOf(rounds, 'round');
}
