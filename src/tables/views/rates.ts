/** Calls that arms of a record answered in a second under one workload, and the view of them. */
import { amounts, callRate, type AmountRow } from '../../figures/amounts.ts';
import { rateDecimals } from '../../numbers/format.ts';
import { lackIn } from '../../harness/plan/index.ts';
import { CONTROL } from '../../harness/record/index.ts';
import {
  type ArmSummary,
  cellsOf,
  type Estimate,
  loadIn,
  pairedLogRatios,
  ratioOf,
} from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, discardNames, failureText, workloadNames } from '../../report/words.ts';
import {
  armCell,
  numberCell,
  numeric,
  type Ranged,
  ratioCell,
  type View,
  worded,
} from '../view.ts';
import { measuredView, severalHeadings, type ViewPage } from './page.ts';

/** Text in place of a number where an arm cannot do it. */
export const CANNOT = 'cannot';

/** The calls of one arm under a workload. */
export interface ArmRate {
  arm: string;
  /** Calls answered in a second; absent where nothing counts. */
  perSecond?: Ranged;
  /** Time of a call in µs: of those made at once, their part of it. */
  usPerCall?: Ranged;
  /** Calls in a second ÷ those of the other arm in the same rounds. */
  ratio?: Ranged;
  /** Text in place of numbers: `stalled`. */
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
    .filter((arm) => arm !== CONTROL)
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
        return { arm, instead: failure ? discardNames[failure.reason] : 'not run', ...why };
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

/** View: calls answered in a second by every arm under one workload, the fastest first, in the records that have it. */
export function throughputView(page: ViewPage, workload: string): View {
  const { study, names } = page;
  const runs = page.runs.filter(({ record }) => record.plan.workloads.includes(workload));
  const { baseline } = study;
  const headings = severalHeadings(runs);
  const rates = runs.flatMap((run) =>
    ratesOf(run, workload, baseline)
      .filter(({ perSecond, instead }) => perSecond !== undefined || instead !== undefined)
      .toSorted((one, other) => (other.perSecond?.value ?? 0) - (one.perSecond?.value ?? 0))
      .map((rate) => ({ ...rate, ...names(rate.arm), group: headings.get(run.id) ?? '' })),
  );
  const rows = rates.map(({ arm, group, label, system, perSecond, instead }): AmountRow => ({
    ...{ group, label, system, mark: 'measured', value: Number.NaN, ...perSecond },
    ...(instead !== undefined && { instead }),
    ...(arm === baseline && { isBaseline: true }),
  }));
  const title = `Calls a second: ${workloadNames(study)(workload)}`;
  const spoken = baseline === undefined ? 'the baseline' : names(baseline).label;
  const ofRate = (end: keyof Ranged) => (rate: ArmRate) =>
    numberCell(rate.perSecond?.[end], rateDecimals(rate.perSecond?.value ?? Number.NaN));
  return measuredView(page, runs, rates, {
    ...{ name: `throughput:${workload}`, title },
    needs: 'turns of that workload that count',
    isEnough: rates.some(({ perSecond }) => perSecond !== undefined),
    figure: (width) => amounts({ rows, quantity: callRate, width }),
    table: {
      note: [
        `Medians with their intervals. The ratio is to ${spoken}, the baseline, in the same rounds.`,
        ...reasonsOf(rates),
      ].join(' '),
      ...(runs.length > 1 && { headingOf: ({ group }) => group }),
      columns: [
        // Under the name, where there is no number, or the arm stalled or failed on the way.
        worded('Arm', (rate) =>
          armCell(rate, rate.instead === CANNOT ? CANNOT : (rate.reason ?? rate.instead)),
        ),
        numeric('Calls a second', ofRate('value')),
        numeric('From', ofRate('low')),
        numeric('To', ofRate('high')),
        numeric('Against the baseline', ({ ratio }) => ratioCell(ratio)),
      ],
    },
  });
}

/** Why arms cannot do it, each reason once. */
function reasonsOf(rates: readonly ArmRate[]): string[] {
  const reasons = rates.flatMap(({ instead, reason }) => (instead === CANNOT ? reason : []) ?? []);
  return [...new Set(reasons)].map((reason) => `What cannot: ${reason}`);
}
