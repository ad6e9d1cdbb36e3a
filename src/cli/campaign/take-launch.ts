/**
 * One launch of a plan, in a process of its own and with its bench started anew. A process compiles its code and lays
 * out its memory once, so that ratios differ more from launch to launch than from session to session.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readRecord, type SessionRecord, writeRecord } from '../../core/record/index.ts';
import { pinning, ServerProcess } from '../../wire/grpc/run/processes.ts';
import { readServer } from '../measure/grpc.ts';
import type { Measured } from '../measure/node-run.ts';
import { measureCommand, readCommand } from '../measure/options.ts';
import { guardProcess } from '../measure/outside/foreign-code.ts';
import { runStudy } from '../measure/run.ts';
import { orReport, readArgs } from '../shared/args.ts';
import { bypassLoopback } from '../shared/network/environment-proxy.ts';
import { catchInterrupt, endWithThis, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import { type CampaignPlan, networks } from './plans.ts';

/** A launch to be taken, and the checkout whose code measures. */
interface LaunchTask {
  plan: CampaignPlan;
  seed: number;
  root: string;
}

/** The record of a launch as text, and how it ended. */
interface LaunchResult extends Pick<Measured, 'end'> {
  record: string;
}

/** Takes a launch. @returns its record, or a phrase on why there is none */
export type TakeLaunch = (
  task: LaunchTask,
  signal: AbortSignal,
) => Promise<SessionRecord | { why: string }>;

export const takeLaunch: TakeLaunch = async (task, signal) => {
  // Its stdout too goes to stderr, because stdout is for results.
  const child = fork(new URL(import.meta.url), {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const release = child.pid === undefined ? undefined : endWithThis(child.pid);
  const stop = () => child.kill('SIGINT');
  signal.addEventListener('abort', stop);
  let found: LaunchResult | undefined;
  child.on('message', (result: LaunchResult) => {
    found = result;
  });
  child.send(task);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', stop);
  release?.();
  if (found === undefined) return { why: `its process ended with exit code ${code}` };
  const { end } = found;
  if (end.kind !== 'complete') return { why: end.kind === 'lost' ? end.why : 'it was stopped' };
  const record = readRecord(found.record, task.plan.id);
  if (record.kind === 'measured' && record.partial !== true) return record;
  return { why: 'it is partial' };
};

async function launch({ plan, seed, root }: LaunchTask): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.use(guardProcess());
  const { signal } = cleanUp.use(catchInterrupt());
  bypassLoopback();
  try {
    for (const server of plan.servers) {
      const started = startServer(server);
      cleanUp.defer(() => started.close());
      await started.address;
    }
    const args = readArgs(measureCommand, measureArgs(plan, seed));
    if (args === 'help') throw new RangeError('got --help, expected a launch');
    const { study, where, ...options } = await readCommand(args, root);
    const { reference, setting } = plan;
    const { record, end } = await runStudy(
      {
        ...options,
        reference,
        study: { ...study, reference },
        where: where !== 'no bench' && 'setting' in where ? { ...where, setting } : where,
      },
      root,
      signal,
    );
    const result: LaunchResult = { record: writeRecord(record), end };
    await new Promise((resolve) => process.send?.(result, undefined, undefined, resolve));
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  }
}

function measureArgs(plan: CampaignPlan, seed: number): string[] {
  const { study, client, place, arms, workloads, seconds, outside, servers, bench } = plan;
  const network = networks[place];
  return [
    study,
    ...['--arms', arms.join(), '--workloads', workloads.join()],
    ...['--time', String(seconds), '--seed', String(seed)],
    ...(client === 'chromium' ? ['--browser'] : []),
    ...(network === undefined ? [] : ['--network', network]),
    ...(bench === undefined ? [] : ['--origin', bench]),
    ...outside.flatMap((folder) => ['--system', folder]),
    ...servers.flatMap(({ server }) => ['--server', server]),
  ];
}

/** Longest until a server listens that is compiled at its first start, in ms. */
const COMPILE_MS = 180_000;

/** Starts a gRPC server by its command, on the processors of those that this project brings. */
function startServer({ server, command }: CampaignPlan['servers'][number]): ServerProcess {
  const { name, address } = readServer(server);
  const bound = pinning()?.servers;
  const [file = '', ...args] = [
    ...(bound === undefined ? [] : ['taskset', '-c', bound.join()]),
    ...['sh', '-c', command],
  ];
  const port = Number(address.split(':').at(-1));
  return new ServerProcess({ file, args }, `the server ${name}`, port, endWithThis, COMPILE_MS);
}

// The process that was started for a launch awaits its task.
if (import.meta.main) {
  process.once('message', (task: LaunchTask) => {
    // An interval that a library left running would keep the process alive.
    void orReport(() => launch(task)).finally(() => process.exit());
  });
}
