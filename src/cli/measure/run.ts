/** The run that a command line asks for: what it calls is started, measured, stopped. */
import { preflight } from '../../wire/bench-client/contact.ts';
import { makePlan, SAME_MACHINE } from '../../core/plan/index.ts';
import type { Environment } from '../../core/record/index.ts';
import { say } from '../shared/args.ts';
import { type BuildInfo, readBuildInfo } from '../shared/checkout.ts';
import { openBench } from '../shared/bench.ts';
import { openGrpc, outsideServers } from './grpc.ts';
import {
  type RunWorld,
  type Measured,
  openProcesses,
  takeRun,
  worldOfBenches,
} from './node-run.ts';
import type { MeasureOptions } from './options.ts';
import { outsideOf, serveAll, workersOf } from './outside/folder.ts';

/** Takes the run of one study, and stamps its record with where its code came from. */
export async function runStudy(
  options: MeasureOptions,
  root: string,
  signal: AbortSignal,
): Promise<Measured> {
  const { libraries, peers, grpc, where, study } = options;
  const tree = await readBuildInfo(root);
  await using cleanUp = new AsyncDisposableStack();
  let measured: Measured;
  if (options.browser && where !== 'no bench') {
    const { measureInBrowser } = await import('./browser.ts');
    measured = await measureInBrowser({ ...options, where }, root, signal);
    const { environment } = measured.record;
    // A page knows no commit; what it called was built with it, from this tree.
    if (study.place === 'page' && tree.commit !== '') {
      environment.commit = tree.commit;
      environment.dirty = tree.dirty;
    }
  } else {
    const ends = await openEnds(options, root, tree, signal, cleanUp);
    const { arms, workloads, reference, length, seed } = options;
    const asked = { length, arms, workloads, reference };
    const { msPerOperation = SAME_MACHINE.msPerOperation, environment } = ends;
    const { clockStepUs } = environment;
    const { plan } = makePlan(study, asked, seed, { msPerOperation, clockStepUs });
    measured = await takeRun(study, plan, ends, signal);
  }
  const outside = [
    ...(await Promise.all([...libraries, ...peers].map(outsideOf))),
    ...outsideServers(grpc),
  ];
  const network = where !== 'no bench' && 'network' in where ? where.network : undefined;
  const { record, end } = measured;
  const { commit = '', dirty = false } = record.environment;
  // Nobody can repeat a run whose code differs from its commit, or whose Workers ran another one than the client.
  const stamps: Pick<Environment, 'dirty' | 'stale' | 'network' | 'outside'> = {
    dirty: tree.dirty || dirty ? true : undefined,
    stale: commit !== tree.commit ? true : undefined,
    network,
    outside: outside.length > 0 ? outside : undefined,
  };
  return { record: { ...record, environment: { ...record.environment, ...stamps } }, end };
}

/** Starts or reaches what this process calls in a run. */
async function openEnds(
  options: MeasureOptions,
  root: string,
  tree: BuildInfo,
  signal: AbortSignal,
  cleanUp: AsyncDisposableStack,
): Promise<RunWorld> {
  const { study, where, libraries, grpc } = options;
  if (grpc !== undefined) return openGrpc(study, grpc, tree, cleanUp, signal, say);
  if (where === 'no bench') return openProcesses(study, tree, cleanUp);
  const bench = await openBench(root, where, { port: 0, extraWorkers: workersOf(libraries) });
  cleanUp.defer(() => bench.stop());
  signal.throwIfAborted();
  serveAll(libraries, bench.extraOrigins);
  const { origin, about } = bench;
  const ends = worldOfBenches(study, [origin], about);
  const { msPerOperation } = await preflight(study, ends.world, signal);
  return { ...ends, msPerOperation };
}
