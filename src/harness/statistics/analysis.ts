/** Analyses as data: what is derived from a record. */
import type { BlockRecord } from '../record/index.ts';
import type { Notice } from './notices.ts';
import type { ArmSummary } from './summary.ts';
import type { Ratio } from './ratio.ts';
import type { Judged } from './verdict.ts';

/** What the study says of how its record is to be read. */
export interface CompareOptions {
  /** Id of the arm that ratios are stated against. */
  reference: string;
  /** Ids of the arms whose ratio to the reference answers the question. */
  subjects: readonly string[];
  /** Half-width of what counts as equal, as a fraction: 0.05 for 5 %. */
  margin: number;
}

/** An arm against the reference in one workload. A ratio below 1 means that the arm is faster. */
export interface Comparison extends Judged {
  arm: string;
  workload: string;
  /** Least time that is still needed in the workload, in ms; only when undecided. */
  neededMs: number | undefined;
}

/** The reference against itself, in one workload: what noise alone can do. */
export interface ControlCheck extends Comparison {
  /**
   * Smallest difference this run could have seen, as a fraction: half the width of the A/A control's
   * interval. Absent where there is no interval.
   */
  resolution: number | undefined;
  /** What is wrong with the run as a measure, if anything is; said before any result. */
  flaw: ControlFlaw | undefined;
}

/** Too few rounds for an interval; the A/A control differs from itself; the noise is wider than the margin. */
type ControlFlaw = 'no-interval' | 'differs' | 'wide';

/** All ratios of a record with their verdicts. */
export interface Comparisons {
  /** Every subject in every workload that the reference can do as well, judged together. */
  subjects: Comparison[];
  /** The remaining arms, the baseline among them, in every workload; judged together too. */
  others: Comparison[];
  /** The A/A control in every workload. */
  controls: ControlCheck[];
  /** What is discarded or counts: a turn, or in a record of schema 1 a block. */
  unit: 'block' | 'turn';
  /** Number of comparisons that the verdicts on the subjects are corrected for. */
  corrected: number;
  /** Rounds run of the workload that had most. */
  rounds: number;
  /**
   * Mean time of a round in ms, with the warm-up. Records of schema 1 did not hold that: theirs is the
   * time of connecting, pauses and timed operations.
   */
  roundMs: number;
}

/** Everything that is derived from one record. */
export interface Analysis extends Comparisons {
  /** One for each arm and workload, in the order of the plan. */
  arms: ArmSummary[];
  /** What is odd about the record; empty when nothing is. */
  notices: Notice[];
}

/**
 * A file of `content/analyses`: the analysis of a record of schema 1 as it was published. Such records held
 * blocks, one arm with one workload in one round on a connection of its own; the code that analysed them is
 * gone.
 */
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
