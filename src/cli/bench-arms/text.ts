import type { TwinCheck } from '../../harness/statistics-compare.ts';
import { twinText } from '../measure/report-text.ts';
import { columns, factor, NONE } from '../text.ts';
import type { RatioRow } from './ratios.ts';
import { reached, rowOf, targets } from './targets.ts';

/** What one client's run says of the noise. */
export interface Noise {
  client: string;
  twins: readonly TwinCheck[];
  margin: number;
}

/** The ratios as people read them: the noise first, then the targets, then all of them. */
export function benchArmsText(rows: readonly RatioRow[], noise: readonly Noise[]): string {
  const asked = targets.filter(({ client, workload }) =>
    rows.some((row) => row.client === client && row.workload === workload),
  );
  return [
    'The noise: the reference against itself',
    ...noise.flatMap(({ client, twins, margin }) =>
      twins.map((twin) => `  ${client}, ${twin.workload}: ${twinText(twin, margin)}`),
    ),
    '',
    ...(asked.length === 0
      ? ['Of what is to be reached, nothing was measured.']
      : columns(
          ['What is to be reached', 'client', 'arm', 'against', 'at most', 'found', 'interval', ''],
          asked.map((target) => {
            const row = rowOf(target, rows);
            return [
              `  ${target.workload}`,
              target.client,
              target.arm,
              target.against,
              factor(target.atMost),
              factor(row?.ratio ?? undefined),
              interval(row),
              reached(target, row),
            ];
          }),
          [0, 1, 2, 3, 7],
        )),
    '',
    ...columns(
      ['All ratios', 'client', 'arm', 'against', 'ratio', 'interval'],
      rows.map((row) => [
        `  ${row.workload}`,
        row.client,
        row.arm,
        row.against,
        factor(row.ratio ?? undefined),
        interval(row),
      ]),
      [0, 1, 2, 3],
    ),
    '',
    'Ratios are an arm’s time ÷ the other’s, paired by rounds, each with its own 95 % interval.',
  ].join('\n');
}

function interval(row: RatioRow | undefined): string {
  if (row === undefined || row.low === null || row.high === null) return NONE;
  return `${row.low.toFixed(2)}–${row.high.toFixed(2)}`;
}
