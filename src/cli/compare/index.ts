/** `npm run compare`: two records, or this work tree and another revision in one run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../../bench-client/failure.ts';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld, timersHere } from '../../bench-client/world.ts';
import type { Channel } from '../../harness/plan/index.ts';
import { clockStepUs, type RunEnded, runUntil, type World } from '../../harness/run/index.ts';
import type { Processes } from '../../places/processes/processes.ts';
import { workloadNames } from '../../report/words.ts';
import { isBench, metered } from '../../places/bench/bench.ts';
import type { ConnectOptions } from '../../places/bench/options.ts';
import { findStudy } from '../../studies/index.ts';
import type { AnyStudy } from '../../studies/own-operations.ts';
import { EXIT_FAILURE, printable, runCommand, UsageError } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { addWorktree, readBuildInfo, studiesAt } from '../shared/checkout.ts';
import { catchInterrupt, endWithThis, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import { ProgressReport } from '../shared/progress.ts';
import { nodeFacts } from '../shared/this-node.ts';
import { appendSummary, type Comparison, comparisonText, decidedOf } from './comparison.ts';
import {
  compareCommand,
  type CompareOptions,
  type InterleavedOptions,
  readCompareOptions,
  type RecordsOptions,
} from './options.ts';
import { type Asked, type Prepared, prepareFolders } from './outside.ts';
import { pairedComparison, pairedPlan, pairStudies } from './paired.ts';
import { compareRecords } from './records.ts';

/**
 * Measures the work tree at `root` and another revision in alternating turns of one run. The
 * other revision's clients and what they call, Workers or processes, come from its own checkout.
 *
 * @throws UsageError when the revision has no such study; Error when it does not exist or cannot be
 *   built; the signal's reason when aborted before the run
 */
export async function compareInterleaved(
  options: Omit<InterleavedOptions, 'kind' | keyof CompareOptions> & Pick<CompareOptions, 'margin'>,
  root: string,
  signal: AbortSignal,
): Promise<{ comparison: Comparison; end: RunEnded }> {
  const { revision, length, seed, workloads } = options;
  await using cleanUp = new AsyncDisposableStack();
  const prepare = options.folder === undefined ? prepareCheckouts : prepareFolders;
  const prepared = await prepare(options, root, cleanUp);
  const { base, head, arms, world, setting, commit, tree } = prepared;
  const { study } = head;
  signal.throwIfAborted();
  const paired = pairStudies({ base, head, arms, workloads });
  const plan = pairedPlan(paired, length, seed);
  const progress = new ProgressReport(paired.study, plan, () => world.now(), process.stderr);
  const { runtime, now } = { ...nodeFacts(), ...prepared.client };
  const step = prepared.client?.clockStepUs ?? clockStepUs(now);
  const { sessions, looks, end } = await runUntil({
    study: paired.study,
    plan,
    world,
    signal,
    clockStepUs: step,
    onEvent: progress.take,
  });
  const side = { setting, runtime };
  const comparison = pairedComparison({
    study,
    paired,
    plan,
    sessions,
    looks,
    margin: options.margin ?? study.margin,
    clockStepUs: step,
    base: { ...side, name: revision, commit, dirty: false },
    head: { ...side, name: 'this work tree', commit: tree.commit || null, dirty: tree.dirty },
  });
  return { comparison, end };
}

/** This checkout and one of the revision, each with its own clients, Workers and processes. */
async function prepareCheckouts(
  { revision, study, arms }: Asked,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<Prepared> {
  const known = await studiesAt(root, revision);
  if (!known.includes(study.id)) {
    const got = known.length === 0 ? 'no study' : `the studies ${known.join(', ')}`;
    throw new UsageError(`${revision}: got ${got}, expected ${study.id} among them`);
  }
  const { commit, directory, remove } = await addWorktree(root, revision);
  cleanUp.defer(remove);
  const base = await studyAt(directory, study.id, revision);
  const reach = study.place === 'processes' ? reachProcesses : reachBenches;
  const { world, setting, ...at } = await reach({ base: directory, head: root }, cleanUp);
  return {
    ...{ base: { study: base, at: at.base }, head: { study, at: at.head }, arms },
    ...{ world, setting, commit, tree: await readBuildInfo(root) },
  };
}

async function studyAt(directory: string, id: string, revision: string): Promise<AnyStudy> {
  const file = join(directory, 'src/studies/index.ts');
  try {
    const module = (await import(pathToFileURL(file).href)) as { findStudy: typeof findStudy };
    return module.findStudy(id);
  } catch (cause) {
    throw new Error(`${revision}: its study ${id} cannot be loaded: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** The other ends of both sides, each its own. */
interface Reach extends Record<'base' | 'head', (channel: Channel) => Channel> {
  world: World;
  /** As a record’s environment has it. */
  setting: string;
}

/** Root of each side’s checkout. */
type Roots = Record<'base' | 'head', string>;

/** Starts the bench of each. */
async function reachBenches(roots: Roots, cleanUp: AsyncDisposableStack): Promise<Reach> {
  const start = async (root: string) => {
    const bench = await startBench({ root, port: 0, detached: true });
    cleanUp.defer(() => bench.stop());
    return bench.origin;
  };
  const [base, head] = [await start(roots.base), await start(roots.head)];
  return {
    world: withRecovery(runtimeWorld(head), [base, head]),
    setting: 'workerd',
    base: (channel) => atBench(base, channel),
    head: (channel) => atBench(head, channel),
  };
}

/**
 * A channel to the bench of one side. Clients of revisions before there were channels take what they
 * open their sockets with directly.
 */
export function atBench(
  origin: string,
  { through, ...channel }: Channel,
): Channel & ConnectOptions {
  if (!isBench(through)) throw new TypeError('compare: got no bench to reach, expected one');
  const bench = { ...through, origin };
  return { ...channel, through: bench, ...metered(bench, channel) };
}

/** Has each start processes of its own code. Nothing is started before it is called. */
async function reachProcesses(roots: Roots, cleanUp: AsyncDisposableStack): Promise<Reach> {
  const start = async (root: string) => {
    // The second is where revisions before November 2026 have it.
    const files = ['src/places/processes/processes.ts', 'src/peers/processes/processes.ts'];
    const file = files.map((each) => join(root, each)).find((each) => existsSync(each));
    if (file === undefined) throw new Error(`${root}: got no ${files[0]}, expected one`);
    const own = (await import(pathToFileURL(file).href)) as { Processes: typeof Processes };
    const through = new own.Processes(endWithThis);
    cleanUp.defer(() => through.close());
    return (channel: Channel): Channel => ({ ...channel, through });
  };
  const [base, head] = [await start(roots.base), await start(roots.head)];
  return { world: timersHere(), setting: 'processes', base, head };
}

/**
 * Compares, and prints what came out.
 *
 * @returns the exit code: 1 when the run was lost, or when something is decided slower and that
 *   was to fail; 130 when Ctrl-C ended it
 */
async function compareAndPrint(
  options: RecordsOptions | InterleavedOptions,
  root: string,
): Promise<number> {
  if (options.kind === 'records') return print(await compareRecords(options), options);
  const interrupt = catchInterrupt(() => process.stderr.write('Stopping …\n'));
  try {
    const { signal } = interrupt;
    const { comparison, end } = await compareInterleaved(options, root, signal);
    // Who stops a run at will chooses its verdicts: none are printed then.
    if (end.type === 'cancelled') return EXIT_INTERRUPTED;
    const code = await print(comparison, options);
    if (end.type !== 'lost') return code;
    process.stderr.write(`The other ends were lost: ${printable(end.why)}.\n`);
    return EXIT_FAILURE;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  } finally {
    interrupt.release();
  }
}

async function print(found: Comparison, options: CompareOptions): Promise<number> {
  const comparison = options.decided ? decidedOf(found) : found;
  const labelOf = workloadNames(findStudy(comparison.study));
  console.log(
    options.json
      ? JSON.stringify(comparison, undefined, 2)
      : printable(comparisonText(comparison, labelOf)),
  );
  if (options.summary !== undefined) await appendSummary(options.summary, comparison, labelOf);
  return options.failOnSlower && comparison.slower.length > 0 ? EXIT_FAILURE : 0;
}

/** @param root the checkout, or the folder of the package, whose code measures */
export const run = (argv?: readonly string[], root = process.cwd()): Promise<void> =>
  runCommand(compareCommand, (args) => compareAndPrint(readCompareOptions(args), root), argv);

if (import.meta.main) await run();
