import type { QuotedSetting } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import type { Analysis } from '../harness/statistics/index.ts';
import { ratioSentence, controlSentence, verdictText, type ArmName } from './words.ts';

/** What a result is set beside: the ratios of the quoted record and where they were taken. */
export interface QuotedContext {
  /** Each an arm's time ÷ the reference's time, with the name of what the source measured, which may be no arm that runs. */
  ratios: Array<{ workload: string; arm: string; label: string; ratio: number }>;
  setting: QuotedSetting;
  /** Client runtime of the source, as far as it names one. */
  runtime: string;
}

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

/** What the words of a ratio depend on, besides the ratio. */
interface RatioContext {
  /** Label of the arm that ratios are stated against. */
  reference: string;
  margin: number;
  end: RunEnded;
  quoted: QuotedContext | undefined;
}

/** The subjects' ratios in one workload. */
export function ratioLines(
  { subjects }: Analysis,
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
        verdict: judged ? verdictText(comparison, margin) : undefined,
        ratio: ratio?.estimate,
        low: ratio?.interval?.low,
        high: ratio?.interval?.high,
        quoted: quotedOf(quoted, workload, arm)?.ratio,
      };
    });
}

function quotedOf(
  quoted: QuotedContext | undefined,
  workload: string,
  arm: string,
): QuotedContext['ratios'][number] | undefined {
  return quoted?.ratios.find((each) => each.workload === workload && each.arm === arm);
}

/** The flawed controls, those of which the same is to be said in one line. */
export function warningLines(
  controls: ReturnType<typeof controlLines>,
  labels: ReadonlyMap<string, string>,
): string[] {
  const groups = Map.groupBy(
    controls.filter(({ flawed }) => flawed),
    ({ text }) => text,
  );
  return [...groups].map(([text, members]) => {
    if (members.length > 1 && members.length === controls.length) return `Every workload: ${text}`;
    return `${members.map(({ workload }) => labels.get(workload) ?? workload).join('; ')}: ${text}`;
  });
}

/** What noise alone did, workload by workload, and whether it spoils the workload. */
export function controlLines({ controls }: Analysis, margin: number) {
  return controls.map((control) => ({
    workload: control.workload,
    flawed: control.flaw !== undefined,
    text: controlSentence(control, margin),
  }));
}
