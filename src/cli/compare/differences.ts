import type { MeasuredRecord } from '../../harness/record.ts';

/** Flags that let a comparison go on in spite of a difference. */
export type Allowance = 'across-settings' | 'across-machines';

/** Something in which the circumstances of two records differ. */
export interface Difference {
  /** Where in the record. */
  field: string;
  first: string;
  second: string;
  /**
   * Whether it forbids to compare as if only the systems differed: `always`, unless the flag
   * says that it is meant, or `never`: it is only said.
   */
  forbids: 'always' | 'never' | Allowance;
}

/**
 * In what two records differ besides their samples. A record does not name its machine: two of
 * one kind look alike.
 */
export function differencesBetween(first: MeasuredRecord, second: MeasuredRecord): Difference[] {
  const read: Array<[string, Difference['forbids'], (record: MeasuredRecord) => unknown]> = [
    ['study', 'always', ({ study }) => study],
    ['environment.setting', 'across-settings', ({ environment }) => environment.setting],
    ['environment.runtime', 'across-machines', ({ environment }) => environment.runtime],
    ['environment.platform', 'across-machines', ({ environment }) => environment.platform],
    ['environment.cpuCount', 'across-machines', ({ environment }) => environment.cpuCount],
    ['environment.thread', 'across-machines', ({ environment }) => environment.thread],
    ['environment.colo', 'across-machines', ({ environment }) => environment.colo],
    ['environment.commit', 'never', ({ environment }) => environment.commit],
    ['environment.dirty', 'never', ({ environment }) => environment.dirty ?? false],
    ['environment.stale', 'never', ({ environment }) => environment.stale ?? false],
    ['environment.versions', 'never', ({ environment }) => sorted(environment.versions)],
    ['environment.accept', 'never', ({ environment }) => sorted(environment.accept)],
    ['plan.rule', 'never', ({ plan }) => plan.rule],
    ['partial', 'never', ({ partial }) => partial ?? false],
    ['operations of a block', 'never', operations],
  ];
  return read.flatMap(([field, forbids, value]): Difference[] => {
    const [one, other] = [show(value(first)), show(value(second))];
    return one === other ? [] : [{ field, first: one, second: other, forbids }];
  });
}

/** What forbids a comparison that has only these allowances, in sentences. */
export function forbidden(
  differences: readonly Difference[],
  allowed: readonly Allowance[],
): string[] {
  return differences
    .filter(({ forbids }) => forbids !== 'never' && !allowed.some((each) => each === forbids))
    .map(({ field, first, second, forbids }) => {
      const way = forbids === 'always' ? '' : `; --${forbids} compares them all the same`;
      return `${field}: got ${first} and ${second}, expected the same${way}`;
    });
}

/** Operations in a block of each workload. */
function operations({ blocks }: MeasuredRecord): unknown {
  const counts: Record<string, number> = {};
  for (const { workload, samplesUs, void: reason } of blocks) {
    if (reason === undefined) counts[workload] = samplesUs.length;
  }
  return sorted(counts);
}

function sorted(entries: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1));
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return value.map((entry) => (entry as unknown[]).join(' ')).join(', ') || 'nothing';
}
