/**
 * What belongs to what: the same records taken apart by the kind of socket, the protocol and the
 * server they ran on. Which arms are compared follows from what the study says of its arms.
 */
import type { MeasuredRecord, Setting } from '../harness/record.ts';
import { cellsOf, roundsOf, type Cell } from '../harness/statistics-blocks.ts';
import type { Estimate } from '../harness/statistics-interval.ts';
import { shareOfLook } from '../harness/statistics-looks.ts';
import { pairedLogRatios, ratioOf, type Ratio } from '../harness/statistics-ratio.ts';
import { judgeTwoRuns } from '../harness/statistics-two-samples.ts';
import { TWIN, type Arm, type Study } from '../harness/study.ts';

/** What of a study the table needs. */
export type FactorialStudy = Pick<Study<never>, 'floor' | 'reference' | 'subjects' | 'margin'> & {
  arms: ReadonlyArray<Pick<Arm<never>, 'id' | 'system' | 'accept'>>;
};

/** What a ratio of two arms isolates. */
export type FactorKind = 'twin' | 'socket' | 'protocol' | 'both';

/** Two arms that differ in one thing, or in both. */
export interface Factor {
  kind: FactorKind;
  arm: string;
  /** The arm that is divided by. */
  to: string;
}

/** A factor in one workload, with its ratio in each record that has one. */
export interface FactorRow extends Factor {
  ratios: Array<Ratio | undefined>;
}

/** An arm under one workload on another server, for each client. */
export interface ServerRow {
  arm: string;
  workload: string;
  /** One for each client, in the order of {@link clientsOf}. */
  ratios: Array<Estimate | undefined>;
}

/** The comparisons that tell the kind of socket from the protocol, the noise first. */
export function factorsOf({ arms, floor, reference, subjects }: FactorialStudy): Factor[] {
  const acceptOf = (id: string) => arms.find((arm) => arm.id === id)?.accept;
  const alike = subjects.filter((id) => acceptOf(id) === acceptOf(reference));
  const mixed = subjects.filter((id) => acceptOf(id) !== acceptOf(reference));
  const sockets = arms
    .filter(({ accept }) => accept === 'hibernating')
    .flatMap(({ id, system }): Factor[] => {
      const to = arms.find((arm) => arm.system === system && arm.accept === 'in-memory');
      return to === undefined ? [] : [{ kind: 'socket', arm: id, to: to.id }];
    });
  const factor = (kind: FactorKind, to: string) => (arm: string) => ({ kind, arm, to });
  return [
    factor('twin', reference)(TWIN),
    ...sockets,
    ...alike.map(factor('protocol', reference)),
    ...[reference, ...alike].map(factor('protocol', floor)),
    ...mixed.map(factor('both', reference)),
  ];
}

/** The rows of one workload: paired ratios within each record, each with its own 95 % interval. */
export function factorRows(
  study: FactorialStudy,
  records: readonly MeasuredRecord[],
  workload: string,
): FactorRow[] {
  const tables = records.map((record) => ({
    cells: cellsOf(record).filter((cell) => cell.workload === workload),
    share: shareOf(record),
  }));
  return factorsOf(study).map((factor) => ({
    ...factor,
    ratios: tables.map(({ cells, share }) => {
      const [arm, to] = [findCell(cells, factor.arm), findCell(cells, factor.to)];
      return arm && to && ratioOf(pairedLogRatios(arm, to), share);
    }),
  }));
}

/** The clients that measured on both servers, in the order in which they first appear. */
export function clientsOf(
  records: readonly MeasuredRecord[],
  from: Setting,
  on: Setting,
): Array<{ runtime: string; first: MeasuredRecord; second: MeasuredRecord }> {
  const taken = new Set(records.map(({ environment }) => environment.runtime));
  return [...taken].flatMap((runtime) => {
    const of = (setting: Setting) =>
      records.find(
        ({ environment }) => environment.runtime === runtime && environment.setting === setting,
      );
    const [first, second] = [of(from), of(on)];
    return first && second ? [{ runtime, first, second }] : [];
  });
}

/**
 * Each arm's time in the second setting as a multiple of that in the first. The runs were not
 * interleaved, so nothing is paired, and the interval cannot tell the server from whatever else
 * changed between the two runs. The twin is left out: it is the reference again.
 */
export function serverRows(
  { margin }: Pick<FactorialStudy, 'margin'>,
  clients: ReturnType<typeof clientsOf>,
): ServerRow[] {
  const judged = clients.map(({ first, second }) => {
    const others = cellsOf(second);
    const pairs = cellsOf(first).flatMap((cell): Array<readonly [Cell, Cell]> => {
      const other = findCell(others, cell.arm, cell.workload);
      return cell.arm === TWIN || other === undefined ? [] : [[cell, other]];
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
    ratios: judged.map(
      (list) => list.find((each) => each.arm === arm && each.workload === workload)?.ratio,
    ),
  }));
}

function findCell(cells: readonly Cell[], arm: string, workload?: string): Cell | undefined {
  return cells.find(
    (cell) => cell.arm === arm && (workload === undefined || cell.workload === workload),
  );
}

/** The part of the error that a run which may stop early had left when it ended. */
function shareOf(record: MeasuredRecord): number {
  const rounds = roundsOf(record);
  const { rule, rounds: planned } = record.plan;
  return rule === 'fixed' || rounds === 0 ? 1 : shareOfLook(rounds, planned);
}
