/** What was measured of a system, in ms: of each call the newest record that has it. */
import { type StudyOutline, workloadOf } from '../harness/plan/index.ts';
import { type Estimate, endsOf } from '../harness/statistics/index.ts';
import type { EntryPage } from '../journal/entries.ts';
import { formatRightDate } from '../journal/facts.ts';
import { fits, isTooNoisy } from '../journal/newest.ts';
import { clientName } from '../journal/runs.ts';
import { armCell, rangedCell, type Table, tableOf, numeric, worded } from './view.ts';

/** What one arm of a system took for a call, from one client. */
export interface MeasuredTime {
  study: StudyOutline;
  workload: string;
  arm: { label: string; spoken: string; system: string };
  environment: EntryPage['runs'][number]['record']['environment'];
  median: Estimate;
  /** What the study’s baseline took in the same record; absent where the arm is that itself. */
  baseline?: Estimate | undefined;
  /** How a sentence calls it. */
  baselineName: string;
  entry: { href: string; title: string; date: string };
}

/**
 * Its times nearby, by study and there by workload. Runs that ended early or are noisy, under the
 * development server or over simulated networks are left to their entries.
 *
 * @param pages of entries that hold it, newest first within each study; those that a later one retracts are passed by
 * @param ids what records call the system
 */
export function timesOf(
  pages: ReadonlyArray<
    Pick<EntryPage, 'study' | 'runs' | 'names' | 'href' | 'entry' | 'relations'>
  >,
  ids: readonly (string | undefined)[],
): MeasuredTime[] {
  const newest = new Map<string, MeasuredTime>();
  for (const { study, runs, names, href, entry, relations } of pages) {
    if (relations.some(({ words }) => words === 'Retracted by')) continue;
    for (const run of runs) {
      const { analysis } = run;
      const { environment } = run.record;
      for (const { arm: id, workload, msPerOperation: median } of analysis.arms) {
        const arm = names(id);
        const client = clientName(environment.runtime);
        if (!fits(run, { workload, roundTripMs: 0 }) || isTooNoisy(run, workload)) continue;
        const key = JSON.stringify([study.id, environment.setting, client, id, workload]);
        if (median === undefined || !ids.includes(arm.system) || newest.has(key)) continue;
        const least = analysis.arms.find(
          (each) => each.arm === study.baseline && each.workload === workload,
        );
        newest.set(key, {
          ...{ study, workload, arm, environment, median },
          baselineName: names(study.baseline ?? '').spoken,
          baseline: id === study.baseline ? undefined : least?.msPerOperation,
          entry: { href, title: entry.data.title, date: formatRightDate(entry.data) },
        });
      }
    }
  }
  const place = ({ study, workload }: MeasuredTime): number => {
    const at = study.workloads.findIndex(({ id }) => id === workload);
    return at < 0 ? Infinity : at;
  };
  const studies = Map.groupBy(newest.values(), ({ study }) => study.id);
  return [...studies.values()].flatMap((own) => own.sort((a, b) => place(a) - place(b)));
}

/** The same as a table. */
export function timesTable(caption: string, times: readonly MeasuredTime[]): Table {
  const msCell = (median: Estimate | undefined) =>
    rangedCell(median && { value: median.estimate, ...endsOf(median.interval) });
  return tableOf(times, {
    caption,
    note: 'The median of an operation and its interval, in the newest record that has it.',
    headingOf: ({ study }) => study.title,
    columns: [
      worded('Operation', ({ study, workload }) => workloadOf(study, workload).label),
      worded('With', ({ arm }) => armCell(arm)),
      worded('From', ({ environment }) => environment.runtime),
      numeric('Time (ms)', ({ median }) => msCell(median)),
      numeric('Baseline (ms)', ({ baseline }) => msCell(baseline)),
      worded('Entry', ({ entry: { title: text, href, date: note } }) => ({ text, href, note })),
    ],
  });
}
