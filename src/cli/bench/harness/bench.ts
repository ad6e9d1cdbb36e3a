/** The cost of the harness, and that of the bench’s limits, over sockets to a bench on this machine. */
import { randomUUID } from 'node:crypto';
import { type Plugin } from 'esbuild';
import { median } from 'simple-statistics';
import { allCounterArms } from '../../../places/bench/counter-arms.ts';
import { connect as rawConnect } from '../../../systems/raw-websocket/client.ts';
import type { CounterOperations } from '../../../places/bench/operations.ts';
import { runtimeWorld } from '../../../bench-client/world.ts';
import type { Workload } from '../../../harness/plan/index.ts';
import { benchChannel, overBench } from '../../../places/bench/bench.ts';
import { startBench } from '../../shared/bench.ts';
import { readWranglerConfig } from '../../shared/workerd.ts';
import { pairedRatio, ratioText } from '../figures.ts';
import { overPostMessage, overStdio, STDIO, WORKER } from './elsewhere.ts';
import { bareConnect, type Timed, timeBothWays, type Times } from './session.ts';

const workload: Workload<CounterOperations> = {
  id: 'get-value',
  label: 'sequential getValue()',
  question: 'What does the harness add to a call?',
  operation: () => (counter) => counter.getValue(),
  wrong: (answers) => (answers.every((answer) => answer === 0) ? undefined : 'expected 0'),
  check: async (counter) => ((await counter.getValue()) === 0 ? undefined : 'expected 0'),
};
/** As in a run nearby: so many operations a turn, and so many turns a session. */
const NEARBY = { operations: 5, rounds: 50, roundUs: 2000 };
const ofTurns = (times: readonly Times[]) =>
  pairedRatio(times.map(({ turnUs, bareUs }) => [turnUs, bareUs]));

const SOCKET = 'raw-websocket/in-memory';

/** Turns of the harness beside a bare loop without meter, guard or samples: one arm over each kind of connection. */
export const harnessBesideLoop: Timed = {
  arms: [SOCKET, STDIO, WORKER],
  async start() {
    const bench = await startBench({ root: process.cwd(), port: 0 });
    const { origin } = bench;
    const open = rawConnect('in-memory');
    const connect = overBench(open);
    const bare = bareConnect(workload, () =>
      open({ origin, object: randomUUID(), WebSocketClass: WebSocket }),
    );
    const world = runtimeWorld(origin);
    let page: ReturnType<typeof overPostMessage> | undefined;
    return {
      async take(arm, session) {
        if (arm === STDIO) return overStdio(session);
        if (arm === WORKER) return (await (page ??= overPostMessage())).take(session);
        return timeBothWays({ ...NEARBY, workload, connect, bare, world, session });
      },
      report(found) {
        const arms = [...found].map(([arm, times]) => ({
          arm,
          bareUs: median(times.map(({ bareUs }) => bareUs)),
          betweenUs: median(times.map(({ betweenUs }) => betweenUs)),
          turn: ofTurns(times),
          withBetween: pairedRatio(
            times.map(({ turnUs, betweenUs, bareUs }) => [turnUs + betweenUs, bareUs]),
          ),
        }));
        const lines = arms.map(
          ({ arm, bareUs, turn, withBetween }) =>
            `${arm}: a turn takes ${ratioText(turn, 3)} a bare loop's time per operation, which is ` +
            `${bareUs.toFixed(1)} µs; with what lies between turns ${ratioText(withBetween, 3)}`,
        );
        return { document: { study: 'lumenize-vs-capnweb', arms }, text: lines.join('\n') };
      },
      async stop() {
        await bench.stop();
        await (await page)?.stop();
      },
    };
  },
};

/** Turns without a limit, of so many calls at least, and a session of so many. */
const LIMITED = { calls: 10, rounds: 60, callUs: 200 };
const UNGUARDED = 'unguarded';
/** A guard that lets everything pass, and looks at nothing. */
const NO_GUARD = `
  export class SocketGuard {
    admit() { return true; }
    refuse() {}
    end() {}
  }
  export const checkText = () => undefined;
`;
/** Answers that go on pass untouched. */
const NO_STREAMS = `
  export class Streams {
    static is() { return false; }
    size = 0;
    end() {}
  }
`;
const withoutGuard: Plugin = {
  name: 'without-guard',
  setup(build) {
    build.onLoad({ filter: /guard\/socket-guard\.ts$/ }, () => ({ contents: NO_GUARD }));
    build.onLoad({ filter: /guard\/streams\.ts$/ }, () => ({ contents: NO_STREAMS }));
  },
};

/** The same calls, so many in one tick: a library may send their answers one by one. */
const inTicks = (atOnce: number): Workload<CounterOperations> => ({
  ...workload,
  operation: () => (counter) =>
    Promise.all(Array.from({ length: atOnce }, () => counter.getValue())),
  wrong: (answers, ...at) => workload.wrong(answers.flat(), ...at),
});

const arms = new Map(allCounterArms().map((arm) => [arm.id, arm]));

/**
 * Every arm against the same Worker without its limits, on one workerd, in bare loops.
 *
 * @param atOnce calls of a tick
 */
export const limitsBesideNone = (atOnce: number): Timed => ({
  arms: [...arms.keys()],
  async start() {
    const workload = inTicks(atOnce);
    const { rounds } = LIMITED;
    const operations = Math.ceil(LIMITED.calls / atOnce);
    const calls = operations * atOnce;
    const root = process.cwd();
    const bench = await startBench({
      ...{ root, port: 0 },
      extraWorkers: [
        {
          ...{ id: UNGUARDED, folder: root, config: await readWranglerConfig(root) },
          ...{ vars: { SETTING: 'workerd' }, plugins: [withoutGuard] },
        },
      ],
    });
    const world = runtimeWorld(bench.origin);
    return {
      async take(id, session) {
        const connect = await arms.get(id)?.load();
        if (connect === undefined) throw new Error(`arm: got ${id}, expected one of the registry`);
        const at = (origin = '') =>
          bareConnect(workload, () =>
            connect(
              benchChannel({ origin, object: randomUUID(), WebSocketClass: WebSocket, fetch }),
            ),
          );
        const [guarded, plain] = [at(bench.origin), at(bench.extraOrigins.get(UNGUARDED))];
        return timeBothWays({
          ...{ operations, rounds, workload, session, world },
          ...{ roundUs: calls * LIMITED.callUs, connect: guarded, bare: plain },
        });
      },
      report(found) {
        const ratios = [...found].map(([arm, times]) => ({ arm, ...ofTurns(times) }));
        const lines = ratios.map(
          ({ arm, ...ratio }) => `${arm}: ${ratioText(ratio, 4)} the time without`,
        );
        return { document: { turns: rounds, calls, atOnce, arms: ratios }, text: lines.join('\n') };
      },
      stop: () => bench.stop(),
    };
  },
});
