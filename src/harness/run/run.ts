import {
  armsFor,
  budgetOf,
  MOST_PAUSES,
  type Connect,
  type Plan,
  seeded,
  shuffle,
  type Study,
  workloadOf,
} from '../plan/index.ts';
import {
  type ArmSession,
  type InterimAnalysis,
  type Pilot,
  type Session,
  CONTROL,
} from '../record/index.ts';
import {
  type Comparisons,
  loadIn,
  analyseInterim,
  interimTimes,
  spentMs,
} from '../statistics/index.ts';
import { runSession } from './session.ts';
import type { World } from './world.ts';

/** What a run says while it goes on. The consumer may draw then: nothing is timed. */
export type RunEvent =
  | { type: 'session-started'; workload: string }
  /** Rounds done so far in the session that is running; about once a second. */
  | { type: 'progress'; rounds: number }
  | { type: 'session-ended'; session: Session; pilot: Pilot }
  /** An interim analysis was made; the workloads that have all verdicts. */
  | { type: 'looked'; look: InterimAnalysis; decided: string[]; comparisons: Comparisons }
  /**
   * An arm had nothing that counts of a workload, or stalled, several times in a row, and is left out
   * of that workload from now on.
   */
  | { type: 'left-out'; arm: string; workload: string; why: string }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { type: 'waiting'; for: 'page' | 'bench' };

/** How a run came to its end. Every end that the plan’s rule foresees is complete. */
export type RunEnded =
  | { type: 'complete'; because: 'decided' | 'time' | 'rounds' }
  | { type: 'cancelled' }
  | { type: 'lost'; why: string };

/** What a run leaves behind, and what a run that goes on begins with. */
export interface RunSoFar {
  pilots: Pilot[];
  looks: InterimAnalysis[];
  sessions: Session[];
}

/** A plan about to be run. */
export interface PlannedRun<Operations> {
  study: Study<Operations>;
  plan: Plan;
  world: World;
  signal: AbortSignal;
  /** Smallest step of the client’s clock, in µs. */
  clockStepUs: number;
  /** What the same run found before, when it is to go on. */
  before?: RunSoFar;
  /** The run goes on once the event is dealt with. */
  onEvent: (event: RunEvent) => Promise<void> | void;
}

/** Sessions in a row in which nothing connects although the bench says it answers. */
const FAILED_SESSIONS = 3;
/** Sessions of a workload in a row in which an arm has nothing that counts, or stalls, before it is left out. */
const FAILED_LANES = 3;

/**
 * Runs a plan until its rule says stop. The next session is of the workload that has had the least
 * time; one whose verdicts all stand at an interim analysis leaves its time to the others. Time in
 * which connections open, the page is hidden or the bench is awaited does not count.
 *
 * @returns what is known at the end, with what was known before, and how the run ended
 * @throws what `onEvent` throws, with all connections closed; RangeError when the plan names what
 *   the study lacks, or a client half cannot be loaded
 */
export async function runUntil<Operations>(
  planned: PlannedRun<Operations>,
): Promise<RunSoFar & { end: RunEnded }> {
  const { before } = planned;
  const soFar: RunSoFar = {
    pilots: [...(before?.pilots ?? [])],
    looks: [...(before?.looks ?? [])],
    sessions: [...(before?.sessions ?? [])],
  };
  const { signal } = planned;
  try {
    return { ...soFar, end: await new Runner(planned, soFar).run() };
  } catch (error) {
    if (signal.aborted) return { ...soFar, end: { type: 'cancelled' } };
    throw error;
  }
}

class Runner<Operations> {
  readonly #run: PlannedRun<Operations>;
  readonly #soFar: RunSoFar;
  readonly #warm = new Set<string>();
  /** By workload and arm: what goes wrong with one kind of operation says nothing of another. */
  readonly #failures = new Map<string, number>();
  #failedSessions = 0;
  /** How many sessions were there before. */
  readonly #begunWith: number;
  /** Workloads that still take part, in the order in which ties are broken. */
  #active: string[];

  constructor(run: PlannedRun<Operations>, soFar: RunSoFar) {
    const { plan } = run;
    this.#run = run;
    this.#soFar = soFar;
    this.#begunWith = soFar.sessions.length;
    this.#active = shuffle(plan.workloads, seeded(plan.seed));
  }

  async run(): Promise<RunEnded> {
    const { study, plan, world, signal, onEvent } = this.#run;
    const connects = await loadArms(study, plan.arms);
    if (plan.rule === 'until-decided' && this.#soFar.looks.length > 0) {
      const { decided } = analyseInterim(this.#record, study);
      this.#active = this.#active.filter((id) => !decided.includes(id));
    }
    const first = this.#soFar.looks.length;
    for (;;) {
      signal.throwIfAborted();
      if (world.presence?.hidden === true) {
        await onEvent({ type: 'waiting', for: 'page' });
        await world.presence.visible(signal);
      }
      const workload = this.#next();
      if (workload !== undefined) {
        const lost = await this.#session(workload, connects);
        if (lost !== undefined) return { type: 'lost', why: lost };
        continue;
      }
      if (plan.rule === 'fixed') return { type: 'complete', because: 'rounds' };
      if (plan.rule === 'time') return { type: 'complete', because: 'time' };
      await this.#look();
      if (this.#active.length === 0) return { type: 'complete', because: 'decided' };
      // The first stage has an interim analysis half way; every later one ends with its own.
      if (first > 0 || this.#soFar.looks.length > 1) return { type: 'complete', because: 'time' };
    }
  }

  /** Time spent at which the run stands or is looked at next, in ms. */
  get #untilMs(): number {
    const { plan } = this.#run;
    if (plan.rule === 'fixed') return Infinity;
    return (
      (plan.rule === 'time' ? plan.budgetMs : interimTimes(plan)[this.#soFar.looks.length]) ?? 0
    );
  }

  get #record() {
    return { schema: 2 as const, plan: this.#run.plan, ...this.#soFar };
  }

  /** Id of the workload that has had the least time, if there is room for another session. */
  #next(): string | undefined {
    const { plan } = this.#run;
    const { sessions } = this.#soFar;
    const count = (id: string) => sessions.filter(({ workload }) => workload === id).length;
    const active = this.#active.filter(
      (id) => loadIn(plan, id).pauseMs === undefined || count(id) < MOST_PAUSES,
    );
    const spent = (id: string) => spentMs(sessions.filter(({ workload }) => workload === id));
    if (plan.rounds !== undefined) {
      const { rounds } = plan;
      const done = (id: string) => roundsDone(sessions, id);
      const open = this.#active.filter((id) => done(id) < rounds);
      return open.toSorted((one, other) => done(one) - done(other))[0];
    }
    const next = active.toSorted((one, other) => spent(one) - spent(other))[0];
    if (next === undefined) return undefined;
    const own = sessions.filter(({ workload }) => workload === next);
    // The first session also warms the process up, and says nothing of what others take.
    const latest = own.slice(1).slice(-3);
    const expectedMs = latest.length === 0 ? 0 : spentMs(latest) / latest.length;
    // Sessions that took far longer than planned must not leave a run that goes on without any.
    if (sessions.length === this.#begunWith) return next;
    return spentMs(sessions) + expectedMs > this.#untilMs ? undefined : next;
  }

  /** @returns why the bench is lost, if it is */
  async #session(
    id: string,
    connects: ReadonlyMap<string, Connect<Operations>>,
  ): Promise<string | undefined> {
    const { study, plan, onEvent } = this.#run;
    const { pilots, sessions } = this.#soFar;
    const own = sessions.filter(({ workload }) => workload === id);
    const arms = armsFor(plan, id).filter((arm) => !this.#isLeftOut(id, arm));
    const budgetMs = plan.budgetMs ?? budgetOf(0, plan.workloads.length);
    await onEvent({ type: 'session-started', workload: id });
    const steps = runSession({
      ...this.#run,
      workload: workloadOf(study, id),
      session: own.length,
      connects: new Map(arms.map((arm) => [arm, known(connects, arm, 'arm')])),
      pilot: pilots.find(({ workload }) => workload === id),
      cold: !this.#warm.has(id),
      shareMs: budgetMs / plan.workloads.length,
      maxRounds: (plan.rounds ?? Infinity) - roundsDone(sessions, id),
      maxMs: this.#untilMs - spentMs(sessions),
    });
    for await (const step of steps) {
      if ('rounds' in step) {
        await onEvent({ type: 'progress', rounds: step.rounds });
        continue;
      }
      const { session, pilot } = step;
      sessions.push(session);
      if (session.turns.some(({ void: reason }) => reason === undefined)) {
        this.#warm.add(id);
        if (!pilots.some(({ workload }) => workload === id)) pilots.push(pilot);
      }
      await onEvent({ type: 'session-ended', session, pilot });
      return this.#afterSession(session);
    }
    return undefined;
  }

  /** Leaves out what keeps failing, and waits for a bench that is gone: that is no arm’s failure. */
  async #afterSession(session: Session): Promise<string | undefined> {
    const { arms } = session;
    if (arms.some(reached) && !arms.every(unprepared)) {
      this.#failedSessions = 0;
      await this.#leaveOut(session);
      return undefined;
    }
    const { world, signal, onEvent } = this.#run;
    const [first] = arms;
    if (first === undefined) return 'no arm connects';
    this.#failedSessions += 1;
    if (this.#failedSessions === FAILED_SESSIONS) return first.detail ?? 'no arm connects';
    if (world.recover === undefined) return undefined;
    await onEvent({ type: 'waiting', for: 'bench' });
    const recovery = await world.recover(first.arm, signal);
    return recovery.ready ? undefined : recovery.why;
  }

  #isLeftOut(workload: string, arm: string): boolean {
    return (this.#failures.get(laneKey(workload, arm)) ?? 0) >= FAILED_LANES;
  }

  async #leaveOut({ workload, arms, turns }: Session): Promise<void> {
    for (const { arm, void: whole, detail } of arms) {
      const own = turns.filter((turn) => turn.arm === arm);
      const wrong = own.find(({ void: reason }) => reason !== undefined && reason !== 'hidden');
      const counts = whole === undefined && own.some(({ void: reason }) => reason === undefined);
      const reason = whole ?? wrong?.void;
      const failed = reason === 'stalled' || (reason !== undefined && !counts);
      const key = laneKey(workload, arm);
      const failures = failed ? (this.#failures.get(key) ?? 0) + 1 : 0;
      const someoneElse = arms.some((each) => each.arm !== arm && reached(each));
      // The last of a workload stays: without anybody it would never have its time.
      this.#failures.set(key, someoneElse ? failures : Math.min(failures, FAILED_LANES - 1));
      if (!this.#isLeftOut(workload, arm)) continue;
      const why = detail ?? wrong?.detail ?? 'it failed';
      await this.#run.onEvent({ type: 'left-out', arm, workload, why });
    }
  }

  async #look(): Promise<void> {
    const { study, onEvent } = this.#run;
    const { sessions, looks } = this.#soFar;
    const counts = this.#active.map(
      (id) => [id, sessions.filter(({ workload }) => workload === id).length] as const,
    );
    const made = { atMs: Math.round(spentMs(sessions)), workloads: Object.fromEntries(counts) };
    looks.push(made);
    const { decided, comparisons } = analyseInterim(this.#record, study);
    this.#active = this.#active.filter((id) => !decided.includes(id));
    await onEvent({ type: 'looked', look: made, decided, comparisons });
  }
}

function laneKey(workload: string, arm: string): string {
  return JSON.stringify([workload, arm]);
}

/** Whether an arm got as far as its object: without an answer to its connect it did not. */
function reached({ void: reason, connectUs }: ArmSession): boolean {
  return reason !== 'connect' && (reason !== 'stalled' || connectUs !== undefined);
}

/** Whether an arm ended before its first operation. Where all do, no time is spent, and a run would not end. */
function unprepared({ void: reason, warmUp }: ArmSession): boolean {
  return reason !== undefined && reason !== 'hidden' && warmUp === 0;
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

async function loadArms<Operations>(study: Study<Operations>, ids: readonly string[]) {
  const arms = new Map(study.arms.map((arm) => [arm.id, arm]));
  const connects = new Map<string, Connect<Operations>>();
  for (const id of ids) {
    const arm = known(arms, id === CONTROL ? study.reference : id, 'arm');
    connects.set(id, await arm.load());
  }
  return connects;
}

function known<Value>(values: ReadonlyMap<string, Value>, id: string, what: string): Value {
  const value = values.get(id);
  if (value === undefined) {
    throw new RangeError(`${what}: got "${id}", expected one of ${[...values.keys()].join(', ')}`);
  }
  return value;
}
