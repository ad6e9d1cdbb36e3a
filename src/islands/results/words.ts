/** The words for each result in a list. */
import { formatDuration } from '../../numbers/format.ts';
import type { Finding } from '../../report/finding.ts';
import { countOf, settingNames } from '../../report/words.ts';

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

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** The reader’s own day and hour: `21 November 2026 at 14:22`. */
export function dateText(startedAt: string): string {
  return dates.format(new Date(startedAt));
}
