/**
 * Started in a client runtime, in a process group of its own, for the whole of a run: takes the turns
 * of the arms whose caller that runtime is. What it is asked stands in lines of its stdin, what it
 * answers in marked lines of its stdout. When its stdin ends, it and all that it has started end at once.
 */
import { Console } from 'node:console';
import { workloadOf } from '../../core/plan/index.ts';
import { messageOf } from '../../core/run/index.ts';
import { timersHere } from '../bench-client/world.ts';
import { lineOf, MARK, readLines } from '../links/stdio.ts';
import { Agent } from '../peers/agent.ts';
import type { PeerOperations } from '../peers/operations.ts';
import { peerWorkloads } from '../peers/workloads.ts';
import { openerOf } from './connect.ts';
import type { ProcessArm } from './names.ts';
import type { ToAgent } from './processes.ts';

// What libraries print stands beside the messages of this process, and is told where it ends.
globalThis.console = new Console(process.stderr, process.stderr);
// Libraries do not wait for what they write, and may throw as they close; a lost process is told otherwise.
const tell = (error: unknown) => void process.stderr.write(`${messageOf(error)}\n`);
process.on('unhandledRejection', tell).on('uncaughtException', tell);

const agent = new Agent<PeerOperations>({
  load: (_id, arm) => Promise.resolve(openerOf(arm as ProcessArm)),
  workload: (id) => workloadOf({ workloads: peerWorkloads }, id),
  world: timersHere(),
  post: (message) => process.stdout.write(MARK + lineOf(message)),
});

readLines<ToAgent>(process.stdin, (message) => void agent.take(message));
process.stdin.on('end', () => process.kill(-process.pid, 'SIGKILL'));
