/** Runs a plan: its world comes as an argument. */
import {
  armOf,
  armsFor,
  type Open,
  type Plan,
  roundsOfSession,
  type Study,
  workloadOf,
} from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { Agenda, didNothing, Failures, gotAnswer, type NextGroup } from './agenda.ts';
import {
  type End,
  type RunEvent,
  type Findings,
  hasCountedTurn,
  type Lost,
  type RunStep,
  type World,
} from './events.ts';
import { runSession } from './session.ts';

export * from './environment.ts';
export * from './events.ts';
export { Lane } from './lane.ts';
export { TrafficMeter } from './meters.ts';
export { runSession } from './session.ts';
export { takeTurn } from './turn.ts';

/** A plan about to be run. */
export interface PlannedRun<Operations, Failure = unknown> {
  study: Study<Operations>;
  plan: Plan;
  world: World<Failure>;
  /** Ends the run. By default only the plan does. */
  signal?: AbortSignal;
  /** Time of the run that is spent before it begins, or kept for drawing its result, in ms; none by default. */
  overheadMs?: number;
  /** The run goes on once the event is dealt with. */
  onEvent?: (event: RunEvent<Failure>) => Promise<void> | void;
}

/** Sessions in a row in which nothing connects although the bench says it answers. */
const FAILED_SESSIONS = 3;

/**
 * Runs a plan until its time or its rounds are used up. Workloads that can share connections do. Time in which
 * the page is hidden or the bench is awaited does not count.
 *
 * @throws an error of `onEvent`, with all connections closed; RangeError when the plan names an arm or a
 *   workload that the study lacks
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
    const { study, plan, world, signal } = this.#run;
    const openers = new Map<string, Open<Operations>>();
    for (const arm of plan.arms) openers.set(arm, await armOf(study, arm).load());
    for (;;) {
      signal.throwIfAborted();
      if (world.presence?.hidden === true) {
        await this.#tell({ type: 'waiting', for: 'page' });
        await world.presence.visible(signal);
      }
      const next = this.#agenda.next();
      if (next === undefined) {
        return { kind: 'complete', why: plan.rule === 'fixed' ? 'rounds' : 'time' };
      }
      const lost = await this.#session(next, openers);
      if (lost !== undefined) return lost;
    }
  }

  async #tell(step: RunStep, running?: { rounds: number; spentMs: number }): Promise<void> {
    const { onEvent, world } = this.#run;
    const toldAt = world.now();
    await onEvent({ ...step, progress: this.#agenda.progress(running) });
    this.#agenda.overheadMs += world.now() - toldAt;
  }

  async #session(
    { workloads: ids, leftMs, among }: NextGroup,
    openers: ReadonlyMap<string, Open<Operations>>,
  ): Promise<Lost<Failure> | undefined> {
    const { study, plan } = this.#run;
    const agenda = this.#agenda;
    const parts = ids.map((id) => ({
      workload: workloadOf(study, id),
      session: agenda.own(id).length,
      arms: armsFor(plan, id).filter((arm) => !this.#failures.isLeftOut(id, arm)),
      isFirst: !agenda.own(id).some(hasCountedTurn),
      maxRounds:
        plan.rounds === undefined
          ? Infinity
          : Math.min(roundsOfSession(plan.rounds), plan.rounds - agenda.rounds(id)),
    }));
    const steps = runSession({
      ...this.#run,
      parts,
      opening: ids.length > 1 ? agenda.opening : undefined,
      openers: new Map(
        [...openers].filter(([arm]) => parts.some(({ arms }) => arms.includes(arm))),
      ),
      leftMs,
      among,
    });
    for await (const step of steps) {
      if ('begins' in step) await this.#tell({ type: 'session-started', workload: step.begins });
      else if ('rounds' in step) await this.#tell({ type: 'progress' }, step);
      else {
        const { session } = step;
        agenda.addSession(session);
        await this.#tell({ type: 'session-ended', session });
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
}
