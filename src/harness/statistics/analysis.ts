/** Analyses as data: what is derived from a record. */
import type { Notice } from './notices.ts';
import type { ArmSummary } from './summary.ts';
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
