/** From a record to everything that is shown of it. Pure: the page and the Markdown both read this. */
import { formatDuration } from '../numbers/format.ts';
import { MORE_MS, type Study, workloadsOf } from '../harness/plan/index.ts';
import type { SessionRecord } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { analyse, type Analysis, MOST_INTERIM_ANALYSES } from '../harness/statistics/index.ts';
import { implementationNote } from './answer.ts';
import { caution, discardedOf, headingOf, noticeText, summary } from './ending.ts';
import { distributionOf, overTimeOf } from './result-figures.ts';
import { findingOf } from './finding.ts';
import { firstScreenOf } from './first-screen.ts';
import type { Beside } from './parties.ts';
import { armRows, controlLines, lackLines, levelNote, warningLines } from './rows.ts';
import { facts } from './where.ts';
import { armNames, type ArmName } from './words.ts';

/** Everything that is shown of a run. */
export type Result = ReturnType<typeof resultOf>;
export type WorkloadResult = Result['workloads'][number];

/** What a result is made from. */
interface ResultSource<Operations> {
  study: Study<Operations>;
  record: SessionRecord;
  end: RunEnded;
  /** Whether the page was cross-origin isolated, which gives it the finer clock; absent in Node. */
  isolated?: boolean;
  /** What the run is set beside, if anything. */
  beside?: Beside;
  /** Why the run did not happen in a worker, without a full stop; undefined when it did. */
  onPageBecause?: string | undefined;
}

export function resultOf<Operations>(source: ResultSource<Operations>) {
  const { study, record, end, isolated, beside = {}, onPageBecause } = source;
  const { reference, subjects, margin } = study;
  const analysis = analyse(record, { reference, subjects, margin });
  const names = armNames(study);
  const workloads = workloadsOf(study, record.plan.workloads);
  const labels = new Map(workloads.map(({ id, label }) => [id, label]));
  const referenceLabel = names(reference).label;
  const controls = controlLines(analysis, margin);
  const finding = findingOf(record, analysis, end.type);
  const first = firstScreenOf(study, finding, 'yours', beside);
  const goesOn = canGoOn(record, end, analysis);
  return {
    title: study.title,
    finding,
    /** The answer, its figure and why; the rest is folded below. */
    first,
    /** Whose implementation a short name stands for; undefined where that goes without saying. */
    implementation: implementationNote(study, record.plan.arms),
    heading: headingOf(record, end),
    summary: summary(record, end),
    /** Why a run that ended early says less; undefined for a whole one. */
    caution: caution(record, end),
    /** What noise alone did, said before anything else where it spoils a workload. */
    warnings: warningLines(controls, labels),
    /** Label of the arm that ratios are stated against. */
    reference: referenceLabel,
    /** Half-width of what counts as equal, as a fraction. */
    margin,
    /** Whether another half minute may still decide something, and what is said of that. */
    canGoOn: goesOn,
    goOn: goesOn ? `Keep going measures for ${formatDuration(MORE_MS)} more.` : undefined,
    workloads: workloads.map(({ id, label, question }) => ({
      id,
      label,
      question,
      /** What noise alone did, where it did no harm. */
      control: controls.find(({ workload, flawed }) => workload === id && !flawed)?.text,
      // A run that was stopped by hand decides nothing.
      rows: armRows(analysis, id, names).map((row) => ({
        ...row,
        judged:
          end.type === 'cancelled' ? '' : [row.verdict, row.needed].filter(Boolean).join(', '),
      })),
      /** How single calls spread, and the run from session to session; undefined where there is too little. */
      distribution: distributionOf(study, finding, id),
      overTime: overTimeOf(study, record, id),
      /** The arms that cannot do it. */
      lacks: lackLines(record.plan, id, names),
      /** Level of the medians' intervals, in a sentence. */
      levels: levelNote(analysis, id),
    })),
    /** What is odd about the run. */
    notices: [
      ...(onPageBecause === undefined ? [] : [onPageText(onPageBecause)]),
      ...noticeLines(analysis, labels, names),
    ],
    discarded: discardedOf(record, labels, names),
    facts: facts(record, isolated),
  };
}

function canGoOn(
  { plan, looks }: SessionRecord,
  { type }: RunEnded,
  { subjects }: Analysis,
): boolean {
  const open = subjects.some(({ verdict }) => verdict === 'undecided');
  return (
    plan.rule === 'until-decided' &&
    type === 'complete' &&
    open &&
    looks.length < MOST_INTERIM_ANALYSES
  );
}

function noticeLines(
  { notices }: Analysis,
  labels: ReadonlyMap<string, string>,
  names: (id: string) => ArmName,
): string[] {
  return notices.map((notice) => {
    const { workload, arm } = notice;
    const text = noticeText(notice, 'sessions');
    if (workload === undefined) return text;
    const who = arm === undefined ? '' : `, ${names(arm).label}`;
    return `${labels.get(workload) ?? workload}${who}: ${text}`;
  });
}

function onPageText(why: string): string {
  return `The run ran on the page itself, because ${why}. Drawing and extensions of the browser may have disturbed it.`;
}
