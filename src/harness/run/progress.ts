import type { Plan } from '../plan/index.ts';
import type { Pilot, Session } from '../record/index.ts';
import { interimTimes, spentMs } from '../statistics/index.ts';
import { roundsDone, type RunEvent, type RunSoFar } from './run.ts';

/** How far a run is. */
export interface Progress {
  /** Sessions that ended, of all workloads. */
  sessions: number;
  /** Turns that were discarded, whole sessions of an arm counting as one. */
  discarded: number;
  /** Ids of the workloads that have all their verdicts, and the number of all workloads. */
  decided: string[];
  workloads: number;
  /** Time spent in turns and warm-up, in ms. */
  spentMs: number;
  /** Time at which the run stands at the latest, in ms spent; undefined for a run of fixed rounds. */
  untilMs: number | undefined;
  /** Whether it may end before. */
  open: boolean;
  /** Part that is done of the way to the latest end, from 0 to 1. */
  share: number;
  /** Time still needed at most, in ms, with opening and all; undefined until it can be told. */
  leftMs: number | undefined;
}

/**
 * Follows a run’s events and knows how far it is. Time in which the run stands still does not count
 * for how long the rest will take.
 */
export class ProgressMeter {
  readonly #plan: Plan;
  readonly #now: () => number;
  readonly #sessions: Session[];
  readonly #pilots = new Map<string, Pilot>();
  readonly #from: number;
  readonly #untilMs: number | undefined;
  #decided: string[];
  #workload = '';
  #rounds = 0;
  #startedAt: number;
  #waitingSince: number | undefined;

  /**
   * @param now a monotonic clock, in ms
   * @param before what the run found before it goes on
   */
  constructor(plan: Plan, now: () => number, before?: RunSoFar) {
    this.#plan = plan;
    this.#now = now;
    this.#startedAt = now();
    this.#sessions = [...(before?.sessions ?? [])];
    for (const pilot of before?.pilots ?? []) this.#pilots.set(pilot.workload, pilot);
    const looks = before?.looks ?? [];
    this.#from = this.#part(spentMs(this.#sessions));
    const { rule, budgetMs } = plan;
    const stage =
      rule === 'until-decided' ? interimTimes(plan)[Math.max(1, looks.length)] : budgetMs;
    this.#untilMs = rule === 'fixed' ? undefined : stage;
    const { workloads: open = Object.fromEntries(plan.workloads.map((id) => [id, 0])) } =
      looks.at(-1) ?? {};
    this.#decided = plan.workloads.filter((id) => open[id] === undefined);
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'waiting':
        this.#waitingSince ??= this.#now();
        return;
      case 'session-started':
        this.#startedAt += this.#now() - (this.#waitingSince ?? this.#now());
        this.#waitingSince = undefined;
        this.#workload = event.workload;
        this.#rounds = 0;
        return;
      case 'progress':
        this.#rounds = event.rounds;
        return;
      case 'session-ended':
        this.#sessions.push(event.session);
        this.#pilots.set(event.session.workload, event.pilot);
        this.#rounds = 0;
        return;
      case 'looked':
        this.#decided = event.decided;
        return;
      case 'left-out':
        return;
    }
  }

  get progress(): Progress {
    const { workloads, rule } = this.#plan;
    const roundUs = this.#pilots.get(this.#workload)?.roundUs ?? 0;
    const spent = spentMs(this.#sessions) + (this.#rounds * roundUs) / 1000;
    const done = this.#part(spent) - this.#from;
    const whole = (this.#untilMs ?? workloads.length * (this.#plan.rounds ?? 1)) - this.#from;
    const share = Math.min(1, whole > 0 ? done / whole : 1);
    const elapsedMs = (this.#waitingSince ?? this.#now()) - this.#startedAt;
    return {
      sessions: this.#sessions.length,
      discarded: this.#sessions.reduce((sum, session) => sum + discardedIn(session), 0),
      workloads: workloads.length,
      decided: this.#decided,
      spentMs: spent,
      untilMs: this.#untilMs,
      open: rule === 'until-decided',
      share,
      leftMs: share > 0 ? (elapsedMs * (1 - share)) / share : undefined,
    };
  }

  /** How far along so much time is: the time itself, or in a run of fixed rounds the rounds. */
  #part(spent: number): number {
    const { rounds, workloads } = this.#plan;
    if (rounds === undefined) return spent;
    return workloads.reduce(
      (sum, id) => sum + Math.min(rounds, roundsDone(this.#sessions, id)),
      this.#rounds,
    );
  }
}

/** What was discarded in a session: turns, and arms that never had one. */
export function discardedIn({ arms, turns }: Session): number {
  const whole = new Set(arms.flatMap(({ arm, void: reason }) => (reason === undefined ? [] : arm)));
  const without = [...whole].filter((arm) => turns.every((turn) => turn.arm !== arm)).length;
  return without + turns.filter((turn) => turn.void !== undefined || whole.has(turn.arm)).length;
}
