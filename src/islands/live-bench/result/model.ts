/** From a record to everything that is shown of it. Pure: the page and the Markdown both read this. */
import { formatCount } from '../../../figures/format.ts';
import type { MeasuredRecord } from '../../../harness/record.ts';
import type { RunEnd } from '../../../harness/run.ts';
import { analyse, type Analysis } from '../../../harness/statistics.ts';
import type { Study } from '../../../harness/study.ts';
import type { QuotedContext } from '../config.ts';
import { armNames, type ArmName } from './names.ts';
import { ratioLines, type RatioLine, type RatioMark, ratioMarks } from './ratios.ts';
import { armRows, levelNote, type ArmRow } from './rows.ts';
import { facts, settingNote, type Fact } from './where.ts';
import { twinLines, warningLines } from './twins.ts';
import { voidsOf, type Voids } from './voids.ts';
import { countOf } from './words.ts';

/** Everything that is shown of a run. */
export interface Result {
  /** Title of the study. */
  title: string;
  heading: string;
  /** One sentence on how the run ended. */
  summary: string;
  /** Why a run that ended early says less; undefined for a whole one. */
  caution: string | undefined;
  /** What noise alone did, said before anything else where it spoils a workload. */
  warnings: string[];
  /** Ratios of this run and the quoted ones, for the figure. */
  marks: RatioMark[];
  /** Label of the arm that ratios are stated against. */
  reference: string;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Why this run and the quoted figures are not of one kind; undefined when they are. */
  settingNote: string | undefined;
  workloads: WorkloadResult[];
  /** What is odd about the run. */
  notices: string[];
  voids: Voids;
  facts: Fact[];
}

export interface WorkloadResult {
  id: string;
  label: string;
  question: string;
  ratios: RatioLine[];
  /** What noise alone did, where it did no harm. */
  twin: string | undefined;
  rows: ArmRow[];
  /** Level of the medians' intervals, in a sentence. */
  levels: string;
}

/** What a result is made from. */
export interface ResultSource<Operations> {
  study: Study<Operations>;
  record: MeasuredRecord;
  end: RunEnd;
  /** Whether the page was cross-origin isolated, which gives it the finer clock. */
  isolated: boolean;
  quoted: QuotedContext;
}

export function resultOf<Operations>(source: ResultSource<Operations>): Result {
  const { study, record, end, isolated, quoted } = source;
  const { reference, subjects, margin } = study;
  const analysis = analyse(record, { reference, subjects, margin, rule: 'fixed' });
  const names = armNames(study);
  const workloads = study.workloads.filter(({ id }) => record.plan.workloads.includes(id));
  const labels = new Map(workloads.map(({ id, label }) => [id, label]));
  const referenceLabel = names(reference).label;
  const twins = twinLines(analysis, margin);
  return {
    title: study.title,
    heading: end.type === 'complete' ? 'Your result' : `Your result, after ${progress(record)}`,
    summary: summary(record, end),
    caution: caution(end),
    warnings: warningLines(twins, labels),
    marks: ratioMarks(analysis, quoted, workloads, names),
    reference: referenceLabel,
    margin,
    settingNote: settingNote(record.environment, quoted),
    workloads: workloads.map(({ id, label, question }) => ({
      id,
      label,
      question,
      ratios: ratioLines(analysis, id, names, { reference: referenceLabel, margin, end, quoted }),
      twin: twins.find(({ workload, flawed }) => workload === id && !flawed)?.text,
      rows: armRows(analysis, id, names),
      levels: levelNote(analysis, id),
    })),
    notices: noticeLines(analysis, labels, names),
    voids: voidsOf(record, labels, names),
    facts: facts(record, isolated),
  };
}

function noticeLines(
  { notices }: Analysis,
  labels: ReadonlyMap<string, string>,
  names: (id: string) => ArmName,
): string[] {
  return notices.map(({ workload, arm, text }) => {
    const who = arm === undefined ? '' : `, ${names(arm).label}`;
    return `${labels.get(workload) ?? workload}${who}: ${text}`;
  });
}

/** `37 of 90 blocks` */
function progress({ blocks, plan }: MeasuredRecord): string {
  const planned = plan.rounds * plan.arms.length * plan.workloads.length;
  return `${formatCount(blocks.length)} of ${formatCount(planned)} blocks`;
}

function summary(record: MeasuredRecord, end: RunEnd): string {
  const done = progress(record);
  switch (end.type) {
    case 'complete':
      return `Done: ${done}, in ${countOf(record.plan.rounds, 'round')}.`;
    case 'cancelled':
      return `Stopped after ${done}.`;
    case 'lost':
      return `The bench was lost after ${done}: ${end.why}.`;
  }
}

/** Who stops a run when they like what they see biases every verdict, so none is given. */
function caution(end: RunEnd): string | undefined {
  if (end.type !== 'cancelled') return undefined;
  return 'The intervals below hold for a run whose length was fixed before it began. This one was stopped by hand, so no verdicts are given.';
}
