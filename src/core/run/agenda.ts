/** The workloads of the next session of a run, how far the run is, and the arms that are left out. */
import {
  type Plan,
  canShareConnection,
  type Study,
  workloadOf,
  workloadOrder,
} from '../plan/index.ts';
import type { ArmSession, InterimAnalysis, Pilot, Session } from '../record/index.ts';
import { interimTimes, spentMs, unitsOf } from '../statistics/index.ts';
import { type Findings, hasCountedTurn, type Progress, type RunStep } from './events.ts';

/** The findings of a run, its time and its rounds: what it had, and what may come next. */
export class Agenda<Operations> {
  readonly findings: Findings = { pilots: [], looks: [], sessions: [] };
  /** Workloads that still take part, in the order in which ties are broken. */
  active: readonly string[];
  /** Time on the clock that no session took, in ms: before the first, and while events were dealt with. */
  overheadMs: number;
  /** Turns that were discarded so far. */
  #discarded = 0;
  readonly #study: Study<Operations>;
  readonly #plan: Plan;

  constructor(study: Study<Operations>, plan: Plan, overheadMs: number) {
    this.#study = study;
    this.#plan = plan;
    this.active = plan.workloads;
    this.overheadMs = overheadMs;
  }

  /** Time that is left until the run stands or is looked at, in ms. */
  get leftMs(): number {
    const { rule, budgetMs } = this.#plan;
    if (rule === 'fixed') return Infinity;
    const { looks } = this.findings;
    const untilMs = rule === 'time' ? budgetMs : interimTimes(this.#plan)[looks.length];
    return (untilMs ?? 0) - this.#spentMs;
  }

  /** Keeps a session. @returns its pilot, if it is the first of its workload that has a turn that counts */
  addSession(session: Session, pilot: Pilot): Pilot | undefined {
    this.findings.sessions.push(session);
    const units = unitsOf({ plan: this.#plan, sessions: [session] });
    this.#discarded += units.filter(({ unit }) => unit.void !== undefined).length;
    if (!hasCountedTurn(session) || this.pilotOf(pilot.workload) !== undefined) return undefined;
    this.findings.pilots.push(pilot);
    return pilot;
  }

  /** Keeps an interim analysis, after which the decided workloads take part no more. */
  addLook(look: InterimAnalysis, decided: readonly string[]): void {
    this.findings.looks.push(look);
    this.active = this.active.filter((id) => !decided.includes(id));
  }

  /** The pilot of a workload; undefined before its first session that has a turn that counts. */
  pilotOf(id: string): Pilot | undefined {
    return this.findings.pilots.find(({ workload }) => workload === id);
  }

  /** Sessions of a workload. */
  own(id: string): Session[] {
    return this.findings.sessions.filter(({ workload }) => workload === id);
  }

  /** Rounds that a workload has had. */
  rounds(id: string): number {
    // A session in which nothing connects counts as a round, or a run would never end.
    const roundsIn = ({ turns }: Session) => Math.max(1, (turns.at(-1)?.round ?? 0) + 1);
    return this.own(id).reduce((sum, session) => sum + roundsIn(session), 0);
  }

  /** Number of openings that workloads shared. */
  get openings(): number {
    return Math.max(0, ...this.findings.sessions.map(({ opening = -1 }) => opening + 1));
  }

  /**
   * Ids of the workloads of the next session, in their order; none if there is no room for another. Next are
   * those that have had the least time, or the fewest rounds if the plan names a number of rounds.
   */
  next(): string[] {
    const { rounds } = this.#plan;
    const had = (id: string) => (rounds === undefined ? spentMs(this.own(id)) : this.rounds(id));
    const hadBy = (ids: readonly string[]) =>
      ids.reduce((sum, id) => sum + had(id), 0) / ids.length;
    const [next = []] = this.#groups().toSorted((one, other) => hadBy(one) - hadBy(other));
    if (rounds !== undefined || this.findings.sessions.length === 0) return next;
    const expectedMs = next.reduce((sum, id) => {
      // The first session also warms the process up, and says nothing of what others take.
      const latest = this.own(id).slice(1).slice(-3);
      return latest.length === 0 ? sum : sum + spentMs(latest) / latest.length;
    }, 0);
    return expectedMs > this.leftMs ? [] : next;
  }

  /** Workloads by the connections that they share, those with the fewest sessions first, then as drawn. */
  #groups(): string[][] {
    const plan = this.#plan;
    const isOpen = (id: string) => plan.rounds === undefined || this.rounds(id) < plan.rounds;
    const drawn = workloadOrder(plan, this.openings).filter(
      (id) => this.active.includes(id) && isOpen(id),
    );
    const shared = drawn.filter((id) => canShareConnection(workloadOf(this.#study, id)));
    const alone = drawn.filter((id) => !shared.includes(id)).map((id) => [id]);
    const sorted = shared.toSorted((one, other) => this.own(one).length - this.own(other).length);
    return sorted.length === 0 ? alone : [sorted, ...alone];
  }

  get #spentMs(): number {
    return this.overheadMs + spentMs(this.findings.sessions);
  }

  /** @param running of the session that goes on, its rounds so far and their time */
  progress(running = { rounds: 0, spentMs: 0 }): Progress {
    const { rounds, budgetMs: untilMs, workloads } = this.#plan;
    const { sessions } = this.findings;
    const spent = this.#spentMs + running.spentMs;
    const decided = workloads.filter((id) => !this.active.includes(id));
    const known = { sessions: sessions.length, discarded: this.#discarded, decided };
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

/** Sessions of a workload in a row in which an arm has nothing that counts, or stalls, before it is left out. */
const FAILED_LANES = 3;

/** True if an arm got as far as its object: without an answer to its connect it did not. */
export function gotAnswer({ void: reason, connectUs }: ArmSession): boolean {
  return reason !== 'connect' && (reason !== 'stalled' || connectUs !== undefined);
}

/** True if an arm ended before its first operation. If all do, no time is spent, and a run would not end. */
export function didNothing({ void: reason, warmUp }: ArmSession): boolean {
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
    return arms.flatMap(({ arm, void: whole, detail }): RunStep[] => {
      const own = turns.filter((turn) => turn.arm === arm);
      const wrong = own.find(({ void: reason }) => reason !== undefined && reason !== 'hidden');
      const counts = whole === undefined && own.some(({ void: reason }) => reason === undefined);
      const reason = whole ?? wrong?.void;
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
