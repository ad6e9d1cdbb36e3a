/** How often arms of a record were answered in a second under one workload, beside one of them. */
import { TWIN } from '../../harness/record/index.ts';
import {
  type ArmSummary,
  cellsOf,
  type Estimate,
  loadIn,
  pairedLogRatios,
  ratioOf,
} from '../../harness/statistics/index.ts';
import { lackIn } from '../../harness/plan/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, failureText, voidNames } from '../../report/words.ts';

/** A value with the ends of its interval, where there is one. */
export interface Ranged {
  value: number;
  low?: number;
  high?: number;
}

/** What stands in place of a number where an arm cannot do it. */
export const CANNOT = 'cannot';

/** What one arm did. */
export interface ArmRate {
  arm: string;
  /** Calls answered in a second; absent where nothing counts. */
  perSecond?: Ranged;
  /** Time of a call in µs: of those made at once, their part of it. */
  usPerCall?: Ranged;
  /** Calls in a second ÷ those of the other arm in the same rounds. */
  ratio?: Ranged;
  /** What stands in place of numbers: `stalled`. */
  instead?: string;
  /** Why it cannot do this, or how it stalled or failed, in a sentence. */
  reason?: string;
}

/**
 * One for each arm of the plan but the A/A control, in its order.
 *
 * @param beside id of the arm that each is set beside; itself has the ratio 1
 */
export function ratesOf(
  { record, analysis }: MeasuredRun,
  workload: string,
  beside: string | undefined,
): ArmRate[] {
  const { callsPerOperation: calls = 1 } = loadIn(record.plan, workload);
  const cells = cellsOf(record).filter((cell) => cell.workload === workload);
  const other = cells.find(({ arm }) => arm === beside);
  return record.plan.arms
    .filter((arm) => arm !== TWIN)
    .map((arm): ArmRate => {
      const reason = lackIn(record.plan, arm, workload);
      if (reason !== undefined) return { arm, instead: CANNOT, reason };
      const found = analysis.arms.find((each) => each.arm === arm && each.workload === workload);
      const {
        operationsPerSecond: rate,
        msPerOperation: ms,
        failure,
      } = found ?? ({} as Partial<ArmSummary>);
      const why = failure && { reason: capital(failureText(failure)) };
      if (rate === undefined || ms === undefined) {
        return { arm, instead: failure ? voidNames[failure.reason] : 'not run', ...why };
      }
      const own = cells.find((cell) => cell.arm === arm);
      // Of times the other way round: what takes half as long is done twice as often.
      const ratio = own && other && ratioOf(pairedLogRatios(other, own));
      return {
        arm,
        perSecond: times(rate, calls),
        usPerCall: times(ms, 1000 / calls),
        ...why,
        ...(ratio && { ratio: arm === beside ? { value: 1 } : times(ratio, 1) }),
      };
    });
}

/** An estimate in another unit. */
export function times({ estimate, interval }: Estimate, factor: number): Ranged {
  return {
    value: estimate * factor,
    ...(interval && { low: interval.low * factor, high: interval.high * factor }),
  };
}
