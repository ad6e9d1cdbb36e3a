/**
 * Analyses of records of schema 1, which held blocks: one arm with one workload in one round, on a
 * connection of its own. They are data in `content/analyses`, as the records were published with them;
 * the code that made them is gone.
 */
import type { BlockRecord } from '../record/index.ts';
import type { Analysis } from './analysis.ts';
import type { Ratio } from './verdict.ts';

/** A file of `content/analyses`. */
export interface OlderAnalysis {
  /** Id of the record: `<study>/<name>`. */
  record: string;
  /** How the study had the record read. */
  reference: string;
  subjects: string[];
  margin: number;
  analysis: Analysis;
  /** The paired ratio of every two arms under a workload: the time of `arm` ÷ that of `to`. */
  ratios: Array<{ workload: string; arm: string; to: string; ratio: Ratio }>;
}

const kept = new WeakMap<BlockRecord, OlderAnalysis>();

/** Path of the analysis that belongs to a published record, from the root of the project. */
export function olderAnalysisFile(id: string): string {
  return `content/analyses/${id}.json`;
}

/** Lets a record be analysed. @param text what its file of `content/analyses` holds */
export function attachAnalysis(record: BlockRecord, text: string): void {
  const { analysis, ...rest } = JSON.parse(text) as Published;
  const { twins: controls, ...others } = analysis;
  kept.set(record, { ...rest, analysis: { ...others, controls } });
}

/** The file’s own words: it calls the A/A control a twin. */
type Published = Omit<OlderAnalysis, 'analysis'> & {
  analysis: Omit<Analysis, 'controls'> & { twins: Analysis['controls'] };
};

/** @throws Error for a record that was not published by this site */
export function olderAnalysis(record: BlockRecord): OlderAnalysis {
  const found = kept.get(record);
  if (found !== undefined) return found;
  throw new Error(
    `schema: got version 1 of a record that this site has not published (${record.study}, ${record.startedAt}), ` +
      'expected version 2: commit 630962e of this project is the last that analyses others',
  );
}
