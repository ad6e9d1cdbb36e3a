/**
 * The cost of the harness itself. The same calls are made by it and by a bare loop without meter,
 * watch or samples, in turns of one session for each round, over connections that are opened anew. The
 * ratio of their times is reported.
 */
import { randomUUID } from 'node:crypto';
import { median, sum } from 'simple-statistics';
import { runtimeWorld } from '../../wire/bench-client/world.ts';
import {
  type Open,
  type Operation,
  SAME_MACHINE,
  turnOf,
  type Workload,
} from '../../core/plan/index.ts';
import { runSession } from '../../core/run/index.ts';
import { hodgesLehmann, ratioOf } from '../../core/statistics/index.ts';
import { linkTo, openByLink } from '../../wire/links/link.ts';
import type { Api } from '../../wire/service/api.ts';
import { open as openRaw } from '../../libraries/systems/raw-websocket/client.ts';
import { say } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';

const ARM = 'raw-websocket/in-memory';
const ROUNDS = 50;
/** The turn of a run on this machine, with a fine clock. */
const TURN = turnOf({}, undefined, { ...SAME_MACHINE, clockStepUs: 1 });
/** Operations of a turn, those of its lead-in too. */
const MADE = TURN.leadIn + TURN.operations;

/** Rounds before the first: both ways meet a process that has compiled nothing yet, which a run soon has. */
const UNCOUNTED = 10;

/** The times of a session, in µs for an operation. */
interface Times {
  /** Of the median turn of the harness: its samples, on which results rest. */
  turnUs: number;
  /** Of the median turn of the bare loop. */
  bareUs: number;
  /** Between the operations of two turns, on average, in a part for each operation of a turn. */
  betweenUs: number;
}

export async function measureHarness(root: string, rounds: number) {
  const bench = await startBench({ root, port: 0 });
  try {
    const { origin } = bench;
    const address = { system: 'raw-websocket', arm: 'in-memory' };
    const openUncounted = () => openRaw(linkTo(address, { origin, object: randomUUID() }));
    const openers = new Map<string, Open<Api>>([
      ['harness', openByLink(openRaw, address)],
      ['bare', inBareLoop(openUncounted)],
    ]);
    const times: Times[] = [];
    for (let round = 1 - UNCOUNTED; round <= rounds; round += 1) {
      const session = await timeSession(openers, origin, round + UNCOUNTED);
      const { turnUs, bareUs } = session;
      if (round > 0) times.push(session);
      const inLoop = `in a bare loop ${bareUs.toFixed(2)} µs`;
      say(`round ${round} of ${rounds}, ${ARM}: ${turnUs.toFixed(2)} µs, ${inLoop}`);
    }
    const found = {
      bareUs: median(times.map(({ bareUs }) => bareUs)),
      betweenUs: median(times.map(({ betweenUs }) => betweenUs)),
      turn: pairedRatio(times, ({ turnUs }) => turnUs),
      withBetween: pairedRatio(times, ({ turnUs, betweenUs }) => turnUs + betweenUs),
    };
    return { rounds, study: 'lumenize-vs-capnweb', arms: [{ arm: ARM, ...found }] };
  } finally {
    await bench.stop();
  }
}

const workload: Workload<Api> = {
  id: 'get-value',
  label: 'sequential getValue()',
  question: 'What does the harness add to a call?',
  operation: () => (counter) => counter.getValue(),
  wrong: (answers) => (answers.every((answer) => answer === 0) ? undefined : 'expected 0'),
  check: async (counter) => ((await counter.getValue()) === 0 ? undefined : 'expected 0'),
};

/**
 * Times the operations both ways, over a connection each, in turns of shuffled order. Both are warmed up
 * alike and in one process, whose memory both have collected.
 *
 * @param session its place, from 0, which its order depends on
 */
async function timeSession(
  openers: ReadonlyMap<string, Open<Api>>,
  origin: string,
  session: number,
): Promise<Times> {
  const { id } = workload;
  const arms = [...openers.keys()];
  const steps = runSession({
    plan: {
      study: 'harness',
      seed: 1,
      arms,
      workloads: [id],
      turns: { [id]: TURN },
      deadlineMs: 10_000,
      rule: 'fixed',
      rounds: ROUNDS,
    },
    parts: [{ workload, session, arms, maxRounds: ROUNDS, isFirst: session === 0 }],
    world: runtimeWorld(origin),
    openers,
    leftMs: Infinity,
    among: 1,
    signal: new AbortController().signal,
  });
  for await (const step of steps) {
    if (!('session' in step)) continue;
    const { turns, turnsUs } = step.session;
    const wrong = [...step.session.arms, ...turns].find(
      (each) => each.discardedBecause !== undefined,
    );
    if (wrong !== undefined) throw new Error(`the session was discarded: ${wrong.detail}`);
    const timesIn = (way: string): number[] =>
      turns
        .filter(({ arm }) => arm === way)
        .map(({ totalUs, samplesUs }) => totalUs ?? sum(samplesUs));
    const [inTurns, inLoop] = [timesIn('harness'), timesIn('bare')];
    // The lead-in takes as long before either: nothing but the calls is in it.
    const madeUs = sum([...inTurns, ...inLoop]) + 2 * sum(leadInsUs.splice(0).slice(-ROUNDS));
    return {
      turnUs: median(inTurns) / TURN.operations,
      bareUs: median(inLoop) / TURN.operations,
      betweenUs: (turnsUs - madeUs) / turns.length / MADE,
    };
  }
  throw new Error('the session did not end');
}

/** Times of the bare loop’s lead-ins in a session. */
const leadInsUs: number[] = [];

/** Connections whose turns are taken by a loop that does nothing else. @param open opens one that nothing counts */
function inBareLoop(open: () => Promise<{ operations: Api; close: () => void }>): Open<Api> {
  return async ({ meter }) => {
    const { operations: target, close } = await open();
    meter.opened();
    return {
      operations: target,
      close,
      elsewhere: {
        prepare: () => Promise.resolve(),
        async turn({ first, leadIn, operations }) {
          // As the harness makes them: what lies between two turns is to be the harness’s own.
          const all: Array<Operation<Api>> = [];
          for (let at = 0; at < leadIn + operations; at += 1)
            all.push(workload.operation(first + at));
          const beganAt = performance.now();
          for (const operation of all.slice(0, leadIn)) await operation(target);
          const startedAt = performance.now();
          for (const operation of all.slice(leadIn)) await operation(target);
          const totalUs = (performance.now() - startedAt) * 1000;
          leadInsUs.push((startedAt - beganAt) * 1000);
          const nothing = { out: 0, in: 0 };
          return { timed: { samplesUs: [], totalUs, frames: nothing, bytes: nothing } };
        },
        check: (_, done) => workload.check(target, done),
      },
    };
  };
}

/** The ratio of two times that were taken in turn, with its 95 % interval. */
function pairedRatio(times: readonly Times[], timeOf: (times: Times) => number) {
  const sessions = times.map((each) => Math.log(timeOf(each) / each.bareUs));
  const found = ratioOf([{ value: hodgesLehmann(sessions) ?? NaN, sessions }]);
  if (found?.low === undefined) {
    throw new Error(`rounds: got ${times.length}, expected enough for an interval`);
  }
  const { value: ratio, low, high } = found;
  return { ratio, low, high };
}
