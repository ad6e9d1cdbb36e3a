/**
 * What the page and the thread that measures say to each other. Everything here can be cloned:
 * functions never cross. The thread waits after each event until the page has dealt with it, so
 * that nothing is drawn while an operation is timed.
 */
import type { PlanOptions, Way } from '../../../harness/plan/index.ts';
import type { Planned, RunEnded, RunEvent, RunSoFar } from '../../../harness/run/index.ts';
import type { Failure } from '../failures.ts';
import type { LiveEnd, StartStep } from '../status.ts';

export interface RunRequest {
  study: string;
  /** Origin of the bench, without a trailing slash. */
  origin: string;
  options: PlanOptions;
  seed: number;
  /** A run that is to go on, instead of a new one. */
  goOn?: Planned & { before: RunSoFar };
}

/** What the run tells, in the order it happens. */
export type ThreadEvent =
  | { type: 'step'; step: StartStep }
  /** What the first connection told of the way to the bench. */
  | { type: 'contact'; contact: Way }
  /** The first session is about to start. */
  | ({ type: 'planned' } & Planned)
  | { type: 'run'; event: RunEvent };

/** How the run ended on its thread. The sessions told before it stand. */
export type ThreadEnd =
  /** With the failure where the bench was given up for one that has words of its own. */
  { type: 'measured'; end: RunEnded; failure?: Failure } | Exclude<LiveEnd, { type: 'finished' }>;

export type ToWorker =
  | { type: 'start'; request: RunRequest; hidden: boolean }
  /** The page was hidden or is visible again. */
  | { type: 'visibility'; hidden: boolean }
  | { type: 'cancel' }
  /** The page has dealt with the last event. */
  | { type: 'seen' };

export type FromWorker = { type: 'event'; event: ThreadEvent } | { type: 'ended'; end: ThreadEnd };

/** The page's side of a run, wherever the run happens. */
export interface Audience {
  signal: AbortSignal;
  /** Resolves once the event is dealt with and, where it is drawn, painted. */
  take: (event: ThreadEvent) => Promise<void>;
}
