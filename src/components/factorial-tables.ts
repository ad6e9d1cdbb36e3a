/** The gap taken apart, as tables: ratios within each record, and ratios between two servers. */
import { formatPercent, formatRatio, formatRatioInterval, NONE } from '../figures/format.ts';
import type { MeasuredRecord } from '../harness/record.ts';
import type { Estimate } from '../harness/statistics-interval.ts';
import type { Ratio } from '../harness/statistics-ratio.ts';
import type { WorkloadOutline } from '../harness/study.ts';
import {
  factorRows,
  serverRows,
  type Factor,
  type FactorialStudy,
  type FactorKind,
  type clientsOf,
} from './factorial.ts';
import { settingName } from './run-name.ts';
import type { Cell, Table } from './view.ts';

/** What the tables need of a study. */
type TableStudy = FactorialStudy & { workloads: readonly WorkloadOutline[] };

type LabelOf = (arm: string) => string;

const kinds: Record<FactorKind, string> = {
  twin: 'Noise',
  socket: 'Socket',
  protocol: 'Protocol',
  both: 'Both',
};

/** One column for each record; each ratio is paired within its rounds. */
export function factorTable(
  study: TableStudy,
  records: readonly MeasuredRecord[],
  label: LabelOf,
): Table {
  return {
    caption: 'The gap taken apart',
    marks: ['derived'],
    note: 'Ratio of times, with its interval. The intervals stand each for itself.',
    columns: [
      { label: 'What differs' },
      ...records.map(({ environment }) => ({
        label: settingName(environment.setting),
        note: environment.runtime,
        number: true,
      })),
    ],
    groups: measuredWorkloads(study, records).map((workload) => ({
      heading: workload.label,
      rows: factorRows(study, records, workload.id).map((row) => [
        { text: kinds[row.kind], note: described(row, label) },
        ...row.ratios.map((ratio) => factorCell(ratio, row.kind, study.margin)),
      ]),
    })),
  };
}

/** One column for each client that measured on both servers. */
export function serverTable(
  study: TableStudy,
  clients: ReturnType<typeof clientsOf>,
  label: LabelOf,
  caption: string,
): Table {
  const rows = serverRows(study, clients);
  const records = clients.map(({ first }) => first);
  return {
    caption,
    marks: ['derived'],
    note: 'Ratio of times between two runs, with its interval.',
    columns: [
      { label: 'Arm' },
      ...clients.map(({ runtime }) => ({ label: runtime, number: true })),
    ],
    groups: measuredWorkloads(study, records).map((workload) => ({
      heading: workload.label,
      rows: rows
        .filter((row) => row.workload === workload.id)
        .map(({ arm, ratios }) => [{ text: label(arm) }, ...ratios.map(serverCell)]),
    })),
  };
}

function measuredWorkloads(
  { workloads }: TableStudy,
  records: readonly MeasuredRecord[],
): WorkloadOutline[] {
  return workloads.filter(({ id }) => records.some(({ plan }) => plan.workloads.includes(id)));
}

function described({ arm, to }: Factor, label: LabelOf): string {
  return `${label(arm)} ÷ ${label(to)}`;
}

/** A ratio with its interval; that of the twin also says what it can resolve. */
function factorCell(ratio: Ratio | undefined, kind: FactorKind, margin: number): Cell {
  if (ratio === undefined) return { text: NONE, muted: true };
  const { estimate, interval } = ratio;
  if (interval === undefined) return { text: formatRatio(estimate) };
  const { low, high } = interval;
  const range = `(${[low, high].map((end) => formatRatio(end).replace('×', '')).join('–')})`;
  if (kind !== 'twin') return { text: formatRatio(estimate), note: range };
  const resolution = Math.sqrt(high / low) - 1;
  const flawed = low > 1 || high < 1 || resolution > margin;
  const resolves = `resolves ${formatPercent(resolution, 1)}${flawed ? ' *' : ''}`;
  return { text: formatRatio(estimate), note: `${range}\n${resolves}` };
}

function serverCell(ratio: Estimate | undefined): Cell {
  if (ratio === undefined) return { text: NONE, muted: true };
  const { estimate, interval } = ratio;
  return { text: formatRatioInterval(estimate, interval?.low, interval?.high) };
}
