/** `npm run compare`: two records, or this work tree and another revision in one run. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import { clockStepUs, type RunEnded, runUntil } from '../../harness/run/index.ts';
import { workloadNames } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import type { AnyStudy } from '../../studies/own-operations.ts';
import { EXIT_FAILURE, runCommand } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { readBuildInfo } from '../shared/build-info.ts';
import { nodeFacts } from '../shared/this-node.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/interrupt.ts';
import { ProgressReport } from '../shared/progress.ts';
import { appendSummary, comparisonText, type Comparison } from './comparison.ts';
import {
  compareCommand,
  type CompareOptions,
  type InterleavedOptions,
  readCompareOptions,
  type RecordsOptions,
} from './options.ts';
import { pairedComparison, pairedPlan, pairStudies } from './paired.ts';
import { compareRecords } from './records.ts';
import { addWorktree } from './worktree.ts';

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
    process.stderr.write(`The benches were lost: ${end.why}.\n`);
    return EXIT_FAILURE;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  } finally {
    interrupt.release();
  }
}

async function print(comparison: Comparison, options: CompareOptions): Promise<number> {
  const labelOf = workloadNames(findStudy(comparison.study));
  console.log(
    options.json ? JSON.stringify(comparison, undefined, 2) : comparisonText(comparison, labelOf),
  );
  if (options.summary !== undefined) await appendSummary(options.summary, comparison, labelOf);
  return options.failOnSlower && comparison.slower.length > 0 ? EXIT_FAILURE : 0;
}

/**
 * Measures the work tree at `root` and another revision in alternating turns of one run. The
 * other revision's Workers and clients both come from its own checkout.
 *
 * @throws Error when the revision does not exist, cannot be built or has no such study; the
 *   signal's reason when aborted before the run
 */
async function compareInterleaved(
  options: InterleavedOptions,
  root: string,
  signal: AbortSignal,
): Promise<{ comparison: Comparison; end: RunEnded }> {
  const { revision, study, length, seed, arms, workloads } = options;
  await using cleanUp = new AsyncDisposableStack();
  const worktree = await addWorktree(root, revision);
  cleanUp.defer(() => worktree.remove());
  signal.throwIfAborted();
  const base = await studyAt(worktree.directory, study.id, revision);
  const start = async (directory: string) => {
    const bench = await startBench({ root: directory, port: 0, detached: true });
    cleanUp.defer(() => bench.stop());
    return bench.origin;
  };
  const origins = { base: await start(worktree.directory), head: await start(root) };
  signal.throwIfAborted();
  const paired = pairStudies({
    base: { study: base, origin: origins.base },
    head: { study, origin: origins.head },
    arms,
    workloads,
  });
  const plan = pairedPlan(paired, length, seed);
  const world = withRecovery(runtimeWorld(origins.head), Object.values(origins));
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
  const side = { setting: 'workerd', runtime };
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

/** @throws Error naming the studies that the revision has */
async function studyAt(directory: string, id: string, revision: string): Promise<AnyStudy> {
  const file = join(directory, 'src/studies/index.ts');
  let known: readonly AnyStudy[];
  try {
    const module = (await import(pathToFileURL(file).href)) as { studies: readonly AnyStudy[] };
    known = module.studies;
  } catch (cause) {
    throw new Error(`${revision}: src/studies/index.ts cannot be loaded`, { cause });
  }
  const found = known.find((study) => study.id === id);
  if (found !== undefined) return found;
  const ids = known.map((study) => study.id).join(', ');
  throw new Error(`${revision}: got the studies ${ids}, expected ${id} among them`);
}

await runCommand(compareCommand, (args) =>
  compareAndPrint(readCompareOptions(args), process.cwd()),
);
