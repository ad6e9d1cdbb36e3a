/** View: the medians of measured records, with their intervals. */
import { amounts, timePerOperation, type AmountRow } from '../../figures/amounts.ts';
import { formatPercent, medianDecimals, NONE } from '../../figures/format.ts';
import { CONTROL } from '../../harness/record/index.ts';
import { type ArmSummary, endsOf } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, discardNames, failureText, workloadNames } from '../../report/words.ts';
import {
  armCell,
  type ColumnOf,
  numberCell,
  numeric,
  tableOf,
  type View,
  worded,
} from '../view.ts';
import { measuredSource, recordLabels, type RunGroup, type ViewPage, withRecord } from './page.ts';

/** Median time per operation of every arm, over the records of one setting and client. */
export function mediansView(
  { name, runs }: RunGroup<MeasuredRun>,
  { study, names }: Pick<ViewPage, 'study' | 'names'>,
): Omit<View, 'id'> {
  const labels = recordLabels(runs);
  const workloadName = workloadNames(study);
  const rows = runs.flatMap(({ id, analysis }) =>
    analysis.arms.map((summary) => ({
      ...{ summary, group: workloadName(summary.workload), system: names(summary.arm).system },
      label: withRecord(names(summary.arm).label, labels.get(id)),
    })),
  );
  type Row = (typeof rows)[number];
  // Workloads stay together, whatever record a median is from.
  const sorted = [...Map.groupBy(rows, ({ group }) => group).values()].flat();
  const amountRows = sorted.map(({ summary, group, label, system }): AmountRow => {
    const { failure, msPerOperation: median } = summary;
    return {
      ...{ group, label, system, mark: 'measured' },
      value: median?.estimate ?? Number.NaN,
      decimals: decimalsFor(summary),
      ...endsOf(median?.interval),
      ...(median === undefined && {
        instead: failure ? discardNames[failure.reason] : 'no block counts',
      }),
    };
  });
  const counted = rows.some(({ summary }) => summary.roundTripsPerOperation !== undefined);
  const ms = (label: string, valueOf: (summary: ArmSummary) => number | undefined) =>
    numeric<Row>(label, ({ summary }) => numberCell(valueOf(summary), decimalsFor(summary)));
  const traffic = (label: string, valueOf: (summary: ArmSummary) => number | undefined) => {
    const cell: ColumnOf<Row>['cell'] = ({ summary }) => {
      const value = valueOf(summary);
      return numberCell(value, value === undefined || Number.isInteger(value) ? 0 : 2);
    };
    return numeric(label, cell, { mark: 'measured' });
  };
  return {
    ...{ title: `Results, ${name}`, marks: ['derived'], source: measuredSource(runs) },
    figure: (width) => amounts({ rows: amountRows, quantity: timePerOperation, width }),
    table: tableOf(rows, {
      caption: `Median time per operation, ${name}`,
      note: [
        'In ms, over the blocks that count, with the interval of the median.',
        ...(counted ? ['Frames and round trips are per operation, as the client saw them.'] : []),
        ...lackTexts(runs, workloadName, (arm) => names(arm).label),
      ].join(' '),
      headingOf: ({ group }) => group,
      columns: [
        worded('Arm', (row) => {
          const { failure } = row.summary;
          return armCell(row, failure && capital(failureText(failure)));
        }),
        ms('Median (ms)', ({ msPerOperation }) => msPerOperation?.estimate),
        ms('From', ({ msPerOperation }) => msPerOperation?.interval?.low),
        ms('To', ({ msPerOperation }) => msPerOperation?.interval?.high),
        numeric('Level', ({ summary: { msPerOperation } }) => {
          const { level } = msPerOperation?.interval ?? {};
          return level === undefined ? NONE : formatPercent(level, 1);
        }),
        numeric('Blocks', ({ summary }) => String(summary.counted)),
        // Records of before round trips were counted go without the columns.
        ...(counted
          ? [
              traffic('Frames out', ({ framesPerOperation }) => framesPerOperation?.out),
              traffic('Frames in', ({ framesPerOperation }) => framesPerOperation?.in),
              traffic('Round trips', ({ roundTripsPerOperation }) => roundTripsPerOperation),
            ]
          : []),
      ],
    }),
  };
}

/** Workloads that arms of these records lack, one sentence for each reason. */
function lackTexts(
  runs: readonly MeasuredRun[],
  workloadName: (id: string) => string,
  armName: (id: string) => string,
): string[] {
  const lacks = runs
    .flatMap(({ record }) => record.plan.cannot ?? [])
    .filter(({ arm }) => arm !== CONTROL);
  const groups = Map.groupBy(lacks, ({ workload, reason }) => JSON.stringify([workload, reason]));
  return [...groups.values()].map((members) => {
    const [{ workload = '', reason = '' } = {}] = members;
    const arms = [...new Set(members.map(({ arm }) => armName(arm)))].join('; ');
    return `Cannot do “${workloadName(workload)}”: ${arms}. ${reason}`;
  });
}

function decimalsFor({ msPerOperation: median }: ArmSummary): number {
  return medianDecimals(median?.estimate ?? NaN, median?.interval?.low, median?.interval?.high);
}
