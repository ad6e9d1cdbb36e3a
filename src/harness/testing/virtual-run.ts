import { makePlan, type Plan, type PlanOptions, type Study, type Workload } from '../plan/index.ts';
import type { Session, Turn } from '../record/index.ts';
import { type RunEvent, type RunSoFar, runUntil, type World } from '../run/index.ts';
import { type Behaviour, type Tally, virtualBench, type VirtualSocket } from './virtual-bench.ts';
import { VirtualClock } from './virtual-clock.ts';

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
  /** Smallest step of the clock as the run is told, in µs; 1 where it is left out. */
  clockStepUs?: number;
  behave?: (call: Parameters<Behaviour>[0], hands: Hands) => ReturnType<Behaviour>;
  options?: Partial<PlanOptions>;
  plan?: Partial<Plan>;
  study?: (study: Study<Tally>) => Study<Tally>;
  world?: (hands: Hands) => Partial<World>;
  onEvent?: (event: RunEvent, hands: Hands) => Promise<void> | void;
  before?: RunSoFar;
  besidesMs?: number;
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
  const study = setup.study?.(bench.study) ?? bench.study;
  const plan = { ...makePlan(study, { ...USUAL, ...setup.options }, 1, 0.5), ...setup.plan };
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
    ...(setup.before && { before: setup.before }),
    besidesMs: setup.besidesMs ?? 0,
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
