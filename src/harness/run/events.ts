/** The events of a run, and the findings that they add up to. */
import type { Plan, Way } from '../plan/index.ts';
import type { Environment, InterimAnalysis, Pilot, Session } from '../record/index.ts';
import type { Lost } from './world.ts';

/** A run before its first session. */
export interface RunStart {
  plan: Plan;
  environment: Environment;
  startedAt: Date;
}

/** The findings of a run. */
export interface Findings {
  pilots: Pilot[];
  looks: InterimAnalysis[];
  sessions: Session[];
}

/** How a run came to its end. Every end that the plan’s rule foresees is complete. */
export type End<Failure = unknown> =
  | { kind: 'complete'; why: 'decided' | 'time' | 'rounds' }
  | { kind: 'cancelled' }
  /** The bench was lost, or never reached. */
  | Lost<Failure>;

/** How far a run is. */
export interface Progress {
  /** Sessions that ended, of all workloads. */
  sessions: number;
  /** Turns that were discarded; an arm that had none in a session counts as one. */
  discarded: number;
  /** Ids of the workloads that have all their verdicts. */
  decided: string[];
  /** Time spent on the clock, opening and all, in ms. */
  spentMs: number;
  /** Time at which the run stands at the latest, in ms spent; undefined for a run of fixed rounds. */
  untilMs: number | undefined;
  /** Part that is done of the way to the latest end, from 0 to 1. */
  share: number;
  /** Time still needed at most, in ms; undefined in a run of fixed rounds before its first. */
  leftMs: number | undefined;
}

/** A step of a run that has begun. */
export type RunStep =
  | { type: 'session-started'; workload: string }
  /** A session goes on; about once a second. */
  | { type: 'progress' }
  | { type: 'session-ended'; session: Session; pilot: Pilot }
  /** An interim analysis was made; the workloads that have all verdicts. */
  | { type: 'looked'; look: InterimAnalysis; decided: string[] }
  /** An arm failed several times in a row at a workload, and is left out of it from now on. */
  | { type: 'left-out'; arm: string; workload: string; why: string }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { type: 'waiting'; for: 'page' | 'bench' };

/**
 * One event of a run, as it is told in the run’s own thread and to any other: all of it can be cloned.
 * Whoever is told may draw then, because nothing is timed until the event is dealt with.
 */
export type RunEvent<Failure = unknown> =
  /** The bench is asked what it is, or a first connection opens. */
  | { type: 'starting'; step: 'asking' | 'connecting' }
  /** The first connection was there and back. */
  | { type: 'contact'; contact: Way }
  | ({ type: 'planned' } & RunStart)
  | (RunStep & { progress: Progress })
  | { type: 'ended'; end: End<Failure> };

/** Adds an event to a run’s findings. */
export function gather(event: RunEvent | RunStep, { pilots, looks, sessions }: Findings): void {
  if (event.type === 'looked') looks.push(event.look);
  if (event.type !== 'session-ended') return;
  const { session, pilot } = event;
  sessions.push(session);
  const isKnown = pilots.some(({ workload }) => workload === pilot.workload);
  if (counts(session) && !isKnown) pilots.push(pilot);
}

/** Whether any turn of a session counts. */
export function counts({ turns }: Session): boolean {
  return turns.some(({ void: reason }) => reason === undefined);
}
