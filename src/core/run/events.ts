/** The outside of a run: the world it is given, the events that it tells, and the findings that they add up to. */
import type { Ends, Plan, Network } from '../plan/index.ts';
import type { ClientLoad, Environment, Session } from '../record/index.ts';

/** The bench was lost: why, without a full stop, and a failure to be shown in words of its own. */
export interface Lost<Failure = unknown> {
  kind: 'lost';
  why: string;
  failure?: Failure;
}

/** All that the core reaches outside of itself. Tests give it a clock and connections of their own. */
export interface World<Failure = unknown> {
  /** A monotonic clock, in ms. */
  now(): number;
  /** Calls back after a delay in ms. @returns a function that cancels it */
  after(delayMs: number, callback: () => void): () => void;
  /** Makes the random id of a fresh object: a UUID of version 4. */
  freshObject(): string;
  /** The other ends that arms are opened to; absent in a page that calls its own workers. */
  ends?: Ends;
  /** Makes ends whose connections are new; absent if the runtime keeps connections as it likes, as browsers do. */
  freshEnds?(object: string): FreshEnds;
  /** Version of HTTP that requests to an object went over, such as `h2`; undefined if the runtime does not tell. */
  protocolTo?(object: string): string | undefined;
  /** How busy the client was since this was last asked; absent if the runtime does not tell. */
  load?(): ClientLoad;
  /** Notices that the other end has stopped answering; absent if there is no end to ask. */
  silence?: Silence;
  /** Visibility of the page; absent if there is none. */
  presence?: Presence;
  /**
   * Called after a connection failed or was lost. Waits until the bench answers again, or says why the run
   * cannot go on. Without it a run goes on at once.
   */
  recover?(signal: AbortSignal): Promise<Lost<Failure> | undefined>;
}

/** Ends for one connection that nothing was sent over before. */
export interface FreshEnds extends Pick<Ends, 'WebSocketClass' | 'fetch'> {
  /** True once all that was sent to the object was seen to go over connections that were opened for it. */
  readonly wereNew: boolean;
  /** Closes what is still open. */
  close(): void;
}

/** Watches whether the other end still answers, also during a long operation. */
export interface Silence {
  readonly isSilent: boolean;
  /** Asks it, because nothing came since a moment on the world’s clock. One question is open at a time. */
  doubt(since: number): void;
  /** Calls back once it is found silent, at once if it already is. @returns a function that stops listening */
  onSilent(callback: () => void): () => void;
}

export interface Presence {
  readonly hidden: boolean;
  /** Calls back when the page is hidden. @returns a function that stops listening */
  onHide(callback: () => void): () => void;
  /** Resolves once the page is visible; rejects with the signal's reason when aborted. */
  visible(signal: AbortSignal): Promise<void>;
}

/** A run before its first session. */
export interface RunStart {
  plan: Plan;
  environment: Environment;
  startedAt: Date;
}

/** The findings of a run. */
export interface Findings {
  sessions: Session[];
}

/** How a run came to its end. Every end that the plan’s rule foresees is complete. */
export type End<Failure = unknown> =
  | { kind: 'complete'; why: 'time' | 'rounds' }
  | { kind: 'cancelled' }
  /** The bench was lost, or never reached. */
  | Lost<Failure>;

/** How far a run is. */
export interface Progress {
  /** Sessions that ended, of all workloads. */
  sessions: number;
  /** Turns that were discarded; an arm that had none in a session counts as one. */
  discarded: number;
  /** Time spent on the clock, opening and all, in ms. */
  spentMs: number;
  /** Time at which the run ends, in ms spent; undefined for a run of fixed rounds. */
  untilMs: number | undefined;
  /** Part that is done, from 0 to 1. */
  share: number;
  /** Time still needed, in ms; undefined in a run of fixed rounds before its first. */
  leftMs: number | undefined;
}

/** A step of a run that has begun. */
export type RunStep =
  | { type: 'session-started'; workload: string }
  /** A session goes on; about once a second. */
  | { type: 'progress' }
  | { type: 'session-ended'; session: Session }
  /** An arm failed several times in a row at a workload, and is left out of it from now on. */
  | { type: 'left-out'; arm: string; workload: string; why: string }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { type: 'waiting'; for: 'page' | 'bench' };

/**
 * One event of a run. All of it can be cloned, so that it can be told to another thread. A page may draw then,
 * because nothing is timed until the event is dealt with.
 */
export type RunEvent<Failure = unknown> =
  /** The bench is asked what it is, or a first connection opens. */
  | { type: 'starting'; step: 'asking' | 'connecting' }
  /** The first connection was there and back. */
  | { type: 'contact'; contact: Network }
  | ({ type: 'planned' } & RunStart)
  | (RunStep & { progress: Progress })
  | { type: 'ended'; end: End<Failure> };

/** True if any turn of a session counts. */
export function hasCountedTurn({ turns }: Session): boolean {
  return turns.some(({ discardedBecause: reason }) => reason === undefined);
}

/** The message of an error and its causes, without a full stop: `not reached: connect ECONNREFUSED 127.0.0.1:8788`. */
export function messageOf(error: unknown): string {
  // Several addresses were tried; each failed alike.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const own = error.message.replace(/\.$/, '') || error.name;
  return error.cause === undefined ? own : `${own}: ${messageOf(error.cause)}`;
}
