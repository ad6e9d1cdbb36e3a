/**
 * A gap taken apart: how much of it belongs to the kind of socket, the protocol and the
 * server they ran on. Which arms are compared follows from what the study says of its arms.
 */
import { formatPercent } from '../figures/format.ts';
import type { Arm, Study, WorkloadOutline } from '../harness/plan/index.ts';
import { type MeasuredRecord, type Setting, CONTROL } from '../harness/record/index.ts';
import {
  type Cell as BlockCell,
  cellsOf,
  type Estimate,
  judgeTwoRuns,
  pairedRatio,
  type Ratio,
} from '../harness/statistics/index.ts';
import { placeName } from '../journal/runs.ts';
import { awayText } from '../report/words.ts';
import { type Cell, numeric, ratioCell, type Table, tableOf, worded } from './view.ts';

/** The parts of a study that the comparisons need. */
export type FactorialStudy = Pick<
  Study<never>,
  'baseline' | 'reference' | 'subjects' | 'margin'
> & {
  arms: ReadonlyArray<Pick<Arm<never>, 'id' | 'system' | 'accept'>>;
};

/** Two arms that differ in one thing, or in both. */
interface Factor {
  /** The one difference that their ratio isolates. */
  kind: keyof typeof kinds;
  arm: string;
  /** The arm that is divided by. */
  to: string;
}

/** The comparisons that tell the kind of socket from the protocol, the noise first. */
export function factorsOf({ arms, baseline, reference, subjects }: FactorialStudy): Factor[] {
  const acceptOf = (id: string) => arms.find((arm) => arm.id === id)?.accept;
  const alike = subjects.filter((id) => acceptOf(id) === acceptOf(reference));
  const mixed = subjects.filter((id) => acceptOf(id) !== acceptOf(reference));
  const sockets = arms
    .filter(({ accept }) => accept === 'hibernating')
    .flatMap(({ id, system }): Factor[] => {
      const to = arms.find((arm) => arm.system === system && arm.accept === 'in-memory');
      return to === undefined ? [] : [{ kind: 'socket', arm: id, to: to.id }];
    });
  const factor = (kind: Factor['kind'], to: string) => (arm: string) => ({ kind, arm, to });
  return [
    factor('twin', reference)(CONTROL),
    ...sockets,
    ...alike.map(factor('protocol', reference)),
    ...[reference, ...alike].map(factor('protocol', baseline)),
    ...mixed.map(factor('both', reference)),
  ];
}

/** The rows of one workload: paired ratios within each record, each with its own 95 % interval. */
export function factorRows(
  study: FactorialStudy,
  records: readonly MeasuredRecord[],
  workload: string,
) {
  return factorsOf(study).map((factor) => ({
    ...factor,
    ratios: records.map((record) => pairedRatio(record, workload, factor.arm, factor.to)),
  }));
}

/** The clients that measured on both servers, in the order in which they first appear. */
export function clientsOf(
  records: readonly MeasuredRecord[],
  from: Setting,
  on: Setting,
): Array<{ runtime: string; first: MeasuredRecord; second: MeasuredRecord }> {
  // From behind a simulated network it is another client.
  const byClient = Map.groupBy(
    records,
    ({ environment: { runtime, network } }) => `${runtime}${awayText(network)}`,
  );
  return [...byClient].flatMap(([runtime, own]) => {
    const of = (setting: Setting) => own.find(({ environment }) => environment.setting === setting);
    const [first, second] = [of(from), of(on)];
    return first && second ? [{ runtime, first, second }] : [];
  });
}

/**
 * Each arm's time in the second setting as a multiple of that in the first. The runs were not
 * interleaved, so nothing is paired, and the interval cannot tell the server from whatever else
 * changed between the two runs. The A/A control is left out: it is the reference again.
 */
export function serverRows(
  { margin }: Pick<FactorialStudy, 'margin'>,
  clients: ReturnType<typeof clientsOf>,
) {
  const judged = clients.map(({ first, second }) => {
    const others = cellsOf(second);
    const pairs = cellsOf(first).flatMap((cell): Array<readonly [BlockCell, BlockCell]> => {
      const other = others.find(
        ({ arm, workload }) => arm === cell.arm && workload === cell.workload,
      );
      return cell.arm === CONTROL || other === undefined ? [] : [[cell, other]];
    });
    const ratios = judgeTwoRuns(pairs, margin);
    return pairs.map(([{ arm, workload }], index) => ({
      arm,
      workload,
      ratio: ratios[index]?.ratio,
    }));
  });
  const keys = new Map(
    judged.flat().map(({ arm, workload }) => [JSON.stringify([workload, arm]), { arm, workload }]),
  );
  return [...keys.values()].map(({ arm, workload }) => ({
    arm,
    workload,
    /** One for each client, in the order of {@link clientsOf}. */
    ratios: judged.map(
      (list) => list.find((each) => each.arm === arm && each.workload === workload)?.ratio,
    ),
  }));
}

type TableStudy = FactorialStudy & { workloads: readonly WorkloadOutline[] };

const kinds = {
  twin: 'Noise',
  socket: 'Socket',
  protocol: 'Protocol',
  both: 'Both',
} as const;

/** One column for each record; each ratio is paired within its rounds. */
export function factorTable(
  study: TableStudy,
  records: readonly MeasuredRecord[],
  label: (arm: string) => string,
): Table {
  const rows = measuredWorkloads(study, records).flatMap((workload) =>
    factorRows(study, records, workload.id).map((row) => ({ ...row, workload })),
  );
  return tableOf(rows, {
    caption: 'The gap taken apart',
    note: 'Ratio of times, with its interval. The intervals stand each for itself.',
    headingOf: ({ workload }) => workload.label,
    columns: [
      worded('What differs', ({ kind, arm, to }) => ({
        text: kinds[kind],
        note: `${label(arm)} ÷ ${label(to)}`,
      })),
      ...records.map(({ environment }, at) =>
        numeric<(typeof rows)[number]>(
          placeName(environment),
          ({ ratios, kind }) => factorCell(ratios[at], kind, study.margin),
          { note: environment.runtime },
        ),
      ),
    ],
  });
}

/** One column for each client that measured on both servers. */
export function serverTable(
  study: TableStudy,
  clients: ReturnType<typeof clientsOf>,
  label: (arm: string) => string,
  caption: string,
): Table {
  const found = serverRows(study, clients);
  const workloads = measuredWorkloads(
    study,
    clients.map(({ first }) => first),
  );
  const rows = workloads.flatMap(({ id, label: heading }) =>
    found.filter(({ workload }) => workload === id).map((row) => ({ ...row, heading })),
  );
  return tableOf(rows, {
    caption,
    note: 'Ratio of times between two runs, with its interval.',
    headingOf: ({ heading }) => heading,
    columns: [
      worded('Arm', ({ arm }) => label(arm)),
      ...clients.map(({ runtime }, at) =>
        numeric<(typeof rows)[number]>(runtime, ({ ratios }) => estimateCell(ratios[at])),
      ),
    ],
  });
}

function measuredWorkloads(
  { workloads }: TableStudy,
  records: readonly MeasuredRecord[],
): WorkloadOutline[] {
  return workloads.filter(({ id }) => records.some(({ plan }) => plan.workloads.includes(id)));
}

/** A ratio with its interval; that of the A/A control also says what it can resolve. */
function factorCell(ratio: Ratio | undefined, kind: Factor['kind'], margin: number): Cell {
  const cell = estimateCell(ratio);
  if (kind !== 'twin' || ratio?.interval === undefined) return cell;
  const { low, high } = ratio.interval;
  const resolution = Math.sqrt(high / low) - 1;
  const flawed = low > 1 || high < 1 || resolution > margin;
  const resolves = `resolves ${formatPercent(resolution, 1)}${flawed ? ' *' : ''}`;
  return { ...cell, note: `${cell.note}\n${resolves}` };
}

const estimateCell = (ratio: Estimate | undefined): Cell =>
  ratioCell(ratio && { value: ratio.estimate, ...ratio.interval });
