/**
 * A run as several launches that share its time. A process compiles its code and lays out its memory once, so that
 * ratios differ more from launch to launch than from session to session.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readRecord, type SessionRecord, writeRecord } from '../../core/record/index.ts';
import { isBusy, notices } from '../../core/statistics/index.ts';
import { orReport, say } from '../shared/args.ts';
import { bypassLoopback } from '../shared/network/environment-proxy.ts';
import { catchInterrupt, endWithThis, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import { type Measured, nodeFacts } from './node-run.ts';
import type { MeasureArgs } from './options.ts';
import { guardProcess } from './outside/foreign-code.ts';
import { readCommand } from './read-options.ts';
import { runStudy } from './run.ts';

/** The command line of the launch, and the checkout or the package whose code measures. */
interface LaunchTask {
  args: MeasureArgs;
  root: string;
}

/** The record of a launch as text, and how it ended. */
interface LaunchResult extends Pick<Measured, 'end'> {
  record: string;
}

/**
 * Takes the run of one study: in this process, or in a new one for each launch.
 *
 * @throws UsageError or Error when the run cannot start; the signal's reason when it was stopped before a session was
 *   done
 */
export async function runLaunches(
  args: MeasureArgs,
  root: string,
  signal: AbortSignal,
): Promise<Measured> {
  // A wrong command line is refused before anything starts.
  const options = await readCommand(args, root);
  warnOfLoad();
  if (options.launches === undefined) return runStudy(options, root, signal);
  const { count, seconds } = options.launches;
  const records: SessionRecord[] = [];
  let end: Measured['end'] = { kind: 'complete', why: 'time' };
  for (let launch = 0; launch < count && end.kind === 'complete'; launch += 1) {
    const name = `launch ${launch + 1} of ${count}`;
    say(`Measuring ${name} …`);
    const own = { time: String(seconds), seed: String((options.seed + launch) % 2 ** 32) };
    const values = { ...args.values, launches: undefined, ...own };
    const found = await takeLaunch({ args: { ...args, values }, root }, signal);
    if ('record' in found) {
      const record = readRecord(found.record, name);
      if (record.kind === 'measured') records.push(record);
      ({ end } = found);
    } else if (signal.aborted) end = { kind: 'cancelled' };
    else end = { kind: 'lost', why: `${name} ended with exit code ${found.code}` };
  }
  const [first, ...more] = records;
  if (first === undefined) {
    throw end.kind === 'lost' ? new Error(`${end.why}, expected a record`) : signal.reason;
  }
  return { record: joinLaunches([first, ...more], count), end };
}

/** Warns of a busy machine before time is spent on a record that is not published. */
function warnOfLoad(): void {
  const { cpuCount, loadAverage } = nodeFacts();
  if (!isBusy({ cpuCount, loadAverage })) return;
  const load = `got a load average of ${loadAverage} on ${cpuCount} processors`;
  say(`The machine is busy: ${load}. A run that begins so is published only with --allow-busy.`);
}

/** @returns only the exit code if the process ended without a record, and has said why */
async function takeLaunch(
  task: LaunchTask,
  signal: AbortSignal,
): Promise<LaunchResult | { code: number | null }> {
  // Its stdout too goes to stderr, because stdout is for results.
  const child = fork(new URL('./launch.ts', import.meta.url), { stdio: ['ignore', 2, 2, 'ipc'] });
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
  return found ?? { code };
}

/** Awaits a task in a process that was started for it, takes the launch and ends the process. */
export function awaitLaunch(): void {
  process.once('message', (task: LaunchTask) => {
    // An interval that a library left running would keep the process alive.
    void orReport(() => launch(task)).finally(() => process.exit());
  });
}

/** Takes a launch in this process, and hands its record to the one that started it. */
async function launch({ args, root }: LaunchTask): Promise<number> {
  using cleanUp = new DisposableStack();
  cleanUp.use(guardProcess());
  using interrupt = catchInterrupt();
  bypassLoopback();
  try {
    const { record, end } = await runStudy(await readCommand(args, root), root, interrupt.signal);
    const result: LaunchResult = { record: writeRecord(record), end };
    await new Promise((resolve) => process.send?.(result, undefined, undefined, resolve));
    return 0;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  }
}

/**
 * The record of all launches. Each has its own numbers of sessions, and an order that follows from the seed plus
 * the number of the launch.
 *
 * @param planned launches of the run; with fewer it is partial
 */
export function joinLaunches(
  records: readonly [SessionRecord, ...SessionRecord[]],
  planned: number,
): SessionRecord {
  const [first] = records;
  const { plan } = first;
  const isPartial = records.length < planned || records.some(({ partial }) => partial);
  // Files that change between two launches are in no commit.
  const code = new Set(
    records.map(({ environment: { commit, dirty, outside } }) =>
      JSON.stringify([commit, dirty, outside]),
    ),
  );
  const joined: SessionRecord = {
    ...first,
    plan: { ...plan, launches: planned, budgetMs: plan.budgetMs && planned * plan.budgetMs },
    environment: { ...first.environment, dirty: code.size > 1 || first.environment.dirty },
    partial: isPartial ? true : undefined,
    sessions: records.flatMap(({ sessions }, launch) =>
      sessions.map((session) => ({ ...session, launch })),
    ),
  };
  return { ...joined, notices: notices(joined) };
}
