/** Ratios of a measured record as rows of the ratios figure. */
import type { RatioRow } from '../figures/ratios.ts';
import type { Comparison } from '../harness/statistics-compare.ts';
import type { EntryPage, MeasuredRun } from './entry-data.ts';

/**
 * One row for each subject and workload that has a ratio.
 *
 * @param groupOf heading of the group a row stands in
 * @param labelOf name of the row; that of the arm unless given
 */
export function ratioRows(
  { analysis }: MeasuredRun,
  { names }: Pick<EntryPage, 'names'>,
  groupOf: (comparison: Comparison) => string,
  labelOf: (comparison: Comparison) => string = ({ arm }) => names(arm).label,
): RatioRow[] {
  return analysis.subjects.flatMap((comparison): RatioRow[] => {
    const { ratio, arm } = comparison;
    if (ratio === undefined) return [];
    const { estimate, interval } = ratio;
    return [
      {
        workload: groupOf(comparison),
        label: labelOf(comparison),
        series: names(arm).system,
        mark: 'measured',
        ratio: estimate,
        ...(interval && { low: interval.low, high: interval.high }),
      },
    ];
  });
}
