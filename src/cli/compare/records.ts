import { readFile } from 'node:fs/promises';
import { readRecord } from '../../harness/read-record.ts';
import type { MeasuredRecord } from '../../harness/record.ts';
import { cellsOf, type Cell } from '../../harness/statistics-blocks.ts';
import type { Interval } from '../../harness/statistics-interval.ts';
import { summarise } from '../../harness/statistics-summary.ts';
import { judgeTwoRuns } from '../../harness/statistics-two-samples.ts';
import { TWIN } from '../../harness/study.ts';
import { findStudy } from '../../studies/index.ts';
import { formatRatioInterval } from '../../figures/format.ts';
import { armNames } from '../../report/words.ts';
import { slowerRows, type Comparison, type Row, type Side } from './comparison.ts';
import { differencesBetween, forbidden, type Allowance } from './differences.ts';
import type { RecordsOptions } from './options.ts';

/**
 * Compares two records, the second with the first.
 *
 * @throws Error when a file is no measured record, or when what differs forbids to compare
 */
export async function compareRecords(options: RecordsOptions): Promise<Comparison> {
  const [firstFile, secondFile] = options.files;
  const [first, second] = [await readMeasured(firstFile), await readMeasured(secondFile)];
  const differences = differencesBetween(first, second);
  const allowed: Allowance[] = [
    ...(options.acrossSettings ? ['across-settings' as const] : []),
    ...(options.acrossMachines ? ['across-machines' as const] : []),
  ];
  const reasons = forbidden(differences, allowed);
  if (reasons.length > 0) {
    throw new Error(['These two cannot be compared:', ...reasons].join('\n  '));
  }
  const study = findStudy(first.study);
  const margin = options.margin ?? study.margin;
  const pairs = pairsOf(first, second);
  if (pairs.length === 0) {
    throw new Error(
      `${secondFile}: got no arm and workload of ${firstFile}, expected one at least`,
    );
  }
  const names = armNames(study);
  const judged = judgeTwoRuns(pairs, margin);
  const uncertain = pairs.map(([base, head], index): Row => {
    const { ratio, verdict, basis } = judged[index] as (typeof judged)[number];
    const median = (cell: Cell, { environment }: MeasuredRecord) =>
      summarise(cell, environment.clockStepUs).msPerOperation;
    return {
      arm: base.arm,
      label: names(base.arm).label,
      workload: base.workload,
      baseMs: median(base, first),
      headMs: median(head, second),
      ratio,
      verdict,
      basis,
    };
  });
  const rows = uncertain.map((row) => beyondFloor(row, uncertain, study.floor, margin));
  return {
    kind: 'records',
    study: study.id,
    base: sideOf(firstFile, first),
    head: sideOf(secondFile, second),
    margin,
    corrected: rows.length,
    doubts: doubtsOf(rows, study.floor, margin),
    notes: [
      'Two runs hold whatever the machine did between them: a difference may be its, and not the arm’s.',
      ...differences.map((each) => `${each.field}: ${each.first} in base, ${each.second} in head.`),
    ],
    rows,
    slower: slowerRows(rows, margin),
  };
}

async function readMeasured(file: string): Promise<MeasuredRecord> {
  const record = readRecord(await readFile(file, 'utf8'), file);
  if (record.kind === 'measured') return record;
  throw new Error(`${file}: kind: got ${record.kind}, which kept no samples, expected measured`);
}

/** The cells of both records that have the same arm and workload; the twin is the reference again. */
function pairsOf(first: MeasuredRecord, second: MeasuredRecord): Array<readonly [Cell, Cell]> {
  const others = cellsOf(second);
  return cellsOf(first)
    .filter(({ arm }) => arm !== TWIN)
    .flatMap((cell) => {
      const other = others.find(
        ({ arm, workload }) => arm === cell.arm && workload === cell.workload,
      );
      return other === undefined ? [] : [[cell, other] as const];
    });
}

/**
 * A row whose verdict claims no more than the floor allows. The floor runs no library, so what
 * it took longer in one run is the machine's, or comes from what all arms share; an arm has to
 * lie beyond that to be called slower or faster, and where the floor moved nothing is equal.
 */
function beyondFloor(row: Row, rows: readonly Row[], floor: string, margin: number): Row {
  const own = rows.find(({ arm, workload }) => arm === floor && workload === row.workload);
  const interval = own?.ratio?.interval;
  if (row.arm === floor || interval === undefined || row.basis === undefined) return row;
  const holds =
    row.verdict === 'slower'
      ? row.basis.low > interval.high
      : row.verdict === 'faster'
        ? row.basis.high < interval.low
        : !moved(interval, margin);
  return holds ? row : { ...row, verdict: 'undecided' };
}

function doubtsOf(rows: readonly Row[], floor: string, margin: number): string[] {
  return rows
    .filter(({ arm }) => arm === floor)
    .flatMap(({ workload, ratio }) => {
      const interval = ratio?.interval;
      if (interval === undefined || !moved(interval, margin)) return [];
      return [
        `First, the machine: in ${workload} the floor itself takes ` +
          `${formatRatioInterval(ratio?.estimate ?? NaN, interval.low, interval.high)} its time. Differences of that size belong to no system, and an arm ` +
          'must lie beyond them to be called slower or faster.',
      ];
    });
}

/** Whether a ratio differs from 1, by more than the margin as far as can be told. */
function moved({ low, high }: Interval, margin: number): boolean {
  const covers = low <= 1 && high >= 1;
  return !covers && (low < 1 / (1 + margin) || high > 1 + margin);
}

function sideOf(name: string, { environment }: MeasuredRecord): Side {
  const { commit = null, dirty = false, setting, runtime } = environment;
  return { name, commit, dirty, setting, runtime };
}
