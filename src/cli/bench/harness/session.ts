/** The same operations in two ways, in turns of one session. */
import { median } from 'simple-statistics';
import type { Connect, Connection, Elsewhere, Workload } from '../../../harness/plan/index.ts';
import { runSession, type World } from '../../../harness/run/index.ts';

const NOTHING = { out: 0, in: 0 };

/** The times of a session, in µs for an operation. */
export interface Times {
  /** Of the median turn of the first way: what its samples or its total hold, on which results rest. */
  turnUs: number;
  /** Of the median turn of the way that it is compared with, a bare loop as a rule. */
  bareUs: number;
  /** Between two turns, on average. */
  betweenUs: number;
}

interface Job<Operations> {
  workload: Workload<Operations>;
  /** Operations of a turn. */
  operations: number;
  connect: Connect<Operations>;
  /** Opens the way that it is compared with: {@link bareConnect}. */
  bare: Connect<Operations>;
  world: World;
  /** Place of the session, from 0, which its order depends on. */
  session: number;
  /** Rounds of the session, each with a turn of either way. */
  rounds: number;
  /** Whether those of a turn are timed as one, as in a run whose clock is too coarse for them. */
  together?: true;
  /** About as long as a round takes, in µs: a part of all is spent on warming up. */
  roundUs: number;
}

/**
 * Times the same operations both ways, over a connection each, in turns of shuffled order. Both are
 * warmed up alike and in one process, whose memory both have collected.
 *
 * @throws Error with what went wrong
 */
export async function timeBothWays<Operations>(job: Job<Operations>): Promise<Times> {
  const { workload, operations, connect, bare, world, session, rounds, roundUs, together } = job;
  const { id } = workload;
  const steps = runSession({
    plan: {
      ...{ study: 'harness', seed: 1, arms: ['harness', 'bare'], workloads: [id] },
      ...{ deadlineMs: 10_000, rule: 'fixed', rounds },
    },
    parts: [
      {
        ...{ workload, session, arms: ['harness', 'bare'], cold: false, maxRounds: Infinity },
        pilot: { workload: id, operations, rounds, roundUs, ...(together && { together }) },
      },
    ],
    world,
    connects: new Map([
      ['harness', connect],
      ['bare', bare],
    ]),
    shareMs: Infinity,
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
 * @param before is called before each turn, and what it returns behind it
 */
export function bareConnect<Operations>(
  workload: Workload<Operations>,
  open: () => Promise<Pick<Connection<Operations>, 'operations' | 'close'>>,
  before: () => Promise<() => unknown> = () => Promise.resolve(() => undefined),
): Connect<Operations> {
  return async ({ meter }) => {
    const { operations: target, close } = await open();
    meter.opened();
    const elsewhere: Elsewhere = {
      prepare: () => Promise.resolve(),
      async turn({ first, operations }) {
        const all = Array.from({ length: operations }, (_, at) => workload.operation(first + at));
        const after = await before();
        const startedAt = performance.now();
        for (const operation of all) await operation(target);
        const totalUs = (performance.now() - startedAt) * 1000;
        after();
        return { timed: { samplesUs: [], totalUs, frames: NOTHING, bytes: NOTHING } };
      },
      check: (_, done) => workload.check(target, done),
    };
    return { operations: target, elsewhere, close };
  };
}

/** Something whose cost can be timed. */
export interface Timed {
  /** Parts of it that are timed each. */
  arms: readonly string[];
  start(): Promise<Ready>;
}

/** The same, ready to be timed. */
export interface Ready {
  /** @param session its place, from 0 */
  take: (arm: string, session: number) => Promise<Times>;
  /** Sums the sessions of each arm up. */
  report: (times: ReadonlyMap<string, readonly Times[]>) => { document: object; text: string };
  stop: () => Promise<void>;
}
