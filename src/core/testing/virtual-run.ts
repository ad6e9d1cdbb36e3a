/** Whole runs on a virtual bench. */
import {
  makePlan,
  type Plan,
  type PlanOptions,
  type RunPlace,
  type Study,
  type Workload,
} from '../plan/index.ts';
import type { Session, Turn } from '../record/index.ts';
import { type Findings, recordOf, type RunEvent, runUntil, type World } from '../run/index.ts';
import { ENVIRONMENT } from './fixture.ts';
import {
  type Behaviour,
  type Tally,
  virtualBench,
  VirtualClock,
  type VirtualSocket,
} from './virtual-bench.ts';

/** The parts of a run that a test may reach while it goes on. */
export interface Hands {
  clock: VirtualClock;
  abort: AbortController;
  opened: readonly VirtualSocket[];
  refuse: ReturnType<typeof virtualBench>['refuse'];
  /** The workload whose session runs. */
  workload: string;
}

/** Behaviour at a call that may reach into the run. */
export type Act = (call: Parameters<Behaviour>[0], hands: Hands) => ReturnType<Behaviour>;

export interface Setup {
  /** Of the run, by default a small operation of half a ms and a clock of steps of 1 µs. */
  place?: Partial<RunPlace>;
  behave?: Act;
  options?: Partial<PlanOptions>;
  plan?: Partial<Plan>;
  study?: (study: Study<Tally>) => Study<Tally>;
  world?: (hands: Hands) => Partial<World>;
  onEvent?: (event: RunEvent, hands: Hands) => Promise<void> | void;
  overheadMs?: number;
}

/** The study with one workload of the usual turn. @param change further fields of it */
export const only =
  (change: Partial<Workload<Tally>>): NonNullable<Setup['study']> =>
  ({ workloads, ...study }) => {
    const [, long] = workloads as [Workload<Tally>, Workload<Tally>];
    return { ...study, workloads: [{ ...long, id: 'short', ...change }] };
  };

/** Rounds of a run by default: sessions of three rounds of `short`, each a turn of four calls for four arms. */
export const ROUNDS = 30;
const USUAL: PlanOptions = { length: { rule: 'fixed', rounds: ROUNDS }, workloads: ['short'] };

/** Runs a plan on a virtual bench to its end, or to the error that it fails with. */
export async function runVirtual(setup: Setup = {}) {
  const clock = new VirtualClock();
  const bench = virtualBench(clock, (call) => setup.behave?.(call, hands));
  const { opened, refuse } = bench;
  const hands: Hands = { clock, abort: new AbortController(), opened, refuse, workload: '' };
  const found = setup.study?.(bench.study) ?? bench.study;
  const place = { msPerOperation: 0.5, clockStepUs: 1, ...setup.place };
  const { study, plan: usual } = makePlan(found, { ...USUAL, ...setup.options }, 1, place);
  const plan = { ...usual, ...setup.plan };
  const events: RunEvent[] = [];
  const running = runUntil({
    study,
    plan,
    world: { ...bench.world, ...setup.world?.(hands) },
    signal: hands.abort.signal,
    overheadMs: setup.overheadMs ?? 0,
    onEvent(event) {
      events.push(event);
      if (event.type === 'session-started') hands.workload = event.workload;
      return setup.onEvent?.(event, hands);
    },
  });
  const nothing: Findings = { sessions: [] };
  const { error, ...ran } = await clock.drive(
    running.then(
      (result) => ({ ...result, error: undefined }),
      (reason: unknown) => ({ ...nothing, end: undefined, error: reason }),
    ),
  );
  return { ...bench, study, clock, plan, events, error, ...ran };
}

/** The turns of a session, round by round. */
export const roundsIn = ({ turns }: Session): Turn[][] => [
  ...Map.groupBy(turns, ({ round }) => round).values(),
];

/** A call that is never answered. */
export const never = new Promise<void>(() => undefined);
/** In `plan.arms`, and so among the connections of a session. */
export const REFERENCE = 1;
export const SUBJECT = 2;
const undisturbed = await runVirtual();
/** The second call of the second turn that an arm has in the second session. */
export const inRound1 = (place: number) =>
  (undisturbed.sessions[1]?.arms[place]?.warmUp ?? NaN) + 4 + 1;

/** Acts on an arm at one call of the second session, in the middle of its second turn by default. */
export const once =
  (place: number, act: Act, at = inRound1(place)): Act =>
  (call, hands) =>
    call.connection === 4 + place && call.index === at ? act(call, hands) : undefined;

/** Discarded turns of a session, and arms that are discarded in all of it, with their reasons. */
export const discardedIn = ({ turns, arms }: Session) => ({
  turns: turns.flatMap(({ round, arm, discardedBecause: reason }) =>
    reason ? [[round, arm, reason]] : [],
  ),
  arms: arms.flatMap(({ arm, discardedBecause: reason }) => (reason ? [[arm, reason]] : [])),
});

/** A record of these sessions, as a run that ended after its rounds leaves it. */
export function recordFrom(plan: Plan, sessions: Session[]) {
  const end = { kind: 'complete', why: 'rounds' } as const;
  const start = { plan, environment: ENVIRONMENT, startedAt: new Date(0) };
  return recordOf({ ...start, sessions, end });
}
