/** Findings of an entry as tables: one of each record and operation for measured results, one of each place for quoted ones. */
import type { StudyOutline } from '../harness/plan/index.ts';
import { formatDay } from '../numbers/format.ts';
import { failureSentence, reasonName } from '../results/notices.ts';
import { conditionNotices } from '../results/conditions.ts';
import { libraryOf, operationOf } from '../results/names.ts';
import {
  type DocumentResult,
  type MeasuredResult,
  percentileOf,
  type Row,
} from '../results/result.ts';
import { groupsOf } from '../studies/groups.ts';
import { rateOf } from './entry.ts';
import { type ArmColumn, libraryTable } from './library-table.ts';
import { printedTable } from './quoted.ts';
import { amountColumn, type Cell, type Table } from './table.ts';

/** One record under one operation. */
export interface Panel {
  record: string;
  workload: string;
  table: Table;
  /** Where and when it was measured. */
  from: string;
}

/** Of every run its operations, in the order of its plan. */
export function panelsOf(
  study: StudyOutline,
  runs: ReadonlyArray<MeasuredResult & { id: string }>,
  names: ReadonlyMap<string, string>,
): Panel[] {
  return runs.flatMap((result) =>
    result.plan.workloads.map((workload): Panel => {
      const rows = result.rows.filter((row) => row.workload === workload);
      const name = names.get(result.id) ?? '';
      const caption = `${operationOf(study, workload)}: ${name}`;
      const { startedAt, environment } = result;
      const groups = groupsOf(
        study,
        rows.map(({ arm }) => arm),
        environment.accept,
      );
      const library = (arm: string) => libraryOf(study, arm);
      return {
        ...{ record: result.id, workload },
        table: libraryTable({
          ...{ caption, operation: operationOf(study, workload) },
          groups,
          notes: conditionNotices(rows, groups, library),
          published: rows,
          library: (arm) => libraryCell(study, arm, rows),
          more: extraColumns(rows),
        }),
        from: `${name}. Median with 95 % CI, ${formatDay(startedAt)}, one run.`,
      };
    }),
  );
}

/** A library with what became of its calls, where some failed. */
function libraryCell(study: StudyOutline, arm: string, rows: readonly Row[]) {
  const failure = rows.find((row) => row.arm === arm)?.failure;
  const cell = libraryOf(study, arm);
  return failure === undefined ? cell : { ...cell, note: failureSentence(failure) };
}

function extraColumns(rows: readonly Row[]): ArmColumn[] {
  const own = (label: string, of: (row: Row) => Cell | undefined, note?: string): ArmColumn => ({
    ...amountColumn(label, of, note),
    of: (_, row) => (row && of(row)) ?? '',
  });
  const columns = [
    own('p99', (row) => percentileOf(row, 99), 'ms'),
    own('Calls a second', ({ rate, calls, failure }) =>
      rate === undefined && failure ? reasonName(failure.reason) : rateOf(rate, calls),
    ),
    own('MB a second', ({ data }) => data),
  ];
  return columns.filter(({ of }) => rows.some((row) => of(row.arm, row) !== ''));
}

/** A table for each quoted record: they share no scale. */
export function printedTables(
  study: StudyOutline,
  results: ReadonlyArray<DocumentResult & { id: string }>,
  names: ReadonlyMap<string, string>,
): Table[] {
  return results
    .filter(({ rows }) => rows.length > 0)
    .map(({ id, rows }) => printedTable(study, rows, `Printed by the source: ${names.get(id)}`));
}
