/** The workloads of the next session of a run, how far the run is, and the arms that are left out. */
import {
  canShareConnection,
  type Plan,
  SESSIONS,
  type Study,
  workloadOf,
  workloadOrder,
} from '../plan/index.ts';
import type { ArmSession, Session } from '../record/index.ts';
import { spentMs, unitsOf } from '../statistics/index.ts';
import { type Findings, type Progress, type RunStep } from './events.ts';

/** Longest part of a workload in a session, in ms: of a long run, more sessions say more than longer ones. */
const LONGEST_PART_MS = 4000;
/** Fewest sessions that a time has room for, and the part of them that opening takes at most as long as there are more. */
const FEWEST_SESSIONS = 4;
const OPENING_PART = 0.2;

/** Workloads that share connections, and their time. */
export interface NextGroup {
  /** Their ids, in their order. */
  workloads: string[];
  /** Time until the session ends, in ms, which they share with the workloads that follow in it. */
  leftMs: number;
  /** Workloads of the session that are left, these included. */
  among: number;
}

/** The findings of a run, its time and its rounds: what it had, and what may come next. */
export class Agenda<Operations> {
  readonly findings: Findings = { sessions: [] };
  /** Time on the clock that no session took, in ms: before the first, and while events were dealt with. */
  overheadMs: number;
  /** Turns that were discarded so far. */
  #discarded = 0;
  /** Sessions that have begun. */
  #begun = 0;
  /** Groups of the session that goes on, of which none has begun, and its end in ms spent. */
  #waiting: string[][] = [];
  #endsAtMs = 0;
  readonly #study: Study<Operations>;
  readonly #plan: Plan;

  constructor(study: Study<Operations>, plan: Plan, overheadMs: number) {
    this.#study = study;
    this.#plan = plan;
    this.overheadMs = overheadMs;
  }

  addSession(session: Session): void {
    this.findings.sessions.push(session);
    const units = unitsOf([{ plan: this.#plan, sessions: [session] }]);
    this.#discarded += units.filter(({ unit }) => unit.discardedBecause !== undefined).length;
  }

  /** Sessions of a workload. */
  own(id: string): Session[] {
    return this.findings.sessions.filter(({ workload }) => workload === id);
  }

  /** Rounds that a workload has had. */
  rounds(id: string): number {
    return this.own(id).reduce((sum, session) => sum + roundsIn(session), 0);
  }

  /** Number of the session that goes on, and so of the opening that workloads share in it. */
  get opening(): number {
    return this.#begun - 1;
  }

  /** The workloads that have the next connections; undefined at the end of the run. */
  next(): NextGroup | undefined {
    if (this.#waiting.length === 0) {
      // One that does not fit runs if the time is missed by less with it than without.
      if (this.#leftMs <= this.#leastMs / 2) return undefined;
      this.#waiting = this.#groups();
      this.#endsAtMs = this.#spentMs + this.#sessionMs;
      this.#begun += 1;
    }
    const among = this.#waiting.flat().length;
    const workloads = this.#waiting.shift();
    return workloads && { workloads, leftMs: this.#endsAtMs - this.#spentMs, among };
  }

  /** Workloads by the connections that they share, as drawn. */
  #groups(): string[][] {
    const plan = this.#plan;
    const isOpen = (id: string) => plan.rounds === undefined || this.rounds(id) < plan.rounds;
    const drawn = workloadOrder(plan, this.#begun).filter(isOpen);
    const shared = drawn.filter((id) => canShareConnection(workloadOf(this.#study, id)));
    const alone = drawn.filter((id) => !shared.includes(id)).map((id) => [id]);
    return shared.length === 0 ? alone : [shared, ...alone];
  }

  /** Time of the next session: an equal part of what is left, longer ones if opening takes much of it. */
  get #sessionMs(): number {
    const { budgetMs, workloads } = this.#plan;
    if (budgetMs === undefined) return Infinity;
    const openUs = this.findings.sessions.reduce((sum, session) => sum + session.openUs, 0);
    const openMs = openUs / 1000 / Math.max(1, this.#begun);
    const longest = budgetMs / FEWEST_SESSIONS;
    const usual = Math.min(budgetMs / SESSIONS, LONGEST_PART_MS * workloads.length);
    const ms = Math.min(longest, Math.max(usual, openMs / OPENING_PART));
    return this.#leftMs / Math.max(1, Math.round(this.#leftMs / ms));
  }

  /** Time that a session of one round takes, as the latest ones tell; 0 before the first. */
  get #leastMs(): number {
    return this.#plan.workloads.reduce((sum, id) => {
      const latest = this.own(id).at(-1);
      if (latest === undefined) return sum;
      return sum + (latest.openUs + latest.warmUpUs + latest.turnsUs / roundsIn(latest)) / 1000;
    }, 0);
  }

  get #leftMs(): number {
    return (this.#plan.budgetMs ?? Infinity) - this.#spentMs;
  }

  get #spentMs(): number {
    return this.overheadMs + spentMs(this.findings.sessions);
  }

  /** @param running of the session that goes on, its rounds so far and their time */
  progress(running = { rounds: 0, spentMs: 0 }): Progress {
    const { rounds, budgetMs: untilMs, workloads } = this.#plan;
    const spent = this.#spentMs + running.spentMs;
    const known = { sessions: this.findings.sessions.length, discarded: this.#discarded };
    if (rounds === undefined) {
      const share = untilMs === undefined ? 1 : Math.min(1, spent / untilMs);
      const leftMs = Math.max(0, (untilMs ?? 0) - spent);
      return { ...known, spentMs: spent, untilMs, share, leftMs };
    }
    const done = workloads.reduce((sum, id) => sum + Math.min(rounds, this.rounds(id)), 0);
    const share = Math.min(1, (done + running.rounds) / (rounds * workloads.length));
    const leftMs = share > 0 ? (spent * (1 - share)) / share : undefined;
    return { ...known, spentMs: spent, untilMs: undefined, share, leftMs };
  }
}

/** Rounds of a session. One in which nothing connects counts as a round, or a run would never end. */
const roundsIn = ({ turns }: Session): number => Math.max(1, (turns.at(-1)?.round ?? 0) + 1);

/** Sessions of a workload in a row in which an arm has nothing that counts, or stalls, before it is left out. */
const FAILED_LANES = 3;

/** True if an arm got as far as its object: without an answer to its connect it did not. */
export function gotAnswer({ discardedBecause: reason, connectUs }: ArmSession): boolean {
  return reason !== 'connect' && (reason !== 'stalled' || connectUs !== undefined);
}

/** True if an arm ended before its first operation. If all do, no time is spent, and a run would not end. */
export function didNothing({ discardedBecause: reason, warmUp }: ArmSession): boolean {
  return reason !== undefined && reason !== 'hidden' && warmUp === 0;
}

/** Failures in a row, by workload and arm: one kind of operation says nothing of another. */
export class Failures {
  readonly #counts = new Map<string, number>();

  isLeftOut(workload: string, arm: string): boolean {
    return (this.#counts.get(keyOf(workload, arm)) ?? 0) >= FAILED_LANES;
  }

  /** Counts the failures of a session; gives the arms that are left out from now on. */
  take({ workload, arms, turns }: Session): RunStep[] {
    return arms.flatMap(({ arm, discardedBecause: whole, detail }): RunStep[] => {
      const own = turns.filter((turn) => turn.arm === arm);
      const wrong = own.find(
        ({ discardedBecause: reason }) => reason !== undefined && reason !== 'hidden',
      );
      const counts =
        whole === undefined && own.some(({ discardedBecause: reason }) => reason === undefined);
      const reason = whole ?? wrong?.discardedBecause;
      const failed = reason === 'stalled' || (reason !== undefined && !counts);
      const key = keyOf(workload, arm);
      const failures = failed ? (this.#counts.get(key) ?? 0) + 1 : 0;
      const someoneElse = arms.some((each) => each.arm !== arm && gotAnswer(each));
      // The last arm of a workload stays: without any, the workload would never have its time.
      this.#counts.set(key, someoneElse ? failures : Math.min(failures, FAILED_LANES - 1));
      if (!this.isLeftOut(workload, arm)) return [];
      return [{ type: 'left-out', arm, workload, why: detail ?? wrong?.detail ?? 'it failed' }];
    });
  }
}

function keyOf(workload: string, arm: string): string {
  return JSON.stringify([workload, arm]);
}
