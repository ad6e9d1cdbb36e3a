/** How a run ended, what was discarded, and what its verdicts hold for, in sentences. */
import { formatCount } from '../figures/format.ts';
import { blocksPerRound } from '../harness/plan/index.ts';
import type { MeasuredRecord, StoppingRule } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { type Analysis, roundsOf } from '../harness/statistics/index.ts';
import { countOf, voidNames, type ArmName } from './words.ts';

export function headingOf(record: MeasuredRecord, end: RunEnded): string {
  return end.type === 'complete' ? 'Your result' : `Your result, after ${progress(record)}`;
}

/**
 * One sentence on how the run ended, and why there.
 *
 * @param maxMs longest that a run until decided may take, in ms
 */
export function summary(record: MeasuredRecord, end: RunEnded, maxMs: number): string {
  const done = progress(record);
  switch (end.type) {
    case 'complete':
      return record.plan.rule === 'fixed'
        ? `Done: ${done}, in ${countOf(record.plan.rounds, 'round')}.`
        : whyDone(record, end, maxMs);
    case 'cancelled':
      return `Stopped after ${done}.`;
    case 'lost':
      return `The bench was lost after ${done}: ${end.why}.`;
  }
}

/** Who stops a run when they like what they see biases every verdict, so none is given. */
export function caution({ plan }: MeasuredRecord, end: RunEnded): string | undefined {
  if (end.type !== 'cancelled') return undefined;
  const kind =
    plan.rule === 'fixed'
      ? 'a run whose length was fixed before it began'
      : 'a run that ends by its own rule';
  return `The intervals below hold for ${kind}. This one was stopped by hand, so no verdicts are given.`;
}

/** What the verdicts are corrected for. */
export function correction(
  { corrected }: Pick<Analysis, 'corrected'>,
  rule: StoppingRule,
  end: RunEnded,
): string | undefined {
  if (end.type === 'cancelled' || corrected === 0) return undefined;
  const causes = [
    ...(corrected > 1 ? [`the number of comparisons, ${corrected} here (Holm’s method)`] : []),
    ...(rule === 'fixed' ? [] : ['the interim analyses on the way (alpha spending)']),
  ];
  if (causes.length === 0) return undefined;
  return `The verdicts are corrected for ${causes.join(' and for ')}: the chance that any of them is wrong is held down for all of them together.`;
}

/** Why a run ended that was to go on until it is decided. */
function whyDone(
  { blocks, plan }: MeasuredRecord,
  { because }: { because: string },
  maxMs: number,
): string {
  const rounds = roundsOf({ blocks });
  const size = `${countOf(rounds, 'round')} of at most ${plan.rounds} (${countOf(blocks.length, 'block')})`;
  switch (because) {
    case 'decided':
      return `Done: everything was decided after ${size}.`;
    case 'time':
      return `Done: the ${countOf(maxMs / 60_000, 'minute')} that such a run may take were over after ${size}, and not everything is decided.`;
    default:
      return `Done: ${size} were run, and not everything is decided.`;
  }
}

/** `37 of 90 blocks` */
function progress({ blocks, plan }: MeasuredRecord): string {
  const planned = plan.rounds * blocksPerRound(plan);
  return `${formatCount(blocks.length)} of ${formatCount(planned)} blocks`;
}

/** The blocks that were left out, and why. */
export function voidsOf(
  { blocks }: MeasuredRecord,
  labels: ReadonlyMap<string, string>,
  names: (id: string) => ArmName,
) {
  const lines = blocks.flatMap(({ round, arm, workload, void: reason, detail }) => {
    if (reason === undefined) return [];
    const where = `Round ${round + 1}, ${names(arm).label}, ${labels.get(workload) ?? workload}`;
    return [`${where}: ${voidNames[reason]}${detail === undefined ? '' : ` (${detail})`}.`];
  });
  return {
    summary:
      lines.length === 0
        ? `All ${countOf(blocks.length, 'block')} counted.`
        : `${lines.length} of ${countOf(blocks.length, 'block')} discarded, and left out of every number above.`,
    lines,
  };
}
