/**
 * What the page and the thread that measures say to each other. Everything here can be cloned:
 * functions never cross. The thread waits after each event until the page has dealt with it, so
 * that nothing is drawn while an operation is timed.
 */
import type { PlanOptions, Study, Way } from '../../../harness/plan/index.ts';
import type { Session } from '../../../harness/record/index.ts';
import type {
  AboutBench,
  Planned,
  Presence,
  RunEnded,
  RunEvent,
  RunSoFar,
  World,
} from '../../../harness/run/index.ts';
import type { Failure, LiveEnd, StartStep } from '../status.ts';

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

/** The other ends of a run, once the first of them has answered. */
interface Reached {
  world: World;
  about: AboutBench;
  contact: Way;
  /** Why they were given up, once they were. */
  failure?: () => Failure | undefined;
  /** Ends what outlives single connections. */
  leave?: () => void;
}

/**
 * One way to reach the other ends of a study.
 *
 * @param origin of the bench, or of the page, without a trailing slash
 */
export type Reach = <Operations>(
  study: Study<Operations>,
  origin: string,
  thread: Audience & { presence: Presence },
) => Promise<Reached>;

/** Adds an event to what is known, in the order they come. */
export function gather(event: RunEvent, { pilots, looks, sessions }: RunSoFar): void {
  if (event.type === 'looked') looks.push(event.look);
  if (event.type !== 'session-ended') return;
  const { session, pilot } = event;
  sessions.push(session);
  const known = pilots.some(({ workload }) => workload === pilot.workload);
  if (!known && session.turns.length > 0) pilots.push(pilot);
}

/** Whether any turn of a session counts. */
export function counts({ turns }: Session): boolean {
  return turns.some((turn) => turn.void === undefined);
}
