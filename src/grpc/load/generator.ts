/**
 * Started as `node generator.ts <loads as JSON>`: a load generator. What it is asked stands in lines of
 * its stdin, what it answers in lines of its stdout, as `src/peers/agent-protocol.ts` has them. It ends
 * when its stdin ends.
 */
import { Console } from 'node:console';
import { Stalled } from '../../harness/plan/index.ts';
import { messageOf } from '../../harness/run/index.ts';
import type { Answers, Asked, FromAgent, ToAgent } from '../../peers/agent-protocol.ts';
import { lineOf, readLines } from '../../peers/processes/lines.ts';
import type { LoadSpec } from '../specs.ts';
import type { Target } from '../target.ts';
import { Session } from './session.ts';

// A library may print, and the answers of this process are on stdout.
globalThis.console = new Console(process.stderr, process.stderr);

const specs = JSON.parse(process.argv[2] ?? '[]') as LoadSpec[];
const sessions = new Map<number, Session>();
/** Ends with the last turn that was asked for. */
let turns: Promise<unknown> = Promise.resolve();

function specOf(id: string): LoadSpec {
  const spec = specs.find((each) => each.id === id);
  if (spec !== undefined) return spec;
  const known = specs.map((each) => each.id).join(', ');
  throw new RangeError(`workload: got "${id}", expected one of ${known}`);
}

async function answer(connection: number, ask: Asked): Promise<Answers[Asked['do']]> {
  if (ask.do === 'open') {
    const opening = new Session(ask.target as Target, ask.deadlineMs);
    sessions.set(connection, opening);
    await opening.open();
    return { extensions: '' };
  }
  const session = sessions.get(connection);
  if (session === undefined) {
    throw new Error(`got ${ask.do}, expected a connection to be opened first`);
  }
  const spec = specOf(ask.workload);
  switch (ask.do) {
    case 'prepare':
      await session.prepare(spec);
      return null;
    case 'turn': {
      // One after the other, also where a run warms its arms up side by side: what a server reaches is
      // found out in a turn.
      const taken = turns.then(() => session.turn(spec, ask));
      turns = taken.catch(() => undefined);
      return taken;
    }
    case 'check':
      return {};
  }
}

async function take(message: ToAgent): Promise<void> {
  const { connection } = message;
  if ('close' in message) {
    sessions.get(connection)?.close();
    sessions.delete(connection);
    return;
  }
  const { id, ask } = message;
  const post = (answered: FromAgent) => process.stdout.write(lineOf(answered));
  try {
    post({ connection, id, value: await answer(connection, ask) });
  } catch (error) {
    post({ connection, id, error: messageOf(error), stalled: error instanceof Stalled });
  }
}

readLines<ToAgent>(process.stdin, (message) => void take(message));
process.stdin.on('end', () => process.exit());
