import type { MeasuredRecord } from '../harness/record.ts';
import { cellsOf } from '../harness/statistics-blocks.ts';
import { pairedLogRatios, ratioOf, type Ratio } from '../harness/statistics-ratio.ts';

/**
 * The paired ratio of any two arms of a measured record under one workload.
 *
 * @throws naming the arms and the workload, when no round of the record has both
 */
export function pairedRatio(
  record: MeasuredRecord,
  arm: string,
  against: string,
  workload: string,
): Ratio {
  const cells = cellsOf(record).filter((cell) => cell.workload === workload);
  const [one, other] = [arm, against].map((id) => cells.find((cell) => cell.arm === id));
  const ratio = one && other && ratioOf(pairedLogRatios(one, other));
  if (ratio) return ratio;
  throw new Error(
    `got no rounds with both "${arm}" and "${against}" under "${workload}", expected a record that has them`,
  );
}
