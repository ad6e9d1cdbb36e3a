/** A run more of one plan, held out to check the interval that earlier runs gave for it. */
import { ratioBetween } from './pairs.ts';
import type { HeldOut, MeasuredResult, Row } from './result.ts';

/**
 * Compares the ratios of all configurations to the reference. The A/A control is one of them.
 *
 * @param together several runs, which give each ratio an interval for the next run
 * @param heldOut the run that was not among them
 * @throws RangeError where no ratio can be compared
 */
export function heldOutRatios(
  { rows, plan: { reference } }: Pick<MeasuredResult, 'rows' | 'plan'>,
  heldOut: Pick<MeasuredResult, 'rows'>,
): Pick<HeldOut, 'ratios' | 'inside'> {
  const found = rows.flatMap((row) => {
    const next = ratioIn(rows, row, reference)?.next;
    const repeated = ratioIn(heldOut.rows, row, reference)?.value;
    if (next === undefined || repeated === undefined) return [];
    return [next.low <= repeated && repeated <= next.high];
  });
  if (found.length > 0) return { ratios: found.length, inside: found.filter(Boolean).length };
  throw new RangeError('held-out run: got no ratio that the others have, expected the same plan');
}

/** The time of a row ÷ that of the reference among the same rows. */
function ratioIn(rows: readonly Row[], { arm, workload }: Row, reference: string) {
  const ofWorkload = rows.filter((row) => row.workload === workload);
  const own = ofWorkload.find((row) => row.arm === arm);
  const to = ofWorkload.find((row) => row.arm === reference);
  return own && to && own !== to ? ratioBetween(own, to) : undefined;
}
