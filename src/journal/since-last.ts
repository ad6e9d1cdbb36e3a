/**
 * What changed since the last comparable entry, as one number: how many times the ratio of the
 * study’s first subject to its reference is what it was, in the study’s first workload. Two entries
 * are comparable where both were measured here, in the same way, and have runs in one setting, over
 * one network and from one kind of client.
 */
import { formatRatioInterval } from '../figures/format.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { cellsOf, judgeTwoRatios, type Verdict } from '../harness/statistics/index.ts';
import { armNames, equalText, levelText, spokenWorkload } from '../report/words.ts';
import type { EntryLink } from './journal.ts';
import { clientName, type MeasuredRun, placeName } from './runs.ts';

/** The number in a sentence with the entry it goes back to in its middle, or the reason for none. */
export type SinceLast = { before: string; earlier: EntryLink; after: string } | { none: string };

/** What is needed of an entry: the runs that no earlier one has. */
export interface Measured {
  runs: ReadonlyArray<Pick<MeasuredRun, 'record'>>;
  link: EntryLink;
}

type Names = Pick<
  StudyOutline,
  'arms' | 'reference' | 'subjects' | 'margin' | 'workloads' | 'free'
>;

/**
 * @param earlier entries measured in the same way as this one, the last first
 */
export function sinceLast(
  study: Names,
  { runs }: Pick<Measured, 'runs'>,
  earlier: readonly Measured[],
): SinceLast {
  const workload = study.workloads[0]?.id ?? '';
  // A subject that has joined a study later has nothing to be compared with before.
  const held = (id: string) => runs.some(({ record }) => record.plan.arms.includes(id));
  const subject = study.subjects.find(held) ?? study.subjects[0] ?? '';
  const work = spokenWorkload(study, workload);
  const names = armNames(study);
  const [arm, reference] = [names(subject).label, names(study.reference).label];
  const pair = `“${arm}” and “${reference}”`;
  if (runs.length === 0) {
    return { none: 'Nothing here was measured by this site, so no change has an interval.' };
  }
  const its = { ...study, subjects: [subject] };
  const own = runs.flatMap((run) => pairIn(run, its, workload) ?? []);
  if (own.length === 0) {
    return { none: `It has no run of ${pair} with ${work}, the study’s main question.` };
  }
  if (earlier.length === 0) {
    return { none: 'No earlier entry was measured in the same way.' };
  }
  for (const { runs: past, link } of earlier) {
    const then = past.flatMap((run) => pairIn(run, its, workload) ?? []);
    for (const now of own) {
      const alike = then.find(({ where }) => where === now.where);
      const judged = alike && judgeTwoRatios(alike.cells, now.cells, study.margin);
      if (judged?.ratio?.interval === undefined) continue;
      const { estimate, interval } = judged.ratio;
      // What ranks reach is seldom 95 % to the digit: only less is told.
      const level = interval.level < 0.95 ? levelText(interval.level) : undefined;
      const number = formatRatioInterval(estimate, interval.low, interval.high);
      return {
        before: `For ${work} (${now.name}), the ratio of “${arm}” to “${reference}” is ${number} what it was in `,
        earlier: link,
        after: `: ${verdictText(judged.verdict, study.margin)}${level === undefined ? '' : `, by an interval of ${level}`}.`,
      };
    }
  }
  return {
    none: `No earlier entry has enough runs of ${pair} in the same setting, over the same network and from the same kind of client.`,
  };
}

/** Both arms of a run under the workload; undefined where one has nothing that counts. */
function pairIn({ record }: Measured['runs'][number], study: Names, workload: string) {
  const cells = cellsOf(record).filter((cell) => cell.workload === workload && cell.units.length);
  const arm = cells.find((cell) => cell.arm === study.subjects[0]);
  const reference = cells.find((cell) => cell.arm === study.reference);
  if (arm === undefined || reference === undefined) return undefined;
  const { environment } = record;
  const place = placeName(environment);
  const client = clientName(environment.runtime);
  return {
    cells: { arm, reference },
    name: [place, environment.runtime].join(', '),
    where: JSON.stringify([place, client, arm.layout]),
  };
}

function verdictText(verdict: Verdict, margin: number): string {
  switch (verdict) {
    case 'faster':
      return 'it fell';
    case 'slower':
      return 'it rose';
    case 'equal':
      return equalText(margin);
    case 'undecided':
      return 'the two runs do not tell whether it changed';
  }
}
