/** Turns of the harness beside a bare loop, in one session. Runs in a page as well. */
import { median } from 'simple-statistics';
import type { Connect, Connection, Elsewhere, Workload } from '../../../harness/plan/index.ts';
import { runSession, type World } from '../../../harness/run/index.ts';

/** Rounds of a session, each with a turn of either way. */
const ROUNDS = 50;
/** About as long as a round takes, in µs: a part of that is spent on warming up. */
const ROUND_US = 2000;
const NOTHING = { out: 0, in: 0 };

/** What a session found, in µs for an operation. */
export interface Times {
  /** What its samples or its total hold in the median turn of the harness: what results rest on. */
  turnUs: number;
  /** In the median turn of the bare loop. */
  bareUs: number;
  /** What lies between two turns, on average. */
  betweenUs: number;
}

interface Job<Operations> {
  workload: Workload<Operations>;
  /** Operations of a turn. */
  operations: number;
  /** Opens a connection as a run does. */
  connect: Connect<Operations>;
  /** Opens one whose turns are a bare loop’s: {@link bareConnect}. */
  bare: Connect<Operations>;
  world: World;
  /** Place of the session, from 0, which its order depends on. */
  session: number;
  /** Rounds of the session, each with a turn of either way; {@link ROUNDS} where it is left out. */
  rounds?: number;
  /** Length of a round, in µs: a part of all is spent on warming up; {@link ROUND_US} where it is left out. */
  roundUs?: number;
}

/**
 * Times the same operations both ways, over a connection each, in turns of shuffled order. Both are
 * warmed up alike and in one process, whose memory both have collected.
 *
 * @throws Error with what went wrong
 */
export async function besideBareLoop<Operations>(job: Job<Operations>): Promise<Times> {
  const { workload, operations, connect, bare, world, session } = job;
  const { rounds = ROUNDS, roundUs = ROUND_US } = job;
  const { id } = workload;
  const steps = runSession({
    plan: {
      ...{ study: 'harness', seed: 1, arms: ['harness', 'bare'], workloads: [id] },
      ...{ deadlineMs: 10_000, rule: 'fixed', rounds },
    },
    ...{ workload, session, world },
    connects: new Map([
      ['harness', connect],
      ['bare', bare],
    ]),
    pilot: { workload: id, operations, rounds, roundUs },
    cold: false,
    shareMs: Infinity,
    maxRounds: Infinity,
    maxMs: Infinity,
    clockStepUs: 1,
    signal: new AbortController().signal,
  });
  for await (const step of steps) {
    if (!('session' in step)) continue;
    const { arms, turns, turnsUs } = step.session;
    const wrong = [...arms, ...turns].find((each) => each.void !== undefined);
    if (wrong !== undefined) throw new Error(`the session was discarded: ${wrong.detail}`);
    const timesOf = (way: string): number[] =>
      turns
        .filter(({ arm }) => arm === way)
        .map(({ totalUs, samplesUs }) => totalUs ?? samplesUs.reduce((sum, us) => sum + us, 0));
    const [inTurns, inLoop] = [timesOf('harness'), timesOf('bare')];
    const inAllUs = [...inTurns, ...inLoop].reduce((sum, us) => sum + us, 0);
    return {
      turnUs: median(inTurns) / operations,
      bareUs: median(inLoop) / operations,
      betweenUs: (turnsUs - inAllUs) / turns.length / operations,
    };
  }
  throw new Error('the session did not end');
}

/**
 * Connections whose turns are taken by a loop that does nothing else.
 *
 * @param open opens one that nothing counts
 */
export function bareConnect<Operations>(
  workload: Workload<Operations>,
  open: () => Promise<Pick<Connection<Operations>, 'operations' | 'close'>>,
): Connect<Operations> {
  return async ({ meter }) => {
    const { operations: target, close } = await open();
    meter.opened();
    const elsewhere: Elsewhere = {
      prepare: () => Promise.resolve(),
      async turn({ first, operations }) {
        const all = Array.from({ length: operations }, (_, at) => workload.operation(first + at));
        const startedAt = performance.now();
        for (const operation of all) await operation(target);
        const totalUs = (performance.now() - startedAt) * 1000;
        return { timed: { samplesUs: [], totalUs, frames: NOTHING, bytes: NOTHING } };
      },
      check: (_, done) => workload.check(target, done),
    };
    return { operations: target, elsewhere, close };
  };
}

/** One kind of channel, ready to be timed. */
export interface Ready {
  /** What can be timed over it. */
  arms: readonly string[];
  /** @param session its place, from 0 */
  take: (arm: string, session: number) => Promise<Times>;
  stop: () => Promise<void>;
}
