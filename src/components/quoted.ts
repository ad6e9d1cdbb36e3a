/** Quoted records joined with the code of their study: names for ids, and the ratios they imply. */
import type { QuotedRecord } from '../harness/record.ts';
import type { Arm, Study, Workload } from '../harness/study.ts';

type QuotedResult = QuotedRecord['results'][number];

/** What of a study a page needs. */
export type StudyNames = Pick<Study<never>, 'id' | 'reference' | 'subjects'> & {
  arms: ReadonlyArray<Pick<Arm<never>, 'id' | 'label' | 'system'>>;
  workloads: ReadonlyArray<Pick<Workload<never>, 'id' | 'label' | 'question'>>;
};

/** One quoted result with its names. */
export interface NamedResult {
  workload: StudyNames['workloads'][number];
  arm: StudyNames['arms'][number];
  result: QuotedResult;
}

/** One ratio derived from two quoted totals. */
export interface QuotedRatio {
  workload: StudyNames['workloads'][number];
  arm: StudyNames['arms'][number];
  reference: StudyNames['arms'][number];
  /** The arm's total ÷ the reference's total. */
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
export function namedResults(study: StudyNames, record: QuotedRecord, file: string): NamedResult[] {
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

/**
 * The ratio of each subject to the study's reference, where the record has both, from totals:
 * they are printed with more digits than the averages.
 */
export function quotedRatios(study: StudyNames, results: readonly NamedResult[]): QuotedRatio[] {
  const perOperation = ({ result }: NamedResult): number => result.totalMs / result.operations;
  return results.flatMap((subject) => {
    if (!study.subjects.includes(subject.arm.id)) return [];
    const { workload, arm } = subject;
    const reference = results.find(
      (other) => other.workload === workload && other.arm.id === study.reference,
    );
    if (!reference) return [];
    const ratio = perOperation(subject) / perOperation(reference);
    return [{ workload, arm, reference: reference.arm, ratio }];
  });
}
