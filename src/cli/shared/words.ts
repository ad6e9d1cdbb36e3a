/** Counts, verdicts and failures in words, the same in every command. */
import type { DiscardReason } from '../../harness/record/index.ts';
import type { ControlCheck, Failure, Verdict } from '../../harness/statistics/index.ts';
import {
  formatCount,
  formatDuration,
  formatPercent,
  formatRatioInterval,
} from '../../numbers/format.ts';
import type { Quantity } from '../../numbers/quantity.ts';

/** `1 round`, `5 rounds` */
export function countOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** `slower`, `no difference over 5 %`, `undecided, about 12 s more` */
export function verdictText(verdict: Verdict, margin: number, neededMs?: number): string {
  if (verdict === 'equal') return `no difference over ${formatPercent(margin)}`;
  if (verdict !== 'undecided' || neededMs === undefined) return verdict;
  return `undecided, ${formatDuration(neededMs)} more`;
}

const reasons: Readonly<Record<DiscardReason, string>> = {
  check: 'wrong outcome',
  closed: 'connection lost',
  connect: 'did not connect',
  error: 'call failed',
  hidden: 'page hidden',
  stalled: 'stalled',
};

/** `stalled in 3 of 3 sessions, first: 1 of 10 clients stalled: no answer within 5,000 ms.` */
export function failureText({ reason, detail, sessions, of }: Failure): string {
  const first = detail === undefined ? '' : `, first: ${detail}`;
  return `${reasons[reason]} in ${formatCount(sessions)} of ${countOf(of, 'session')}${first}.`;
}

/** Why turns were discarded: `call failed (a turn: broken)`. */
export function discardText({
  reason,
  detail,
}: {
  reason: DiscardReason;
  detail?: string;
}): string {
  return detail === undefined ? reasons[reason] : `${reasons[reason]} (${detail})`;
}

/**
 * What the A/A control found, in a sentence.
 *
 * @param ratio of the reference to itself
 */
export function controlText(
  { flaw, resolution = 0 }: Partial<Pick<ControlCheck, 'flaw' | 'resolution'>>,
  ratio: Pick<Quantity, 'value' | 'low' | 'high'> | undefined,
): string {
  if (ratio?.low === undefined) return 'A/A control: too few sessions for a 95 % CI.';
  const own = `A/A control: ${formatRatioInterval(ratio.value, ratio.low, ratio.high)}.`;
  if (flaw === 'differs') {
    return `${own} Both sides are the same code, so a difference of that size is no result.`;
  }
  return flaw === 'wide'
    ? `${own} Differences under ${formatPercent(resolution)} cannot be told from noise.`
    : own;
}
