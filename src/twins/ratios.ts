/** The ratios that an entry states, as plain data, and the one that stands for it where only one fits. */
import type { EntryPage } from '../components/entry-data.ts';
import type { QuotedRatio } from '../components/quoted.ts';
import { formatRatioInterval } from '../figures/format.ts';
import { systemOf } from '../figures/palette.ts';
import type { Verdict } from '../harness/statistics-verdict.ts';
import type { StudyOutline } from '../harness/study.ts';

/** An arm's time ÷ the reference's time in one workload of one record; of rates, the reference's ÷ the arm's. */
export interface EntryRatio {
  /** Id of the record. */
  record: string;
  workload: string;
  arm: string;
  /** Id of the arm whose time it is divided by. */
  reference: string;
  /** What it is a ratio of. */
  of: QuotedRatio['of'];
  ratio: number;
  /** Ends of the interval; absent where the record has no samples to make one of. */
  low?: number;
  high?: number;
  /** Level of the interval: 0.95. */
  level?: number;
  /** What the record decides; absent for a quoted one. */
  verdict?: Verdict;
  /** From samples taken here, or from figures that a source printed. */
  from: 'measured' | 'quoted';
}

/** What is needed of an entry's page. */
export type RatioSource = Pick<EntryPage, 'study' | 'runs' | 'quoted' | 'entry'>;

/** All ratios of an entry, by its records in order, then by subjects and workloads as its study has them. */
export function entryRatios({ study, runs, quoted, entry }: RatioSource): EntryRatio[] {
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

/** Names of what a ratio compares. */
export function namesOf(
  study: StudyOutline,
  { workload, arm, reference }: EntryRatio,
): { workload: string; arm: string; reference: string } {
  const label = (list: ReadonlyArray<{ id: string; label: string }>, id: string): string =>
    list.find((each) => each.id === id)?.label ?? id;
  return {
    workload: label(study.workloads, workload),
    arm: label(study.arms, arm),
    reference: label(study.arms, reference),
  };
}

/** The system of an arm, which gives it its colour and shape. */
export function systemIn({ arms }: StudyOutline, arm: string): string {
  return arms.find(({ id }) => id === arm)?.system ?? systemOf(arm);
}

/** `1.42× (1.31–1.55)`, or `1.42× (quoted, no interval)`. */
export function ratioText({ ratio, low, high, from }: EntryRatio): string {
  const text = formatRatioInterval(ratio, low, high);
  if (low !== undefined) return text;
  return `${text} (${from === 'quoted' ? 'quoted, no interval' : 'no interval'})`;
}

/** The first ratio in a sentence; undefined for an entry that has none. */
export function ratioSentence(page: RatioSource): string | undefined {
  const [first] = entryRatios(page);
  if (first === undefined) return undefined;
  const { workload, arm, reference } = namesOf(page.study, first);
  if (first.of !== 'time') {
    return `${workload}: ${reference} has ${ratioText(first)} the throughput of ${arm}.`;
  }
  return `${workload}: ${arm} takes ${ratioText(first)} the time of ${reference}.`;
}
