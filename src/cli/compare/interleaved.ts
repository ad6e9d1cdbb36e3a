import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../../bench-client/failure.ts';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld, timersHere } from '../../bench-client/world.ts';
import type { Channel } from '../../harness/plan/index.ts';
import { clockStepUs, type RunEnded, runUntil, type World } from '../../harness/run/index.ts';
import type { Processes } from '../../peers/processes/processes.ts';
import { isBench, metered } from '../../sockets/bench.ts';
import type { ConnectOptions } from '../../sockets/options.ts';
import type { findStudy } from '../../studies/index.ts';
import type { AnyStudy } from '../../studies/own-operations.ts';
import { UsageError } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/clean-up.ts';
import { ProgressReport } from '../shared/progress.ts';
import { nodeFacts } from '../shared/this-node.ts';
import type { Comparison } from './comparison.ts';
import type { CompareOptions, InterleavedOptions } from './options.ts';
import { pairedComparison, pairedPlan, pairStudies } from './paired.ts';
import { addWorktree, studiesAt } from '../shared/checkout.ts';

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
  const { revision, study, length, seed, arms, workloads } = options;
  await using cleanUp = new AsyncDisposableStack();
  const known = await studiesAt(root, revision);
  if (!known.includes(study.id)) {
    const got = known.length === 0 ? 'no study' : `the studies ${known.join(', ')}`;
    throw new UsageError(`${revision}: got ${got}, expected ${study.id} among them`);
  }
  const worktree = await addWorktree(root, revision);
  cleanUp.defer(() => worktree.remove());
  signal.throwIfAborted();
  const base = await studyAt(worktree.directory, study.id, revision);
  const reach = study.place === 'processes' ? reachProcesses : reachBenches;
  const reached = await reach({ base: worktree.directory, head: root }, cleanUp);
  signal.throwIfAborted();
  const paired = pairStudies({
    base: { study: base, at: reached.base },
    head: { study, at: reached.head },
    arms,
    workloads,
  });
  const plan = pairedPlan(paired, length, seed);
  const { world, setting } = reached;
  const progress = new ProgressReport(paired.study, plan, () => world.now(), process.stderr);
  const { runtime, now } = nodeFacts();
  const step = clockStepUs(now);
  const { sessions, looks, end } = await runUntil({
    study: paired.study,
    plan,
    world,
    signal,
    clockStepUs: step,
    onEvent: progress.take,
  });
  progress.end();
  const side = { setting, runtime };
  const tree = await readBuildInfo(root);
  const commit = tree.commit === '' ? null : tree.commit;
  const comparison = pairedComparison({
    study,
    paired,
    plan,
    sessions,
    looks,
    margin: options.margin ?? study.margin,
    clockStepUs: step,
    base: { ...side, name: revision, commit: worktree.commit, dirty: false },
    head: { ...side, name: 'this work tree', commit, dirty: tree.dirty },
  });
  return { comparison, end };
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
    const file = pathToFileURL(join(root, 'src/peers/processes/processes.ts')).href;
    const own = (await import(file)) as { Processes: typeof Processes };
    const through = new own.Processes(endWithThis);
    cleanUp.defer(() => through.close());
    return (channel: Channel): Channel => ({ ...channel, through });
  };
  const [base, head] = [await start(roots.base), await start(roots.head)];
  return { world: timersHere(), setting: 'processes', base, head };
}
