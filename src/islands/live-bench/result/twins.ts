import type { Analysis } from '../../../harness/statistics.ts';
import { twinSentence } from './words.ts';

/** What is said of one workload's twin. */
export interface TwinLine {
  workload: string;
  /** Whether the noise spoils the workload. */
  flawed: boolean;
  text: string;
}

/** The flawed twins, those of which the same is to be said in one line. */
export function warningLines(
  twins: readonly TwinLine[],
  labels: ReadonlyMap<string, string>,
): string[] {
  const groups = Map.groupBy(
    twins.filter(({ flawed }) => flawed),
    ({ text }) => text,
  );
  return [...groups].map(([text, members]) => {
    if (members.length > 1 && members.length === twins.length) return `Every workload: ${text}`;
    return `${members.map(({ workload }) => labels.get(workload) ?? workload).join('; ')}: ${text}`;
  });
}

/** What noise alone did, workload by workload. */
export function twinLines({ twins }: Analysis, margin: number): TwinLine[] {
  return twins.map((twin) => ({
    workload: twin.workload,
    flawed: twin.flaw !== undefined,
    text: twinSentence(twin, margin),
  }));
}
