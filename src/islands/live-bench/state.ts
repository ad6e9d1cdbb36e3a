/** The states of a live run. The element shows one of them at any time, and nothing else. */
import type { MeasuredRecord } from '../../harness/record.ts';
import type { RunEnd } from '../../harness/run.ts';
import type { Look } from '../../harness/statistics-stop.ts';
import type { Failure } from './failures.ts';
import type { Result } from './result/model.ts';

export type LiveState =
  /** Ready. The note says why an earlier run left nothing to show. */
  | { name: 'idle'; note?: string }
  | { name: 'starting'; step: StartStep }
  | { name: 'running'; progress: Progress }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { name: 'waiting'; for: 'page' | 'bench'; progress: Progress }
  | { name: 'done'; finished: Finished }
  | { name: 'failed'; failure: Failure };

/** Steps before the first block. */
export type StartStep = 'loading' | 'asking' | 'connecting';

/** How far a run is. */
export interface Progress {
  /** Round that is running, from 1. */
  round: number;
  /** Rounds planned; the most that may be run when the run goes on until it is decided. */
  rounds: number;
  /** Rounds after which the run may end at the earliest; `rounds` unless it looks on the way. */
  nextLook: number;
  /** Whether the run may go on after its next look. */
  open: boolean;
  /** Blocks that ended, void ones included. */
  blocks: number;
  plannedBlocks: number;
  /** Blocks that ended void. */
  voids: number;
  /** Part of the expected work up to the next look that is done, from 0 to 1. */
  share: number;
  /** Time still needed up to the next look, in ms; undefined until it can be told. */
  leftMs: number | undefined;
}

/** A run that left something to show. */
export interface Finished {
  record: MeasuredRecord;
  result: Result;
}

/** How the measuring ended. Every end that the plan's rule foresees is complete. */
export type MeasuredEnd =
  | { type: 'complete'; because: Extract<Look, { type: 'stop' }>['because'] }
  | Exclude<RunEnd, { type: 'complete' }>;

/** How a run came to its end. */
export type LiveEnd =
  | { type: 'finished'; finished: Finished }
  /** Cancelled before any block counted. */
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure };
