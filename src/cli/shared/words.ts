/** Verdicts and A/A controls in words, the same in every command. */
import type { ControlCheck, Verdict } from '../../harness/statistics/index.ts';
import {
  formatDuration,
  formatPercent,
  formatRatioInterval,
} from '../../numbers/format.ts';
import type { Quantity } from '../../numbers/quantity.ts';

/** `slower`, `no difference over 5 %`, `undecided, about 12 s more` */
export function verdictText(verdict: Verdict, margin: number, neededMs?: number): string {
  if (verdict === 'equal') return `no difference over ${formatPercent(margin)}`;
  if (verdict !== 'undecided' || neededMs === undefined) return verdict;
  return `undecided, ${formatDuration(neededMs)} more`;
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
