/** Results that formulas can read: those of one study, the entry's own first. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { resultFile } from '../../results/file.ts';
import { ratioBetween } from '../../results/pairs.ts';
import type { MeasuredResult, Ratio, Result, Row } from '../../results/result.ts';
import type { ConfigurationItem } from '../entry-file.ts';

/** A value as it stands in an error. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'a function');
}

/** Names as they stand in an error. */
export const list = (known: Iterable<string>): string => [...new Set(known)].join(', ') || 'none';

/** A result with the id of its record. */
export type Named<Kind extends Result = Result> = Kind & { id: string };

export interface Scope {
  study: StudyOutline;
  /** Ids of the entry's own records, in its order. */
  records: readonly string[];
  configuration: readonly ConfigurationItem[];
  /** Reads a result by the id of its record, `<study>/<name>`. @throws for one that is not there */
  find: (id: string) => Named;
}

/** How a record is named: by its place in the entry's list, from 1, or by its name in the study. */
export type RecordName = string | number;

/** The result of the record that is named, else those of all of the entry's own. */
export function findResults({ study, records, find }: Scope, name?: RecordName): Named[] {
  if (name === undefined) return records.map(find);
  if (!/^\d+$/.test(String(name))) return [find(`${study.id}/${name}`)];
  const id = records[Number(name) - 1];
  if (id !== undefined) return [find(id)];
  throw new Error(
    `record: got ${show(name)}, expected 1 to ${records.length}, a place in the entry’s list`,
  );
}

/** The measured result that is named, or the entry's first. @throws for a quoted one */
export function findMeasured(scope: Scope, name?: RecordName): Named<MeasuredResult> {
  const [found] = findResults(scope, name);
  if (found?.kind === 'measured') return found;
  throw new Error(`record: got ${found?.id}, a quoted one, expected a measured one`);
}

/** @throws naming file, arm and workload unless the result has a row of the two */
export function rowIn(result: Named<MeasuredResult>, arm: string, workload: string): Row {
  const { rows, id } = result;
  const ofArm = rows.filter((each) => each.arm === arm);
  const row = ofArm.find((each) => each.workload === workload);
  if (row) return row;
  const [got, known] =
    ofArm.length > 0
      ? [`workload: got "${workload}"`, ofArm.map((each) => each.workload)]
      : [`arm: got "${arm}"`, rows.map((each) => each.arm)];
  throw new Error(`${got}, expected one of ${list(known)} of ${resultFile(id)}`);
}

/**
 * The time of one arm ÷ that of another, paired by rounds.
 *
 * @throws Error naming the file of the result and what it lacks, also if that is only the interval
 */
export function pairIn(
  result: Named<MeasuredResult>,
  of: string,
  to: string,
  workload: string,
): Ratio & { low: number; high: number } {
  const ratio = ratioBetween(rowIn(result, of, workload), rowIn(result, to, workload));
  const where = `"${of}" and "${to}" under "${workload}" in ${resultFile(result.id)}`;
  if (!ratio) throw new Error(`got no rounds with both ${where}, expected some`);
  const { low, high, sessions } = ratio;
  if (low !== undefined && high !== undefined) return { ...ratio, low, high };
  throw new Error(`got ${sessions} sessions of ${where}, expected enough for an interval`);
}
