/** View: the medians of measured records, with their intervals. */
import { amounts, timePerOperation, type AmountRow } from '../../figures/amounts.ts';
import { formatPercent, msDecimals, NONE } from '../../figures/format.ts';
import { TWIN } from '../../harness/record/index.ts';
import type { ArmSummary } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, failureText, voidNames, workloadNames } from '../../report/words.ts';
import { type Cell, numbers, type View } from '../view.ts';
import {
  measuredSource,
  numberCell,
  recordLabels,
  type RunGroup,
  type ViewPage,
  withRecord,
} from './page.ts';

/** Median time per operation of every arm, over the records of one setting and client. */
export function mediansView(
  { name, runs }: RunGroup<MeasuredRun>,
  { study, names }: Pick<ViewPage, 'study' | 'names'>,
): Omit<View, 'id'> {
  const labels = recordLabels(runs);
  const workloadName = workloadNames(study);
  const rows = runs.flatMap(({ id, analysis }) =>
    analysis.arms.map((summary) => ({ summary, record: labels.get(id) })),
  );
  const groups = [...Map.groupBy(rows, ({ summary }) => workloadName(summary.workload))];
  const amountRows = groups.flatMap(([group, members]) =>
    members.map(({ summary, record }): AmountRow => {
      const { estimate = Number.NaN, interval } = summary.msPerOperation ?? {};
      const { failure } = summary;
      return {
        group,
        label: withRecord(names(summary.arm).label, record),
        system: names(summary.arm).system,
        mark: 'measured',
        value: estimate,
        ...(interval && { low: interval.low, high: interval.high }),
        ...(Number.isNaN(estimate) && {
          instead: failure ? voidNames[failure.reason] : 'no block counts',
        }),
      };
    }),
  );
  const counted = rows.some(({ summary }) => summary.roundTripsPerOperation !== undefined);
  const note = [
    'In ms, over the blocks that count, with the interval of the median.',
    ...(counted ? ['Frames and round trips are per operation, as the client saw them.'] : []),
    ...lackTexts(runs, workloadName, (arm) => names(arm).label),
  ].join(' ');
  return {
    title: `Results, ${name}`,
    figure: (width) => amounts({ rows: amountRows, quantity: timePerOperation, width }),
    marks: ['derived'],
    source: measuredSource(runs),
    table: {
      caption: `Median time per operation, ${name}`,
      marks: ['derived'],
      note,
      columns: [
        { label: 'Arm' },
        ...numbers(['Median (ms)', 'From', 'To', 'Level', 'Blocks']),
        // Records of before round trips were counted go without the columns.
        ...(counted
          ? numbers(['Frames out', 'Frames in', 'Round trips'], { mark: 'measured' })
          : []),
      ],
      groups: groups.map(([heading, members]) => ({
        heading,
        rows: members.map(({ summary, record }) => [
          {
            text: withRecord(names(summary.arm).label, record),
            system: names(summary.arm).system,
            filled: true,
            ...(summary.failure && { note: capital(failureText(summary.failure)) }),
          },
          ...medianCells(summary, decimalsFor(members.map((each) => each.summary))),
          ...(counted ? trafficCells(summary) : []),
        ]),
      })),
    },
  };
}

/** What arms of these records cannot do, one sentence for each reason. */
function lackTexts(
  runs: readonly MeasuredRun[],
  workloadName: (id: string) => string,
  armName: (id: string) => string,
): string[] {
  const lacks = runs
    .flatMap(({ record }) => record.plan.cannot ?? [])
    .filter(({ arm }) => arm !== TWIN);
  const groups = Map.groupBy(lacks, ({ workload, reason }) => JSON.stringify([workload, reason]));
  return [...groups.values()].map((members) => {
    const [{ workload = '', reason = '' } = {}] = members;
    const arms = [...new Set(members.map(({ arm }) => armName(arm)))].join('; ');
    return `Cannot do “${workloadName(workload)}”: ${arms}. ${reason}`;
  });
}

function trafficCells({
  framesPerOperation: frames,
  roundTripsPerOperation: roundTrips,
}: ArmSummary) {
  return [frames?.out, frames?.in, roundTrips].map((value) =>
    numberCell(value, value === undefined || Number.isInteger(value) ? 0 : 2),
  );
}

/** Decimals that leave three digits of the smallest median. */
function decimalsFor(summaries: readonly ArmSummary[]): number {
  return msDecimals(
    Math.min(...summaries.map((each) => each.msPerOperation?.estimate ?? Infinity)),
  );
}

function medianCells({ msPerOperation: median, counted }: ArmSummary, decimals: number): Cell[] {
  const { low, high, level } = median?.interval ?? {};
  return [
    numberCell(median?.estimate, decimals),
    numberCell(low, decimals),
    numberCell(high, decimals),
    { text: level === undefined ? NONE : formatPercent(level, 1) },
    { text: String(counted) },
  ];
}
