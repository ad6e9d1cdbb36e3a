/** The events of a run, and the one place that folds them into its findings and its progress. */
import type { Plan, Way } from '../plan/index.ts';
import type { Environment, InterimAnalysis, Pilot, Session } from '../record/index.ts';
import { interimTimes, spentMs, unitsOf } from '../statistics/index.ts';
import type { Lost } from './world.ts';

/** A run before its first session. */
export interface Planned {
  plan: Plan;
  environment: Environment;
  startedAt: Date;
}

/** The findings of a run, with which it may also be resumed. */
export interface RunSoFar {
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

/**
 * One step of a run, as it is told in the run’s own thread and to any other: all of it can be cloned.
 * Whoever is told may draw then, because nothing is timed until the event is dealt with.
 */
export type RunEvent<Failure = unknown> =
  /** The bench is asked what it is, or a first connection opens. */
  | { type: 'starting'; step: 'asking' | 'connecting' }
  /** The first connection was there and back. */
  | { type: 'contact'; contact: Way }
  | ({ type: 'planned' } & Planned)
  /** With the time on the clock so far that no session took, in ms. */
  | { type: 'session-started'; workload: string; besidesMs: number }
  /** Rounds done so far in the session that is running; about once a second. */
  | { type: 'progress'; rounds: number }
  | { type: 'session-ended'; session: Session; pilot: Pilot }
  /** An interim analysis was made; the workloads that have all verdicts. */
  | { type: 'looked'; look: InterimAnalysis; decided: string[] }
  /**
   * An arm had nothing that counts of a workload, or stalled, several times in a row, and is left out
   * of that workload from now on.
   */
  | { type: 'left-out'; arm: string; workload: string; why: string }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { type: 'waiting'; for: 'page' | 'bench' }
  | { type: 'ended'; end: End<Failure> };

/** A copy of a run’s findings, to which more may be added; empty at first. */
export function soFarOf(found: Partial<RunSoFar> = {}): RunSoFar {
  const { pilots = [], looks = [], sessions = [] } = found;
  return { pilots: [...pilots], looks: [...looks], sessions: [...sessions] };
}

/** Adds an event to a run’s findings. */
export function gather(event: RunEvent, { pilots, looks, sessions }: RunSoFar): void {
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

/** Rounds that a workload has had. */
export function roundsDone(sessions: readonly Session[], id: string): number {
  return (
    sessions
      .filter(({ workload }) => workload === id)
      // A session in which nothing connects counts as a round, or a run would never end.
      .reduce((sum, { turns }) => sum + Math.max(1, (turns.at(-1)?.round ?? 0) + 1), 0)
  );
}

/** How far a run is. */
export interface Progress {
  /** Sessions that ended, of all workloads. */
  sessions: number;
  /** Turns that were discarded; an arm that had none in a session counts as one. */
  discarded: number;
  /** Ids of the workloads that have all their verdicts, and the number of all workloads. */
  decided: string[];
  workloads: number;
  /** Time spent on the clock, opening and all, in ms. */
  spentMs: number;
  /** Time at which the run stands at the latest, in ms spent; undefined for a run of fixed rounds. */
  untilMs: number | undefined;
  /** Whether it may end before. */
  open: boolean;
  /** Part that is done of the way to the latest end, from 0 to 1. */
  share: number;
  /** Time still needed at most, in ms; undefined until it can be told, which is at once where time ends the run. */
  leftMs: number | undefined;
}

/** A run as its events tell it. */
export class RunState {
  readonly soFar: RunSoFar;
  readonly #plan: Plan;
  readonly #from: number;
  readonly #untilMs: number | undefined;
  #decided: string[];
  #discarded: number;
  #workload = '';
  #rounds = 0;
  #besidesMs = 0;

  /** @param before findings of a run that is resumed */
  constructor(plan: Plan, before?: RunSoFar) {
    this.#plan = plan;
    this.soFar = soFarOf(before);
    const { looks, sessions } = this.soFar;
    this.#discarded = this.#discardedIn(sessions);
    this.#from = this.#part(spentMs(sessions));
    const { rule, budgetMs } = plan;
    const stage =
      rule === 'until-decided' ? interimTimes(plan)[Math.max(1, looks.length)] : budgetMs;
    this.#untilMs = rule === 'fixed' ? undefined : stage;
    const open = looks.at(-1)?.workloads;
    this.#decided = open ? plan.workloads.filter((id) => open[id] === undefined) : [];
  }

  take(event: RunEvent): void {
    gather(event, this.soFar);
    if (event.type === 'session-started') {
      this.#workload = event.workload;
      this.#besidesMs = event.besidesMs;
    }
    if (event.type === 'progress') this.#rounds = event.rounds;
    if (event.type === 'session-ended') {
      this.#discarded += this.#discardedIn([event.session]);
      this.#rounds = 0;
    }
    if (event.type === 'looked') this.#decided = event.decided;
  }

  get progress(): Progress {
    const { workloads, rule } = this.#plan;
    const { pilots, sessions } = this.soFar;
    const roundUs = pilots.find(({ workload }) => workload === this.#workload)?.roundUs ?? 0;
    const spent = this.#besidesMs + spentMs(sessions) + (this.#rounds * roundUs) / 1000;
    const done = this.#part(spent) - this.#from;
    const whole = (this.#untilMs ?? workloads.length * (this.#plan.rounds ?? 1)) - this.#from;
    const share = Math.min(1, whole > 0 ? done / whole : 1);
    const ofRounds = share > 0 ? (spent * (1 - share)) / share : undefined;
    return {
      sessions: sessions.length,
      discarded: this.#discarded,
      workloads: workloads.length,
      decided: this.#decided,
      spentMs: spent,
      untilMs: this.#untilMs,
      open: rule === 'until-decided',
      share,
      leftMs: this.#untilMs === undefined ? ofRounds : Math.max(0, whole - done),
    };
  }

  /** How far along so much time is: the time itself, or in a run of fixed rounds the rounds. */
  #part(spent: number): number {
    const { rounds, workloads } = this.#plan;
    if (rounds === undefined) return spent;
    return workloads.reduce(
      (sum, id) => sum + Math.min(rounds, roundsDone(this.soFar.sessions, id)),
      this.#rounds,
    );
  }

  #discardedIn(sessions: Session[]): number {
    const units = unitsOf({ plan: this.#plan, sessions });
    return units.filter(({ unit }) => unit.void !== undefined).length;
  }
}
