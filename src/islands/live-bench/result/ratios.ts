import type { Analysis } from '../../../harness/statistics.ts';
import type { QuotedContext } from '../config.ts';
import type { MeasuredEnd } from '../state.ts';
import type { ArmName } from './names.ts';
import { ratioSentence, verdictText } from './words.ts';

/** One ratio in words, with its numbers. */
export interface RatioLine {
  arm: string;
  system: string;
  sentence: string;
  /** What may be concluded; undefined where nothing may. */
  verdict: string | undefined;
  /** Absent where no round has both arms. */
  ratio: number | undefined;
  low: number | undefined;
  high: number | undefined;
  /** The quoted ratio of the same arm and workload. */
  quoted: number | undefined;
}

/** One ratio in the figure: this run's, or the quoted one. */
export interface RatioMark {
  workload: string;
  label: string;
  series: string;
  mark: 'quoted' | 'measured';
  ratio: number;
  low?: number;
  high?: number;
}

/** What the words of a ratio depend on, besides the ratio. */
export interface RatioContext {
  /** Label of the arm that ratios are stated against. */
  reference: string;
  margin: number;
  end: MeasuredEnd;
  quoted: QuotedContext;
}

/** The subjects' ratios in one workload. */
export function ratioLines(
  { subjects, roundMs }: Analysis,
  workload: string,
  names: (id: string) => ArmName,
  { reference, margin, end, quoted }: RatioContext,
): RatioLine[] {
  return subjects
    .filter((each) => each.workload === workload)
    .map((comparison): RatioLine => {
      const { arm, ratio } = comparison;
      const { label, system } = names(arm);
      const judged = ratio !== undefined && end.type !== 'cancelled';
      return {
        arm,
        system,
        sentence: ratioSentence(comparison, label, reference),
        verdict: judged ? verdictText(comparison, margin, roundMs) : undefined,
        ratio: ratio?.estimate,
        low: ratio?.interval?.low,
        high: ratio?.interval?.high,
        quoted: quotedOf(quoted, workload, arm),
      };
    });
}

/** The figure's rows: each subject's quoted ratio and, under it, this run's. */
export function ratioMarks(
  { subjects }: Analysis,
  quoted: QuotedContext,
  workloads: ReadonlyArray<{ id: string; label: string }>,
  names: (id: string) => ArmName,
): RatioMark[] {
  return workloads.flatMap((workload) =>
    subjects
      .filter((each) => each.workload === workload.id)
      .flatMap(({ arm, ratio }): RatioMark[] => {
        const { label, system: series } = names(arm);
        const common = { workload: workload.label, label, series };
        const theirs = quotedOf(quoted, workload.id, arm);
        return [
          ...(theirs === undefined ? [] : [{ ...common, mark: 'quoted' as const, ratio: theirs }]),
          ...(ratio === undefined
            ? []
            : [{ ...common, mark: 'measured' as const, ratio: ratio.estimate, ...ends(ratio) }]),
        ];
      }),
  );
}

function ends({ interval }: { interval: { low: number; high: number } | undefined }) {
  return interval === undefined ? {} : { low: interval.low, high: interval.high };
}

function quotedOf({ ratios }: QuotedContext, workload: string, arm: string): number | undefined {
  return ratios.find((each) => each.workload === workload && each.arm === arm)?.ratio;
}
