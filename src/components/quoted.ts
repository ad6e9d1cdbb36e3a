/** Quoted records joined with the code of their study: names for ids, and the ratios they imply. */
import { costRatio, type Cost } from '../claims/cost.ts';
import type { QuotedRecord, QuotedResult } from '../harness/quoted-record.ts';
import type { ArmOutline, StudyOutline, WorkloadOutline } from '../harness/study.ts';

type Names = Pick<StudyOutline, 'id' | 'reference' | 'subjects' | 'arms' | 'workloads'>;

/** One quoted result with its names. */
export interface NamedResult {
  workload: WorkloadOutline;
  arm: ArmOutline;
  result: QuotedResult;
}

/** One ratio derived from two quoted results. */
export interface QuotedRatio {
  workload: WorkloadOutline;
  arm: ArmOutline;
  reference: ArmOutline;
  /** What it is a ratio of. */
  of: Cost['of'];
  /** The arm's time ÷ the reference's time; of throughputs, the reference's ÷ the arm's. */
  ratio: number;
}

function find<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  field: string,
): Item {
  const found = items.find((item) => item.id === id);
  if (found) return found;
  const known = items.map((item) => item.id).join(', ');
  throw new Error(`${field}: got "${id}", expected one of ${known}`);
}

/**
 * The results by workload in the study's order, within a workload in the record's order.
 *
 * @param file the record's id, for errors
 * @throws when the record names another study, or an arm or workload the study lacks
 */
export function namedResults(study: Names, record: QuotedRecord, file: string): NamedResult[] {
  if (record.study !== study.id) {
    throw new Error(`${file} study: got "${record.study}", expected "${study.id}"`);
  }
  const named = record.results.map((result, index): NamedResult => ({
    result,
    workload: find(study.workloads, result.workload, `${file} results.${index}.workload`),
    arm: find(study.arms, result.arm, `${file} results.${index}.arm`),
  }));
  const place = ({ workload }: NamedResult): number => study.workloads.indexOf(workload);
  return named.sort((a, b) => place(a) - place(b));
}

/** The ratio of each subject to the study's reference, where the record has both. */
export function quotedRatios(study: Names, results: readonly NamedResult[]): QuotedRatio[] {
  return results.flatMap((subject) => {
    if (!study.subjects.includes(subject.arm.id)) return [];
    const { workload, arm } = subject;
    const reference = results.find(
      (other) => other.workload === workload && other.arm.id === study.reference,
    );
    const found = reference && costRatio(subject.result, reference.result);
    return found ? [{ workload, arm, reference: reference.arm, ...found }] : [];
  });
}
