/**
 * `npm run bench -- harness`: what the harness itself costs. In one run, in shuffled order within
 * each round, the floor arm's calls are made in turns of a session by the harness and in a bare loop
 * without meter, guard or samples, each over a fresh socket; the ratio of their ms per operation is
 * reported, with the time that lies between turns.
 */
import { randomUUID } from 'node:crypto';
import { runtimeWorld } from '../../bench-client/world.ts';
import { type Connect, seeded, shuffle, type Workload } from '../../harness/plan/index.ts';
import { runSession } from '../../harness/run/index.ts';
import { study } from '../../studies/lumenize-vs-capnweb/study.ts';
import { runCommand, wholeNumber } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { pairedRatio } from './ratio.ts';
import { benchChannel } from '../../sockets/bench.ts';

/** As in a run nearby: a session of short turns. */
const PILOT = { operations: 5, rounds: 100, roundUs: 2000 };
const OPERATIONS = PILOT.operations * PILOT.rounds;
const WARM_UP = 50;

type Counter = { getValue(): Promise<number> };

const workload: Workload<Counter> = {
  id: 'get-value',
  label: 'sequential getValue()',
  question: 'What does the harness add to a call?',
  operation: () => (counter) => counter.getValue(),
  wrong: (answers) => (answers.every((answer) => answer === 0) ? undefined : 'expected 0'),
  check: async (counter) => ((await counter.getValue()) === 0 ? undefined : 'expected 0'),
};

/** ms per operation of the harness, with all that lies between turns. */
async function withHarness(connect: Connect<Counter>, origin: string): Promise<number> {
  const length = { rule: 'fixed', rounds: PILOT.rounds } as const;
  const steps = runSession({
    plan: {
      ...{ study: 'harness', seed: 1, arms: ['floor'], workloads: [workload.id] },
      ...{ deadlineMs: 10_000, ...length },
    },
    workload,
    session: 0,
    connects: new Map([['floor', connect]]),
    pilot: { workload: workload.id, ...PILOT },
    cold: false,
    shareMs: Infinity,
    maxRounds: Infinity,
    maxMs: Infinity,
    clockStepUs: 1,
    world: runtimeWorld(origin),
    signal: new AbortController().signal,
  });
  for await (const step of steps) {
    if (!('session' in step)) continue;
    const { arms, turns, turnsUs } = step.session;
    const wrong = [...arms, ...turns].find((each) => each.void !== undefined);
    if (wrong !== undefined) throw new Error(`the session was discarded: ${wrong.detail}`);
    return turnsUs / OPERATIONS / 1000;
  }
  throw new Error('the session did not end');
}

/** ms per operation of a loop that does nothing else. */
async function withBareLoop(connect: Connect<Counter>, origin: string): Promise<number> {
  const connection = await connect(
    benchChannel({ origin, object: randomUUID(), WebSocketClass: WebSocket }),
  );
  const counter = connection.operations;
  for (let done = 0; done < WARM_UP; done += 1) await counter.getValue();
  const startedAt = performance.now();
  for (let done = 0; done < OPERATIONS; done += 1) await counter.getValue();
  const elapsed = performance.now() - startedAt;
  connection.close();
  return elapsed / OPERATIONS;
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- harness [flags]'],
      about: 'Times the same calls with the harness and with a bare loop, and prints the ratio.',
      flags: {
        rounds: { value: '<number>', help: 'rounds, 15 to 1000 (40)' },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      const rounds = wholeNumber('--rounds', values.rounds ?? '40', 15, 1000);
      const found = await compareWithBareLoop(rounds);
      const [ratio, low, high] = [found.ratio, found.low, found.high].map((each) =>
        each.toFixed(3),
      );
      console.log(
        values.json
          ? JSON.stringify({ ...found, rounds })
          : `The harness takes ${ratio}× a bare loop's time per operation ` +
              `(${low}–${high}, ${rounds} rounds)`,
      );
      return 0;
    },
    argv,
  );

async function compareWithBareLoop(rounds: number): Promise<ReturnType<typeof pairedRatio>> {
  const floor = study.arms.find((arm) => arm.id === study.floor);
  if (floor === undefined) throw new Error('studies: got no arm for the baseline, expected one');
  const connect = await floor.load();
  const bench = await startBench({ root: process.cwd(), port: 0 });
  try {
    const random = seeded(1);
    const pairs: [number, number][] = [];
    // One round that is not counted: both ways meet a process that has compiled nothing yet.
    for (let round = -1; round < rounds; round += 1) {
      const ms = new Map<typeof withHarness, number>();
      for (const way of shuffle([withHarness, withBareLoop], random)) {
        ms.set(way, await way(connect, bench.origin));
      }
      const [harness = NaN, bare = NaN] = [ms.get(withHarness), ms.get(withBareLoop)];
      if (round >= 0) pairs.push([harness, bare]);
      process.stderr.write(
        `round ${round + 1} of ${rounds}: ${harness.toFixed(4)} ms, bare ${bare.toFixed(4)} ms\n`,
      );
    }
    return pairedRatio(pairs);
  } finally {
    await bench.stop();
  }
}
