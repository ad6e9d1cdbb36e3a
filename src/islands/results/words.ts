/** The words for each result in a list. */
import { formatCount, formatDuration } from '../../figures/format.ts';
import { colorOf, lookOf } from '../../figures/palette.ts';
import { asAsked, isOutside, type StudyOutline } from '../../harness/plan/index.ts';
import { answersOf } from '../../report/answer.ts';
import type { Finding } from '../../report/finding.ts';
import { findSystem } from '../../systems/index.ts';
import { countOf, settingNames } from '../../report/words.ts';

/** The answer of its first workload that has one. */
export function answerText(study: StudyOutline, finding: Finding): string {
  const of = asAsked(study, finding.plan);
  const [first] = answersOf(of, finding, '');
  return first?.sentence ?? 'The run has no ratio: no round of it counted for both systems.';
}

/** How long it was and where it ran: `3 workloads · about 15 s · Chromium 156 · a deployed Worker`. */
export function factsText({ plan, environment, end, tookMs = plan.budgetMs }: Finding): string {
  return [
    countOf(plan.workloads.length, 'workload'),
    plan.rounds && countOf(plan.rounds, 'round'),
    tookMs && formatDuration(tookMs),
    end === 'complete' ? undefined : 'not finished',
    environment.runtime,
    settingNames[environment.setting],
  ]
    .filter(Boolean)
    .join(' · ');
}

/** How many there are, and what happens to more. */
export function countText(count: number, most: number): string {
  const kept = count === 1 ? '1 result is kept' : `${formatCount(count)} results are kept`;
  return `${kept}, the newest first. Of more than ${formatCount(most)} the oldest go.`;
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** The reader’s own day and hour: `21 November 2026 at 14:22`. */
export function dateText(startedAt: string): string {
  return dates.format(new Date(startedAt));
}

/** The systems of a run with their shapes and colours, each once. */
export function systemsOf(study: StudyOutline, { plan }: Pick<Finding, 'plan'>) {
  const ran = study.arms.filter(({ id }) => plan.arms.includes(id));
  return [...new Set(ran.map(({ system }) => system))].map((id) => ({
    label: isOutside(id)
      ? (ran.find(({ system }) => system === id)?.label ?? id)
      : findSystem(id).label,
    glyph: lookOf(id).glyph.filled,
    color: colorOf(id),
  }));
}
