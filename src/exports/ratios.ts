/** The ratios that an entry states, as plain data. */
import type { Interval, Verdict } from '../harness/statistics/index.ts';
import type { EntryPage } from '../journal/entries.ts';
import type { QuotedRatio } from '../journal/runs.ts';

/** An arm's time ÷ the reference's time in one workload of one record; of rates, the reference's ÷ the arm's. */
interface EntryRatio extends Partial<Interval> {
  /** Id of the record. */
  record: string;
  workload: string;
  arm: string;
  /** Id of the arm whose time it is divided by. */
  reference: string;
  /** What it is a ratio of. */
  of: QuotedRatio['of'];
  ratio: number;
  /** What the record decides; absent for a quoted one. */
  verdict?: Verdict;
  /** From samples taken here, or from figures that a source printed, which have no interval. */
  from: 'measured' | 'quoted';
}

/** All ratios of an entry, by its records in order, then by subjects and workloads as its study has them. */
export function entryRatios({ study, runs, quoted, entry }: EntryPage): EntryRatio[] {
  const measured = runs.flatMap(({ id, analysis }) =>
    analysis.subjects.flatMap(({ arm, workload, ratio, verdict }): EntryRatio[] => {
      if (ratio === undefined) return [];
      const { estimate, interval } = ratio;
      return [
        {
          ...{ record: id, workload, arm, reference: study.reference, of: 'time', ratio: estimate },
          ...interval,
          verdict,
          from: 'measured',
        },
      ];
    }),
  );
  const printed = quoted.flatMap(({ id, ratios }) =>
    ratios.map(({ workload, arm, reference, of, ratio }): EntryRatio => ({
      ...{ record: id, workload: workload.id, arm: arm.id, reference: reference.id, of, ratio },
      from: 'quoted',
    })),
  );
  const order = entry.data.records.map(({ id }) => id);
  const workloads = study.workloads.map(({ id }) => id);
  return [...measured, ...printed].sort(
    (a, b) =>
      order.indexOf(a.record) - order.indexOf(b.record) ||
      study.subjects.indexOf(a.arm) - study.subjects.indexOf(b.arm) ||
      workloads.indexOf(a.workload) - workloads.indexOf(b.workload),
  );
}
