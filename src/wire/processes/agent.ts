/**
 * The process in a client runtime that takes the turns of its arms during a run. Questions are lines of its stdin,
 * answers are marked lines of its stdout. It is the head of a process group, and ends it when its stdin ends.
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

// Libraries print to stderr, whose last words are told when the process ends.
globalThis.console = new Console(process.stderr, process.stderr);
// Libraries may throw as they close. The loss of a process is told in another way.
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
