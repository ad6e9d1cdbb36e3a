/** How the single times of a run spread, as the rows of one figure. */
import type { DistributionData, DistributionRow } from '../figures/times.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { type ArmFinding, type Finding, QUANTILES } from './finding.ts';
import { armNames, capital, spokenWorkload } from './words.ts';

/** The figure’s ranges, by the quantiles that they lie between. */
const RANGES: ReadonlyArray<{ share: number; from: Share; to: Share }> = [
  { share: 0.98, from: 0.01, to: 0.99 },
  { share: 0.9, from: 0.05, to: 0.95 },
  { share: 0.5, from: 0.25, to: 0.75 },
];

type Share = (typeof QUANTILES)[number];

/**
 * The figure’s data but for its width: a row for each arm that kept its quantiles, in the order of
 * the plan. Undefined where none did.
 */
export function distributionOf(
  study: Pick<StudyOutline, 'arms' | 'reference' | 'workloads'>,
  { workloads }: Pick<Finding, 'workloads'>,
  workload: string,
): Omit<DistributionData, 'width'> | undefined {
  const found = workloads.find(({ id }) => id === workload)?.arms ?? [];
  // What came by a link may have left them out.
  const arms = found.filter(({ quantiles }) => quantiles.length === QUANTILES.length);
  if (arms.length === 0) return undefined;
  const names = armNames(study);
  const medians = arms.every(isOfSingleTimes);
  return {
    title: `How do the times of ${spokenWorkload(study, workload)} spread?`,
    rows: arms.map((arm): DistributionRow => {
      const { spoken, system } = names(arm.arm);
      const { median, low, high } = arm;
      return {
        ...{ label: capital(spoken), system },
        ...(medians ? { median, low, high } : { median: at(arm, 0.5) }),
        ranges: RANGES.map(({ share, from, to }) => {
          return { share, low: at(arm, from), high: at(arm, to) };
        }),
      };
    }),
  };
}

/**
 * Whether an arm’s median is about what its quantiles are about. Where several calls are under way,
 * it is that of the whole time ÷ calls, which is far shorter than any call.
 */
function isOfSingleTimes(arm: ArmFinding): boolean {
  return arm.median >= at(arm, 0.05) && arm.median <= at(arm, 0.95);
}

function at({ quantiles }: ArmFinding, share: Share): number {
  return quantiles[QUANTILES.indexOf(share)] ?? Number.NaN;
}
