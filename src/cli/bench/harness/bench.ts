/** Over sockets to a bench on this machine. */
import { randomUUID } from 'node:crypto';
import { connect as rawConnect } from '../../../systems/raw-websocket/client.ts';
import type { CounterOperations } from '../../../places/bench/operations.ts';
import { runtimeWorld } from '../../../bench-client/world.ts';
import type { Workload } from '../../../harness/plan/index.ts';
import { overBench } from '../../../places/bench/bench.ts';
import { startBench } from '../../shared/bench.ts';
import { bareConnect, besideBareLoop, type Ready } from './beside.ts';

/** As in a run nearby. */
const OPERATIONS = 5;

const workload: Workload<CounterOperations> = {
  id: 'get-value',
  label: 'sequential getValue()',
  question: 'What does the harness add to a call?',
  operation: () => (counter) => counter.getValue(),
  wrong: (answers) => (answers.every((answer) => answer === 0) ? undefined : 'expected 0'),
  check: async (counter) => ((await counter.getValue()) === 0 ? undefined : 'expected 0'),
};

export async function start(): Promise<Ready> {
  const bench = await startBench({ root: process.cwd(), port: 0 });
  const { origin } = bench;
  const open = rawConnect('in-memory');
  const connect = overBench(open);
  const bare = bareConnect(workload, () =>
    open({ origin, object: randomUUID(), WebSocketClass: WebSocket }),
  );
  return {
    arms: ['raw-websocket/in-memory'],
    take: (_, session) =>
      besideBareLoop({
        ...{ workload, operations: OPERATIONS, connect, bare, session },
        world: runtimeWorld(origin),
      }),
    stop: () => bench.stop(),
  };
}
