/**
 * What the page and the thread that measures say to each other. Everything here can be cloned:
 * functions never cross. The thread waits after each event until the page has dealt with it, so
 * that nothing is drawn while an operation is timed.
 */
import type { Plan, PlanOptions, Way } from '../../../harness/plan/index.ts';
import type { Environment } from '../../../harness/record/index.ts';
import type { RunEnded, RunEvent } from '../../../harness/run/index.ts';
import type { Failure } from '../failures.ts';
import type { LiveEnd, StartStep } from '../status.ts';

/** What is to be run. */
export interface RunRequest {
  /** Id of the study. */
  study: string;
  /** Origin of the bench, without a trailing slash. */
  origin: string;
  options: PlanOptions;
  /** Seed of the order of the blocks. */
  seed: number;
}

/** What the run tells, in the order it happens. */
export type ThreadEvent =
  | { type: 'step'; step: StartStep }
  /** What the first connection told of the way to the bench. */
  | { type: 'contact'; contact: Way }
  /** The first block is about to start. */
  | { type: 'planned'; plan: Plan; environment: Environment; startedAt: Date }
  | { type: 'run'; event: RunEvent };

/** How the run ended on its thread. The blocks told before it stand. */
export type ThreadEnd =
  /** With the failure where the bench was given up for one that has words of its own. */
  { type: 'measured'; end: RunEnded; failure?: Failure } | Exclude<LiveEnd, { type: 'finished' }>;

/** From the page to the worker. */
export type ToWorker =
  | { type: 'start'; request: RunRequest; hidden: boolean }
  /** The page was hidden or is visible again. */
  | { type: 'visibility'; hidden: boolean }
  | { type: 'cancel' }
  /** The page has dealt with the last event. */
  | { type: 'seen' };

/** From the worker to the page. */
export type FromWorker = { type: 'event'; event: ThreadEvent } | { type: 'ended'; end: ThreadEnd };

/** The page's side of a run, wherever the run happens. */
export interface Audience {
  signal: AbortSignal;
  /** Resolves once the event is dealt with and, where it is drawn, painted. */
  take: (event: ThreadEvent) => Promise<void>;
}
