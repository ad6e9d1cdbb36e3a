/** Runs a plan: its world comes as an argument. */
import {
  armOf,
  armsFor,
  budgetOf,
  expectFineClock,
  type Open,
  type Plan,
  type Study,
  workloadOf,
} from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { decidedIn, spentMs } from '../statistics/index.ts';
import { Agenda, didNothing, Failures, gotAnswer } from './agenda.ts';
import {
  type End,
  type RunEvent,
  type Findings,
  type Lost,
  type RunStep,
  type World,
} from './events.ts';
import { runSession } from './session.ts';

export {
  type AboutBench,
  type ClientFacts,
  clockStepUs,
  describeEnvironment,
  readAbout,
  recordOf,
} from './environment.ts';
export { Lane } from './lane.ts';
export { messageOf } from './message.ts';
export { TrafficMeter } from './meters.ts';
export { FEWEST_STRETCHES, LONGEST_WARM_UP_MS, WARM_UP_SHARE, WarmUp } from './pilot.ts';
export { runSession } from './session.ts';
export {
  hasCountedTurn,
  type RunStart,
  type Progress,
  type End,
  type RunEvent,
  type Findings,
  type Presence,
  type Silence,
  type World,
} from './events.ts';
export { takeTurn } from './turn.ts';

/** A plan about to be run. */
export interface PlannedRun<Operations, Failure = unknown> {
  study: Study<Operations>;
  plan: Plan;
  world: World<Failure>;
  /** Ends the run. By default only the plan does. */
  signal?: AbortSignal;
  /** Smallest step of the client’s clock, in µs. */
  clockStepUs: number;
  /** Time of the run that is spent before it begins, or kept for drawing its result, in ms; none by default. */
  overheadMs?: number;
  /** The run goes on once the event is dealt with. */
  onEvent?: (event: RunEvent<Failure>) => Promise<void> | void;
}

/** Sessions in a row in which nothing connects although the bench says it answers. */
const FAILED_SESSIONS = 3;

/**
 * Runs a plan until its rule says stop. A session serves all workloads that can share connections. A
 * workload whose verdicts all stand at an interim analysis leaves its time to the others. Time in which the
 * page is hidden or the bench is awaited does not count.
 *
 * @throws an error of `onEvent`, with all connections closed; RangeError when the plan names an arm or a
 *   workload that the study lacks, or the clock is too coarse for the run
 */
export async function runUntil<Operations, Failure>(
  planned: PlannedRun<Operations, Failure>,
): Promise<Findings & { end: End<Failure> }> {
  const { signal = new AbortController().signal, onEvent = () => undefined } = planned;
  const { overheadMs = 0 } = planned;
  const runner = new Runner({ ...planned, signal, onEvent, overheadMs });
  const end = await runner.run().catch((error: unknown) => {
    if (signal.aborted) return { kind: 'cancelled' as const };
    throw error;
  });
  await onEvent({ type: 'ended', end });
  return { ...runner.findings, end };
}

class Runner<Operations, Failure> {
  readonly #run: Required<PlannedRun<Operations, Failure>>;
  readonly #agenda: Agenda<Operations>;
  readonly #failures = new Failures();
  #failedSessions = 0;

  constructor(run: Required<PlannedRun<Operations, Failure>>) {
    const { study, plan, overheadMs } = run;
    this.#run = run;
    this.#agenda = new Agenda(study, plan, overheadMs);
  }

  get findings(): Findings {
    return this.#agenda.findings;
  }

  async run(): Promise<End<Failure>> {
    const { study, plan, world, signal, clockStepUs } = this.#run;
    expectFineClock(clockStepUs);
    const openers = new Map<string, Open<Operations>>();
    for (const arm of plan.arms) openers.set(arm, await armOf(study, arm).load());
    for (;;) {
      signal.throwIfAborted();
      if (world.presence?.hidden === true) {
        await this.#tell({ type: 'waiting', for: 'page' });
        await world.presence.visible(signal);
      }
      const workloads = this.#agenda.next();
      if (workloads.length > 0) {
        const lost = await this.#session(workloads, openers);
        if (lost !== undefined) return lost;
        continue;
      }
      if (plan.rule === 'fixed') return { kind: 'complete', why: 'rounds' };
      if (plan.rule === 'time') return { kind: 'complete', why: 'time' };
      await this.#look();
      if (this.#agenda.active.length === 0) return { kind: 'complete', why: 'decided' };
      // There is one interim analysis half way, and one at the end.
      if (this.findings.looks.length > 1) return { kind: 'complete', why: 'time' };
    }
  }

  async #tell(step: RunStep, running?: { rounds: number; spentMs: number }): Promise<void> {
    const { onEvent, world } = this.#run;
    const toldAt = world.now();
    await onEvent({ ...step, progress: this.#agenda.progress(running) });
    this.#agenda.overheadMs += world.now() - toldAt;
  }

  async #session(
    ids: readonly string[],
    openers: ReadonlyMap<string, Open<Operations>>,
  ): Promise<Lost<Failure> | undefined> {
    const { study, plan } = this.#run;
    const agenda = this.#agenda;
    const parts = ids.map((id) => ({
      workload: workloadOf(study, id),
      session: agenda.own(id).length,
      arms: armsFor(plan, id).filter((arm) => !this.#failures.isLeftOut(id, arm)),
      pilot: agenda.pilotOf(id),
      maxRounds: (plan.rounds ?? Infinity) - agenda.rounds(id),
    }));
    const budgetMs = plan.budgetMs ?? budgetOf(0, plan.workloads.length);
    const steps = runSession({
      ...this.#run,
      parts,
      ...(ids.length > 1 && { opening: agenda.openings }),
      openers: new Map(
        [...openers].filter(([arm]) => parts.some(({ arms }) => arms.includes(arm))),
      ),
      shareMs: budgetMs / plan.workloads.length,
      maxMs: agenda.leftMs,
    });
    for await (const step of steps) {
      if ('begins' in step) await this.#tell({ type: 'session-started', workload: step.begins });
      else if ('rounds' in step) await this.#tell({ type: 'progress' }, step);
      else {
        const { session } = step;
        const pilot = agenda.addSession(session, step.pilot);
        await this.#tell({ type: 'session-ended', session, pilot });
        const lost = await this.#afterSession(session);
        if (lost !== undefined) return lost;
      }
    }
    return undefined;
  }

  /** Leaves out what keeps failing, and waits for a bench that is gone: that is no arm’s failure. */
  async #afterSession(session: Session): Promise<Lost<Failure> | undefined> {
    const { arms } = session;
    const { world, signal } = this.#run;
    const silent = world.silence?.isSilent ?? false;
    if (!silent && arms.some(gotAnswer) && !arms.every(didNothing)) {
      this.#failedSessions = 0;
      for (const step of this.#failures.take(session)) await this.#tell(step);
      return undefined;
    }
    const [first] = arms;
    this.#failedSessions += 1;
    if (first === undefined || this.#failedSessions === FAILED_SESSIONS) {
      return { kind: 'lost', why: first?.detail ?? 'no arm connects' };
    }
    if (world.recover === undefined) return undefined;
    await this.#tell({ type: 'waiting', for: 'bench' });
    return world.recover(signal);
  }

  async #look(): Promise<void> {
    const { study, plan } = this.#run;
    const agenda = this.#agenda;
    const { sessions, looks } = agenda.findings;
    const counted = agenda.active.map((id) => [id, agenda.own(id).length] as const);
    const look = { atMs: Math.round(spentMs(sessions)), workloads: Object.fromEntries(counted) };
    const decided = decidedIn({ plan, sessions, looks: [...looks, look] }, study);
    agenda.addLook(look, decided);
    await this.#tell({ type: 'looked', look, decided });
  }
}
