/**
 * Started by `processes.ts`: takes turns as the agent of a run does, and in bare loops, by the same
 * clients over pipes to processes that serve. What it is asked and answers stands in lines.
 */
import { Agent } from '../../../places/peers/agent.ts';
import type { FromAgent, ToAgent } from '../../../places/peers/agent-client.ts';
import type { Connection } from '../../../harness/plan/index.ts';
import { messageOf } from '../../../harness/run/index.ts';
import { timersHere } from '../../../bench-client/world.ts';
import type { PeerOperations } from '../../../places/peers/operations.ts';
import type { ProcessArm } from '../../../places/processes/names.ts';
import { connect } from '../../../places/processes/connect.ts';
import { lineOf, readLines } from '../../../places/processes/streams.ts';
import { ServedProcess, transportOf } from '../../../places/processes/transport.ts';
import { echo } from '../../../places/peers/workloads.ts';
import { bareConnect } from './beside.ts';

/** Which of both ways a line belongs to. */
export type Way = 'harness' | 'bare';
export type Line<Message> = { way: Way; message: Message };

const post = (way: Way) => (message: FromAgent) =>
  process.stdout.write(lineOf({ way, message } satisfies Line<FromAgent>));

const agent = new Agent<PeerOperations>({
  load: (_id, arm) => Promise.resolve(connect(arm as ProcessArm)),
  workload: () => echo,
  world: timersHere(),
  post: post('harness'),
});

const nothing = () => undefined;
const uncounted = { count: nothing, opened: nothing, lost: nothing };

/** Opens an arm that nothing counts. */
async function openBare(arm: ProcessArm) {
  const transport = await transportOf(arm);
  if ('openWithin' in transport) throw new Error(`${arm.id}: expected two processes`);
  const server = new ServedProcess(arm, transport, uncounted);
  const { stdin, stdout } = server.process;
  const side = await transport.open(server, uncounted);
  const { operations } = side;
  // The meter stands on the streams themselves, in front of what their class has.
  if (!Object.hasOwn(stdout, 'emit') || !Object.hasOwn(stdin, 'write')) {
    throw new Error(`${arm.id}: got streams without a meter, expected to take it off`);
  }
  Reflect.deleteProperty(stdout, 'emit');
  Reflect.deleteProperty(stdin, 'write');
  await server.before(operations.answered());
  return {
    operations,
    close() {
      side.close();
      void server.close();
    },
  };
}

const bare = new Map<number, Connection<PeerOperations>>();

async function answerBare(connection: number, ask: Extract<ToAgent, { id: number }>['ask']) {
  if (ask.do === 'open') {
    const opening = bareConnect(echo, () => openBare(ask.target as ProcessArm));
    const { object: id, deadlineMs } = ask;
    bare.set(connection, await opening({ id, deadlineMs, meter: uncounted, through: undefined }));
    return { extensions: '' };
  }
  const elsewhere = bare.get(connection)?.elsewhere;
  if (elsewhere === undefined) throw new Error(`got ${ask.do}, expected open first`);
  if (ask.do === 'turn') return elsewhere.turn(ask);
  if (ask.do === 'prepare') return null;
  const wrong = await elsewhere.check(ask.workload, ask.done);
  return wrong === undefined ? {} : { wrong };
}

async function takeBare(message: ToAgent): Promise<void> {
  const { connection } = message;
  if ('close' in message) {
    bare.get(connection)?.close();
    bare.delete(connection);
    return;
  }
  const { id, ask } = message;
  try {
    post('bare')({ connection, id, value: await answerBare(connection, ask) });
  } catch (error) {
    post('bare')({ connection, id, error: messageOf(error), stalled: false });
  }
}

readLines<Line<ToAgent>>(process.stdin, ({ way, message }) => {
  void (way === 'bare' ? takeBare(message) : agent.take(message));
});
process.stdin.on('end', () => process.exit());
