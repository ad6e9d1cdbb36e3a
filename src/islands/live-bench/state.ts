/** The states of a live run. The element shows one of them at any time, and nothing else. */
import type { MeasuredRecord } from '../../harness/record/index.ts';
import type { Progress } from '../../harness/run/index.ts';
import type { Result } from '../../report/model.ts';
import type { Failure } from './failures.ts';

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

/** A run that left something to show. */
export interface Finished {
  record: MeasuredRecord;
  result: Result;
}

/** How a run came to its end. */
export type LiveEnd =
  | { type: 'finished'; finished: Finished }
  /** Cancelled before any block counted. */
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure };
