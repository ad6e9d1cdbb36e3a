/** Whole runs on a virtual bench. */
import { makePlan, type Plan, type PlanOptions, type Study, type Workload } from '../plan/index.ts';
import type { Session, Turn } from '../record/index.ts';
import { type RunEvent, runUntil, type World, recordOf } from '../run/index.ts';
import {
  type Behaviour,
  type Tally,
  virtualBench,
  type VirtualSocket,
  VirtualClock,
} from './virtual-bench.ts';
import { expect } from 'vitest';

/** What a test may get hold of while its run goes on. */
export interface Hands {
  clock: VirtualClock;
  abort: AbortController;
  opened: readonly VirtualSocket[];
  refuse: ReturnType<typeof virtualBench>['refuse'];
  /** The workload whose session runs. */
  workload(): string;
}

export interface Setup {
  /** Smallest step of the clock as the run is told, in µs; 1 by default. */
  clockStepUs?: number;
  behave?: (call: Parameters<Behaviour>[0], hands: Hands) => ReturnType<Behaviour>;
  options?: Partial<PlanOptions>;
  plan?: Partial<Plan>;
  study?: (study: Study<Tally>) => Study<Tally>;
  world?: (hands: Hands) => Partial<World>;
  onEvent?: (event: RunEvent, hands: Hands) => Promise<void> | void;
  overheadMs?: number;
}

/** The study with one workload alone, which finds its turn by itself. @param change what is said of it */
export const only =
  (change: Partial<Workload<Tally>>): NonNullable<Setup['study']> =>
  ({ workloads, ...study }) => {
    const [, long] = workloads as [Workload<Tally>, Workload<Tally>];
    return { ...study, workloads: [{ ...long, id: 'short', ...change }] };
  };

/** Rounds of a run that is not told otherwise. */
export const ROUNDS = 60;

/** Sessions of three rounds of `short`, each a turn of four calls for four arms. */
const USUAL: PlanOptions = { length: { rule: 'fixed', rounds: ROUNDS }, workloads: ['short'] };

/** Runs a plan on a virtual bench to its end, or to the error that it fails with. */
export async function runVirtual(setup: Setup = {}) {
  const clock = new VirtualClock();
  const bench = virtualBench(clock, (call) => setup.behave?.(call, hands));
  const planned = makePlan(
    setup.study?.(bench.study) ?? bench.study,
    { ...USUAL, ...setup.options },
    1,
    0.5,
  );
  const { study } = planned;
  const plan = { ...planned.plan, ...setup.plan };
  const events: RunEvent[] = [];
  let workload = '';
  const { opened } = bench;
  const refuse: Hands['refuse'] = (which) => bench.refuse(which);
  const abort = new AbortController();
  const hands: Hands = { clock, abort, opened, refuse, workload: () => workload };
  const running = runUntil({
    study,
    plan,
    world: { ...bench.world, ...setup.world?.(hands) },
    signal: abort.signal,
    clockStepUs: setup.clockStepUs ?? 1,
    overheadMs: setup.overheadMs ?? 0,
    onEvent(event) {
      events.push(event);
      if (event.type === 'session-started') ({ workload } = event);
      return setup.onEvent?.(event, hands);
    },
  });
  const { error, ...ran } = await clock.drive(
    running.then(
      (result) => ({ ...result, error: undefined }),
      (reason: unknown) => {
        return { pilots: [], looks: [], sessions: [], end: undefined, error: reason };
      },
    ),
  );
  return { ...bench, study, clock, plan, events, error, ...ran };
}

/** The turns of a session, round by round. */
export function roundsIn({ turns }: Session): Turn[][] {
  return [...Map.groupBy(turns, ({ round }) => round).values()];
}

// One mishap in a virtual run, and what must be left of the run.

/** A call that is never answered. */
export const never = new Promise<void>(() => undefined);
/** In `plan.arms`, and so among the connections of a session. */
export const REFERENCE = 1;
export const SUBJECT = 2;
const undisturbed = await runVirtual();
/** The second call of the second turn that an arm has in the second session. */
export const inRound1 = (place: number) =>
  (undisturbed.sessions[1]?.arms[place]?.warmUp ?? NaN) + 4 + 1;

/** Does something to an arm in the middle of its second turn of the second session. */
export const once =
  (place: number, act: NonNullable<Setup['behave']>): NonNullable<Setup['behave']> =>
  (call, hands) =>
    call.connection === 4 + place && call.index === inRound1(place) ? act(call, hands) : undefined;

export const voidsOf = ({ turns }: Session) =>
  turns.flatMap(({ round, arm, void: reason }) =>
    reason === undefined ? [] : [[round, arm, reason]],
  );
export const wholeVoids = ({ arms }: Session) =>
  arms.flatMap(({ arm, void: reason }) => (reason === undefined ? [] : [[arm, reason]]));

/** The second session ended with the round of the mishap, and all others are whole. */
export function expectOneShortSession(sessions: readonly Session[], rounds = 2) {
  const counts = sessions.map((session) => roundsIn(session).length);
  expect(counts.slice(0, 4)).toEqual([3, rounds, 3, 3]);
  // What it lacks is made up for in the end.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
  for (const session of sessions.filter((_, index) => index !== 1)) {
    expect([voidsOf(session), wholeVoids(session)]).toEqual([[], []]);
  }
}

/** A record of these sessions, as a run that ended after its rounds leaves it. */
export function recordFrom(
  plan: Awaited<ReturnType<typeof runVirtual>>['plan'],
  sessions: Session[],
) {
  const environment = {
    ...{ setting: 'workerd' as const, origin: '', runtime: 'virtual', clockStepUs: 1 },
    ...{ versions: {}, accept: {} },
  };
  const end = { kind: 'complete', why: 'rounds' } as const;
  const soFar = { pilots: [], looks: [], sessions };
  return recordOf({ plan, environment, startedAt: new Date(0), end, ...soFar });
}
