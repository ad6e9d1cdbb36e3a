import {
  armOf,
  armsFor,
  budgetOf,
  coarseClock,
  MOST_PAUSES,
  type Connect,
  type Plan,
  shares,
  type Study,
  workloadOf,
  workloadOrder,
} from '../plan/index.ts';
import type { ArmSession, Session } from '../record/index.ts';
import { decidedIn, interimTimes, loadIn, spentMs } from '../statistics/index.ts';
import { runSession } from './session.ts';
import {
  counts,
  gather,
  type End,
  type RunEvent,
  type RunSoFar,
  roundsDone,
  soFarOf,
} from './state.ts';
import type { Lost, World } from './world.ts';

/** A plan about to be run. */
export interface PlannedRun<Operations, Failure = unknown> {
  study: Study<Operations>;
  plan: Plan;
  world: World<Failure>;
  /** Ends the run; nothing does where it is left out. */
  signal?: AbortSignal;
  /** Smallest step of the client’s clock, in µs. */
  clockStepUs: number;
  /** The same run’s findings so far, when it is to go on. */
  before?: RunSoFar;
  /** Part of its time that is taken already, or kept for what follows it, in ms; none where it is left out. */
  besidesMs?: number;
  /** The run goes on once the event is dealt with. */
  onEvent?: (event: RunEvent<Failure>) => Promise<void> | void;
}

/** Sessions in a row in which nothing connects although the bench says it answers. */
const FAILED_SESSIONS = 3;
/** Sessions of a workload in a row in which an arm has nothing that counts, or stalls, before it is left out. */
const FAILED_LANES = 3;

/**
 * Runs a plan until its rule says stop. A session serves all workloads that can share connections; which
 * of them, or of the others, is next is a matter of who has had the least time. One whose verdicts all
 * stand at an interim analysis leaves its time to the others. Time in which a workload pauses, the page is
 * hidden or the bench is awaited does not count.
 *
 * @returns what is known at the end, with what was known before, and how the run ended
 * @throws what `onEvent` throws, with all connections closed; RangeError when the plan names what
 *   the study lacks, a client half cannot be loaded, or the clock is too coarse for the run
 */
export async function runUntil<Operations, Failure>(
  planned: PlannedRun<Operations, Failure>,
): Promise<RunSoFar & { end: End<Failure> }> {
  const { signal = new AbortController().signal, onEvent = () => undefined } = planned;
  const soFar = soFarOf(planned.before);
  const { besidesMs = 0 } = planned;
  const runner = new Runner({ ...planned, signal, onEvent, besidesMs }, soFar);
  const end = await runner.run().catch((error: unknown) => {
    if (signal.aborted) return { kind: 'cancelled' as const };
    throw error;
  });
  await onEvent({ type: 'ended', end });
  return { ...soFar, end };
}

class Runner<Operations, Failure> {
  readonly #run: Required<Omit<PlannedRun<Operations, Failure>, 'before'>>;
  readonly #soFar: RunSoFar;
  readonly #warm = new Set<string>();
  /** By workload and arm: what goes wrong with one kind of operation says nothing of another. */
  readonly #failures = new Map<string, number>();
  #failedSessions = 0;
  /** How many sessions were there before. */
  readonly #begunWith: number;
  /** Workloads that still take part, in the order in which ties are broken. */
  #active: string[];
  /** Time on the clock that no session took, in ms: before the first, and while events were dealt with. */
  #besidesMs: number;

  constructor(run: Required<Omit<PlannedRun<Operations, Failure>, 'before'>>, soFar: RunSoFar) {
    const { plan } = run;
    this.#run = run;
    this.#soFar = soFar;
    this.#begunWith = soFar.sessions.length;
    this.#active = [...plan.workloads];
    // What an earlier stage left of its time is no part of this one.
    const last = interimTimes(plan)[soFar.looks.length - 1] ?? 0;
    this.#besidesMs = run.besidesMs + Math.max(0, last - spentMs(soFar.sessions));
  }

  async run(): Promise<End<Failure>> {
    const { study, plan, world, signal, clockStepUs } = this.#run;
    const coarse = coarseClock(plan, clockStepUs);
    if (coarse !== undefined) throw new RangeError(coarse);
    const connects = await loadArms(study, plan.arms);
    if (plan.rule === 'until-decided' && this.#soFar.looks.length > 0) {
      const decided = decidedIn({ plan, ...this.#soFar }, study);
      this.#active = this.#active.filter((id) => !decided.includes(id));
    }
    const first = this.#soFar.looks.length;
    for (;;) {
      signal.throwIfAborted();
      if (world.presence?.hidden === true) {
        await this.#tell({ type: 'waiting', for: 'page' });
        await world.presence.visible(signal);
      }
      const workloads = this.#next();
      if (workloads.length > 0) {
        const lost = await this.#session(workloads, connects);
        if (lost !== undefined) return lost;
        continue;
      }
      if (plan.rule === 'fixed') return { kind: 'complete', why: 'rounds' };
      if (plan.rule === 'time') return { kind: 'complete', why: 'time' };
      await this.#look();
      if (this.#active.length === 0) return { kind: 'complete', why: 'decided' };
      // The first stage has an interim analysis half way; every later one ends with its own.
      if (first > 0 || this.#soFar.looks.length > 1) return { kind: 'complete', why: 'time' };
    }
  }

  async #tell(event: RunEvent<Failure>): Promise<void> {
    const { onEvent, world } = this.#run;
    gather(event, this.#soFar);
    const toldAt = world.now();
    await onEvent(event);
    this.#besidesMs += world.now() - toldAt;
  }

  get #spentMs(): number {
    return this.#besidesMs + spentMs(this.#soFar.sessions);
  }

  /** Time spent at which the run stands or is looked at next, in ms. */
  get #untilMs(): number {
    const { plan } = this.#run;
    if (plan.rule === 'fixed') return Infinity;
    return (
      (plan.rule === 'time' ? plan.budgetMs : interimTimes(plan)[this.#soFar.looks.length]) ?? 0
    );
  }

  /** Ids of the workloads of the next session, in their order; none where there is no room for another. */
  #next(): string[] {
    const { plan } = this.#run;
    const { sessions } = this.#soFar;
    const open = this.#active.filter((id) => {
      const { length } = this.#own(id);
      if (plan.rounds !== undefined) return roundsDone(sessions, id) < plan.rounds;
      return loadIn(plan, id).pauseMs === undefined || length < MOST_PAUSES;
    });
    const groups = this.#groupsOf(open);
    const had = (ids: readonly string[]) =>
      ids.reduce((sum, id) => {
        return (
          sum + (plan.rounds === undefined ? spentMs(this.#own(id)) : roundsDone(sessions, id))
        );
      }, 0) / ids.length;
    const [next = []] = groups.toSorted((one, other) => had(one) - had(other));
    if (plan.rounds !== undefined) return next;
    // Sessions that took far longer than planned must not leave a run that goes on without any.
    if (sessions.length === this.#begunWith) return next;
    const expectedMs = next.reduce((sum, id) => {
      // The first session also warms the process up, and says nothing of what others take.
      const latest = this.#own(id).slice(1).slice(-3);
      return latest.length === 0 ? sum : sum + spentMs(latest) / latest.length;
    }, 0);
    return this.#spentMs + expectedMs > this.#untilMs ? [] : next;
  }

  /** Workloads by the connections that they share, those with the fewest sessions first, then as drawn. */
  #groupsOf(open: readonly string[]): string[][] {
    const { study, plan } = this.#run;
    const drawn = workloadOrder(plan, this.#openings).filter((id) => open.includes(id));
    const shared = drawn.filter((id) => shares(workloadOf(study, id)));
    const alone = drawn.filter((id) => !shared.includes(id)).map((id) => [id]);
    const count = (id: string) => this.#own(id).length;
    const sorted = shared.toSorted((one, other) => count(one) - count(other));
    return sorted.length === 0 ? alone : [sorted, ...alone];
  }

  #own(id: string): Session[] {
    return this.#soFar.sessions.filter(({ workload }) => workload === id);
  }

  /** How many openings were there that workloads shared. */
  get #openings(): number {
    return this.#soFar.sessions.reduce(
      (count, { opening = -1 }) => Math.max(count, opening + 1),
      0,
    );
  }

  async #session(
    ids: readonly string[],
    connects: ReadonlyMap<string, Connect<Operations>>,
  ): Promise<Lost<Failure> | undefined> {
    const { study, plan } = this.#run;
    const { pilots, sessions } = this.#soFar;
    const parts = ids.map((id) => ({
      workload: workloadOf(study, id),
      session: this.#own(id).length,
      arms: armsFor(plan, id).filter((arm) => !this.#isLeftOut(id, arm)),
      pilot: pilots.find(({ workload }) => workload === id),
      cold: !this.#warm.has(id),
      maxRounds: (plan.rounds ?? Infinity) - roundsDone(sessions, id),
    }));
    const budgetMs = plan.budgetMs ?? budgetOf(0, plan.workloads.length);
    const steps = runSession({
      ...this.#run,
      parts,
      ...(ids.length > 1 && { opening: this.#openings }),
      connects: new Map(
        [...connects].filter(([arm]) => parts.some(({ arms }) => arms.includes(arm))),
      ),
      shareMs: budgetMs / plan.workloads.length,
      maxMs: this.#untilMs - this.#spentMs,
    });
    for await (const step of steps) {
      if ('begins' in step) {
        const besidesMs = Math.round(this.#besidesMs);
        await this.#tell({ type: 'session-started', workload: step.begins, besidesMs });
      } else if ('rounds' in step) await this.#tell({ type: 'progress', ...step });
      else {
        if (counts(step.session)) this.#warm.add(step.session.workload);
        await this.#tell({ type: 'session-ended', ...step });
        const lost = await this.#afterSession(step.session);
        if (lost !== undefined) return lost;
      }
    }
    return undefined;
  }

  /** Leaves out what keeps failing, and waits for a bench that is gone: that is no arm’s failure. */
  async #afterSession(session: Session): Promise<Lost<Failure> | undefined> {
    const { arms } = session;
    const silent = this.#run.world.silence?.isSilent ?? false;
    if (!silent && arms.some(gotAnswer) && !arms.every(didNothing)) {
      this.#failedSessions = 0;
      await this.#leaveOut(session);
      return undefined;
    }
    const { world, signal } = this.#run;
    const [first] = arms;
    this.#failedSessions += 1;
    if (first === undefined || this.#failedSessions === FAILED_SESSIONS) {
      return { kind: 'lost', why: first?.detail ?? 'no arm connects' };
    }
    if (world.recover === undefined) return undefined;
    await this.#tell({ type: 'waiting', for: 'bench' });
    return world.recover(signal);
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
      const someoneElse = arms.some((each) => each.arm !== arm && gotAnswer(each));
      // The last of a workload stays: without anybody it would never have its time.
      this.#failures.set(key, someoneElse ? failures : Math.min(failures, FAILED_LANES - 1));
      if (!this.#isLeftOut(workload, arm)) continue;
      const why = detail ?? wrong?.detail ?? 'it failed';
      await this.#tell({ type: 'left-out', arm, workload, why });
    }
  }

  async #look(): Promise<void> {
    const { study, plan } = this.#run;
    const { sessions } = this.#soFar;
    const counted = this.#active.map((id) => [id, this.#own(id).length] as const);
    const look = { atMs: Math.round(spentMs(sessions)), workloads: Object.fromEntries(counted) };
    const looks = [...this.#soFar.looks, look];
    const decided = decidedIn({ plan, sessions, looks }, study);
    this.#active = this.#active.filter((id) => !decided.includes(id));
    await this.#tell({ type: 'looked', look, decided });
  }
}

function laneKey(workload: string, arm: string): string {
  return JSON.stringify([workload, arm]);
}

/** Whether an arm got as far as its object: without an answer to its connect it did not. */
function gotAnswer({ void: reason, connectUs }: ArmSession): boolean {
  return reason !== 'connect' && (reason !== 'stalled' || connectUs !== undefined);
}

/** Whether an arm ended before its first operation. Where all do, no time is spent, and a run would not end. */
function didNothing({ void: reason, warmUp }: ArmSession): boolean {
  return reason !== undefined && reason !== 'hidden' && warmUp === 0;
}

async function loadArms<Operations>(study: Study<Operations>, ids: readonly string[]) {
  const connects = new Map<string, Connect<Operations>>();
  for (const id of ids) connects.set(id, await armOf(study, id).load());
  return connects;
}
