import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CounterOperations } from '../../../bench-workers/operations.ts';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import type { Study } from '../../harness/plan/index.ts';
import { clockStepUs, type RunEnded, runUntil } from '../../harness/run/index.ts';
import { startBench } from '../shared/bench.ts';
import { readBuildInfo } from '../shared/build-info.ts';
import { nodeFacts } from '../shared/node-facts.ts';
import { ProgressReport, type Terminal } from '../shared/progress.ts';
import type { Comparison } from './comparison.ts';
import type { InterleavedOptions } from './options.ts';
import { pairedComparison, pairedPlan, pairStudies } from './paired.ts';
import { addWorktree } from './worktree.ts';

/** A comparison with how its run ended. */
export interface InterleavedRun {
  comparison: Comparison;
  end: RunEnded;
}

/**
 * Measures the work tree at `root` and another revision in alternating rounds of one run. The
 * other revision's Workers and clients both come from its own checkout.
 *
 * @throws Error when the revision does not exist, cannot be built or has no such study; the
 *   signal's reason when aborted before the run
 */
export async function compareInterleaved(
  options: InterleavedOptions,
  root: string,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<InterleavedRun> {
  const { revision, study, rounds, seed, arms, workloads } = options;
  await using cleanUp = new AsyncDisposableStack();
  const worktree = await addWorktree(root, revision);
  cleanUp.defer(() => worktree.remove());
  signal.throwIfAborted();
  const start = async (directory: string) => {
    const bench = await startBench({ root: directory, port: 0, detached: true });
    cleanUp.defer(() => bench.stop());
    return bench.origin;
  };
  const origins = { base: await start(worktree.directory), head: await start(root) };
  signal.throwIfAborted();
  const paired = pairStudies({
    base: { study: await studyAt(worktree.directory, study.id, revision), origin: origins.base },
    head: { study, origin: origins.head },
    arms,
    workloads,
  });
  const plan = pairedPlan(paired, rounds, seed);
  const world = withRecovery(runtimeWorld(), Object.values(origins));
  const progress = new ProgressReport(paired.study, plan, () => world.now(), terminal);
  const { blocks, end } = await runUntil({
    study: paired.study,
    plan,
    origin: origins.head,
    world,
    signal,
    maxMs: Infinity,
    onEvent: progress.take,
  });
  progress.end();
  const { runtime, now } = nodeFacts();
  const side = { setting: 'workerd', runtime };
  const tree = await readBuildInfo(root);
  const commit = tree.commit === '' ? null : tree.commit;
  const comparison = pairedComparison({
    study,
    paired,
    plan,
    blocks,
    margin: options.margin ?? study.margin,
    clockStepUs: clockStepUs(now),
    base: { ...side, name: revision, commit: worktree.commit, dirty: false },
    head: { ...side, name: 'this work tree', commit, dirty: tree.dirty },
  });
  return { comparison, end };
}

/** The study as another checkout has it. */
async function studyAt(
  directory: string,
  id: string,
  revision: string,
): Promise<Study<CounterOperations>> {
  const file = join(directory, 'src/studies/index.ts');
  let found: Study<CounterOperations> | undefined;
  try {
    const module = (await import(pathToFileURL(file).href)) as {
      studies: ReadonlyArray<Study<CounterOperations>>;
    };
    found = module.studies.find((study) => study.id === id);
  } catch (cause) {
    throw new Error(`${revision}: src/studies/index.ts cannot be loaded`, { cause });
  }
  if (found !== undefined) return found;
  throw new Error(`${revision}: got no study "${id}", expected the one to compare`);
}
