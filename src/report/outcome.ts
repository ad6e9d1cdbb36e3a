/** What may be said of one ratio, and in which words. */
import { formatEnds, formatRatio } from '../figures/format.ts';
import { CONTROL } from '../harness/record/index.ts';
import type { Ending, RatioFinding, WorkloadFinding } from './finding.ts';
import { equalText, levelText } from './words.ts';

/** What became of a comparison, or why it is none. */
export type Outcome =
  | 'faster'
  | 'slower'
  | 'equal'
  | 'undecided'
  /** No larger than what noise alone did to the reference. */
  | 'noise'
  /** The reference differed from itself. */
  | 'disturbed'
  /** Too few sessions for an interval. */
  | 'no-interval'
  /** Stopped by hand, which decides nothing. */
  | 'stopped';

/** The outcome of an arm's ratio. A difference that the reference also shows against itself is no result. */
export function outcomeOf(
  found: RatioFinding,
  control: RatioFinding | undefined,
  end: Ending,
): Outcome {
  if (end === 'cancelled') return 'stopped';
  if (found.low === undefined) return 'no-interval';
  if (control?.flaw === 'differs') return 'disturbed';
  const { verdict, ratio } = found;
  if (control === undefined || verdict === 'equal' || verdict === 'undecided') return verdict;
  const resolution = resolutionOf(control);
  if (resolution === undefined) return 'noise';
  return Math.abs(Math.log(ratio)) <= Math.log(1 + resolution) ? 'noise' : verdict;
}

/** The A/A control of a workload. */
export function controlOf({ ratios }: Pick<WorkloadFinding, 'ratios'>): RatioFinding | undefined {
  return ratios.find(({ arm }) => arm === CONTROL);
}

/** Smallest difference that a control lets through, as a fraction: half the width of its interval. */
export function resolutionOf({ low, high }: RatioFinding): number | undefined {
  return low === undefined || high === undefined ? undefined : Math.sqrt(high / low) - 1;
}

/** A ratio as a sentence has it: `0.93×`. */
export const ratioText = ({ ratio }: RatioFinding): string => formatRatio(ratio);

/**
 * Both ends of its interval in brackets, after a space; empty without one. Its level is named where it
 * is under 95 %: what holds at more also holds at that.
 */
export function endsText({ low, high, level = 0.95 }: RatioFinding): string {
  if (low === undefined || high === undefined) return '';
  const other = level > 0.95 ? undefined : levelText(level);
  return ` (${formatEnds({ low, high })}${other === undefined ? '' : `; ${other} interval`})`;
}

/** An outcome at the end of a clause. */
export function outcomeText(outcome: Outcome, margin: number): string {
  const texts: Record<Outcome, string> = {
    faster: 'faster',
    slower: 'slower',
    equal: equalText(margin),
    undecided: 'undecided',
    noise: 'inside the noise',
    disturbed: 'disturbed, so no result',
    'no-interval': 'from too few sessions for an interval',
    stopped: 'stopped early, so no verdict',
  };
  return texts[outcome];
}
