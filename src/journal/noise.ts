/** Whether an entry’s noise is too wide for it to be what a study is said to have found last. */
import type { StudyOutline } from '../harness/plan/index.ts';
import type { MeasuredRun } from './runs.ts';

/** Half the width that the interval of an A/A control may have, as a fraction. */
export const WIDEST_NOISE = 0.1;

/**
 * Whether an A/A control of the workload that the entry’s answer is about, the study’s first that it has, is
 * wider than {@link WIDEST_NOISE} in one of its records, or has no interval.
 */
export function isTooNoisy({
  study,
  runs,
}: {
  study: Pick<StudyOutline, 'workloads'>;
  runs: readonly MeasuredRun[];
}): boolean {
  const main = study.workloads.find(({ id }) =>
    runs.some(({ record }) => record.plan.workloads.includes(id)),
  );
  return runs.some(({ analysis }) =>
    analysis.controls.some(
      ({ workload, resolution = Infinity }) => workload === main?.id && resolution > WIDEST_NOISE,
    ),
  );
}
