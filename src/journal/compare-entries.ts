/**
 * An entry beside an earlier one of its study: for every arm and workload that both have in one
 * setting, what an operation took then and takes now. A ratio is given only where nothing but the
 * code can have changed; where the way of measuring did, the sentences say so instead.
 */
import { type Cost, costOf, type ShownCost } from '../results/quoted.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import {
  type Cell,
  cellsOf,
  endsOf,
  judgeTwoRuns,
  type TwoRunsJudged,
} from '../harness/statistics/index.ts';
import { clientName, type MeasuredRun, placeName, type QuotedRun } from './runs.ts';

/** What is compared: the records of an entry. */
export interface Compared {
  runs: ReadonlyArray<Pick<MeasuredRun, 'record' | 'analysis'>>;
  quoted: ReadonlyArray<Pick<QuotedRun, 'record' | 'results'>>;
}

/** One arm under one workload in one setting, in both entries. */
export interface ComparedRow {
  arm: string;
  workload: string;
  /** Place, and the client's runtime where both entries name it. */
  where: string;
  of: Cost['of'];
  /** What an operation took in the earlier entry, and in this one; in the unit of {@link Cost}. */
  then: number;
  now: number;
  /** Which of the two is quoted; measured here where it says nothing. */
  thenFrom?: 'quoted';
  nowFrom?: 'quoted';
  /** Now ÷ then, of the time. Absent where more than the code changed. */
  ratio?: { estimate: number; low?: number; high?: number };
}

/** Two entries beside each other. */
export type EntryComparison = ReturnType<typeof compareEntries>;

/** One arm under one workload, with what it was found to take. */
interface Point {
  arm: string;
  workload: string;
  /** Name of the place, which tells a simulated network too. */
  place: string;
  runtime: string | undefined;
  cost: ShownCost;
  /** The blocks behind it, where it was measured here. */
  cell?: Cell;
}

/**
 * @param study outline that both entries belong to
 * @returns the rows, and what must be known to read them
 * @param methodChanged whether anything between the two was measured in another way than before it
 */
export function compareEntries(
  study: Pick<StudyOutline, 'arms' | 'workloads' | 'margin'>,
  now: Compared,
  then: Compared,
  methodChanged: boolean,
): { rows: ComparedRow[]; notes: string[] } {
  const pairs = matched(study, pointsOf(now), pointsOf(then));
  const mixed = pairs.some(([a, b]) => (a.cell === undefined) !== (b.cell === undefined));
  const comparable = !methodChanged && !mixed;
  const judged = comparable ? judgedPairs(pairs, study.margin) : [];
  const rows = pairs.map(([a, b], index): ComparedRow => {
    const { estimate, interval } = judged[index]?.ratio ?? { estimate: a.cost.cost / b.cost.cost };
    const ratio = { estimate, ...endsOf(interval) };
    return {
      arm: a.arm,
      workload: a.workload,
      where: whereOf(a, b),
      of: a.cost.of,
      then: b.cost.shown,
      now: a.cost.shown,
      ...(b.cell === undefined && { thenFrom: 'quoted' }),
      ...(a.cell === undefined && { nowFrom: 'quoted' }),
      ...(comparable && { ratio }),
    };
  });
  return { rows, notes: notesOf(pairs, comparable, methodChanged) };
}

function keyOf({ arm, workload, place, cost }: Point): string {
  return JSON.stringify([arm, workload, place, cost.of]);
}

function pointsOf({ runs, quoted }: Compared): Point[] {
  const measured = runs.flatMap(({ record, analysis }) => {
    const { runtime } = record.environment;
    const place = placeName(record.environment);
    const cells = new Map(cellsOf(record).map((cell) => [`${cell.arm} ${cell.workload}`, cell]));
    return analysis.arms.flatMap(({ arm, workload, msPerOperation }): Point[] => {
      const cell = cells.get(`${arm} ${workload}`);
      // The A/A control is the reference again: as a row of its own it would say the same twice.
      if (arm === CONTROL || msPerOperation === undefined || cell === undefined) return [];
      const { estimate } = msPerOperation;
      const cost: ShownCost = { of: 'time', cost: estimate, shown: estimate };
      return [{ arm, workload, place, runtime, cost, cell }];
    });
  });
  const carried = quoted.flatMap(({ record, results }) => {
    const { runtime } = record.environment;
    const place = placeName(record.environment);
    return results.flatMap((result): Point[] => {
      const cost = costOf(result.result);
      const [arm, workload] = [result.arm.id, result.workload.id];
      return cost === undefined ? [] : [{ arm, workload, place, runtime, cost }];
    });
  });
  return [...measured, ...carried];
}

/** Pairs in the order of the study. Of several records in one setting the first counts. */
function matched(
  { arms, workloads }: Pick<StudyOutline, 'arms' | 'workloads'>,
  now: readonly Point[],
  then: readonly Point[],
): Array<readonly [now: Point, then: Point]> {
  const past = Map.groupBy(then, keyOf);
  const taken = new Set<string>();
  const pairs = now.flatMap((point): Array<readonly [Point, Point]> => {
    const key = JSON.stringify([keyOf(point), clientName(point.runtime)]);
    const candidates = past.get(keyOf(point)) ?? [];
    const other = candidates.find((each) => clientName(each.runtime) === clientName(point.runtime));
    if (other === undefined || taken.has(key)) return [];
    taken.add(key);
    return [[point, other]];
  });
  const place = ([{ arm, workload }]: readonly [Point, Point]): number =>
    workloads.findIndex(({ id }) => id === workload) * (arms.length + 1) +
    arms.findIndex(({ id }) => id === arm);
  return pairs.sort((a, b) => place(a) - place(b));
}

function whereOf(now: Point, then: Point): string {
  const runtimes = [...new Set([now.runtime, then.runtime])].filter((each) => each !== undefined);
  return [now.place, ...runtimes].join(' · ');
}

function judgedPairs(
  pairs: ReadonlyArray<readonly [Point, Point]>,
  margin: number,
): TwoRunsJudged[] {
  const cells = pairs.flatMap(([now, then]): Array<readonly [Cell, Cell]> =>
    now.cell && then.cell ? [[then.cell, now.cell]] : [],
  );
  return cells.length === pairs.length ? judgeTwoRuns(cells, margin) : [];
}

function notesOf(
  pairs: ReadonlyArray<readonly [Point, Point]>,
  comparable: boolean,
  methodChanged: boolean,
): string[] {
  const quoted = pairs.some(([now, then]) => !now.cell || !then.cell);
  if (!comparable) {
    return [
      methodChanged
        ? 'Between the two entries the way of measuring changed, so the times stand side by side and no ratio is given: it would not tell the code from the method.'
        : 'One of the two was quoted and the other measured here, so the times stand side by side and no ratio is given: it would not tell the code from the method.',
    ];
  }
  const runtimes = pairs.some(([now, then]) => now.runtime !== then.runtime);
  return [
    quoted
      ? 'Both are quoted. The source kept no samples, so no ratio has an interval, and what noise alone would do is not known.'
      : 'These are two runs, one after the other, so nothing is paired: whatever else changed between them is in the ratio too.',
    ...(runtimes ? ['The client’s runtime was not the same version in both.'] : []),
  ];
}
