/**
 * `npm run bench -- harness`: what the harness itself costs. In one run, in shuffled order within
 * each round, the floor arm's calls are timed by the harness and by a bare loop without meter,
 * guard or samples, each over a fresh socket; the ratio of their ms per operation is reported.
 */
import { randomUUID } from 'node:crypto';
import { runtimeWorld } from '../../bench-client/world.ts';
import { type Connect, seeded, shuffle, type Workload } from '../../harness/plan/index.ts';
import { runBlock } from '../../harness/run/index.ts';
import { studies } from '../../studies/index.ts';
import { runCommand, wholeNumber } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { pairedRatio } from './ratio.ts';

const OPERATIONS = 500;
const WARM_UP = 50;

type Counter = { getValue(): Promise<number> };

const call = (counter: Counter) => counter.getValue();
const workload: Workload<Counter> = {
  id: 'get-value',
  label: 'sequential getValue()',
  question: 'What does the harness add to a call?',
  warmUp: Array.from({ length: WARM_UP }, () => call),
  operations: Array.from({ length: OPERATIONS }, () => call),
  check: async (counter) => ((await counter.getValue()) === 0 ? undefined : 'expected 0'),
};

/** ms per operation as the harness reports it. */
async function withHarness(connect: Connect<Counter>, origin: string): Promise<number> {
  const steps = runBlock({
    planned: { round: 0, arm: 'floor', workload: workload.id },
    workload,
    connect,
    origin,
    deadlineMs: 10_000,
    world: runtimeWorld(),
    signal: new AbortController().signal,
  });
  for await (const step of steps) {
    if (!('block' in step)) continue;
    const { samplesUs, void: reason, detail } = step.block;
    if (reason !== undefined) throw new Error(`the block was discarded: ${detail}`);
    return samplesUs.reduce((sum, sample) => sum + sample, 0) / samplesUs.length / 1000;
  }
  throw new Error('the block did not end');
}

/** ms per operation of a loop that does nothing else. */
async function withBareLoop(connect: Connect<Counter>, origin: string): Promise<number> {
  const connection = await connect({ origin, object: randomUUID(), WebSocketClass: WebSocket });
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
  const [study] = studies;
  const floor = study?.arms.find((arm) => arm.id === study.floor);
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
