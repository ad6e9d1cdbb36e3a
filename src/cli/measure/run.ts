/** The run that a command line asks for, in the process that measures: what it calls is started, measured, stopped. */
import { preflight, withRecovery } from '../../bench-client/contact.ts';
import type { BenchFailure } from '../../bench-client/failure.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import { isOutside, makePlan, NEAR } from '../../harness/plan/index.ts';
import type { Environment, SessionRecord } from '../../harness/record/index.ts';
import { describeEnvironment, type End } from '../../harness/run/index.ts';
import { say, UsageError } from '../shared/args.ts';
import { type BuildInfo, readBuildInfo } from '../shared/checkout.ts';
import { chromiumProxyTo, proxyTo } from '../shared/network/environment-proxy.ts';
import { openBench } from '../shared/open-bench.ts';
import type { Compared, SideFacts } from './folders/comparison.ts';
import { changedArms } from './folders/changed.ts';
import type { FoldersOptions, NamedFolder } from './folders/options.ts';
import { pairedPlan, pairStudies } from './folders/paired.ts';
import { openCheckouts, openContestants } from './folders/sides.ts';
import { openGrpc, outsideServers } from './grpc.ts';
import { type Ends, nodeFacts, nodeLoad, openProcesses, takeRun } from './measure-in.ts';
import type { MeasureOptions } from './options.ts';
import { outsideOf, serveAll, workersOf } from './outside/contestant.ts';

/** A run that was taken. */
export interface Measured {
  record: SessionRecord;
  end: End<BenchFailure>;
  /** Of two folders: which, and what is known of them. */
  compared?: Compared;
}

/**
 * Takes the run of one study, and stamps its record with where its code came from.
 *
 * @param root the checkout whose code measures
 * @throws Error when the run cannot start; the signal's reason when it was stopped before a session was done
 */
export async function runStudy(
  options: MeasureOptions,
  root: string,
  signal: AbortSignal,
): Promise<Measured> {
  const { contestants, peers, grpc, where, study } = options;
  const tree = await readBuildInfo(root);
  await using cleanUp = new AsyncDisposableStack();
  let measured: Measured;
  if (options.browser && where !== 'no bench') {
    const { measureInBrowser } = await import('./browser.ts');
    measured = await measureInBrowser({ ...options, where }, root, signal);
    const { environment } = measured.record;
    // A page does not know its browser’s proxy.
    const proxy = 'origin' in where ? chromiumProxyTo(where.origin) : undefined;
    if (proxy !== undefined) environment.proxy = proxy;
    // It knows no commit either; what it called was built with it, from this tree.
    if (study.place === 'page' && tree.commit !== '') {
      environment.commit = tree.commit;
      environment.dirty = tree.dirty;
    }
  } else {
    const ends = await openEnds(options, root, tree, signal, cleanUp);
    const { arms, workloads, length, seed } = options;
    const asked = { length, ...(arms && { arms }), ...(workloads && { workloads }) };
    const plan = makePlan(study, asked, seed, ends.msPerOperation ?? NEAR.msPerOperation);
    measured = await takeRun(study, plan, ends, signal);
  }
  const outside = [
    ...(await Promise.all([...contestants, ...peers].map(outsideOf))),
    ...outsideServers(grpc),
  ];
  const network = where !== 'no bench' && 'network' in where ? where.network : undefined;
  const stamps = {
    ...stampsOf(tree, measured.record.environment),
    ...(network && { network }),
    ...(outside.length > 0 && { outside }),
  };
  const { record, end } = measured;
  return { record: { ...record, environment: { ...record.environment, ...stamps } }, end };
}

/**
 * Whether client or Workers differ from the commit they claim, and whether the Workers run another one than
 * the client: nobody can repeat such a run, and `publish-entry` refuses it.
 */
function stampsOf(
  tree: Pick<BuildInfo, 'commit' | 'dirty'>,
  { commit = '', dirty = false }: Pick<Environment, 'commit' | 'dirty'>,
): Pick<Environment, 'dirty' | 'stale'> {
  return {
    ...((tree.dirty || dirty) && { dirty: true }),
    ...(commit !== tree.commit && { stale: true }),
  };
}

/** Starts or reaches what this process calls in a run. */
async function openEnds(
  options: MeasureOptions,
  root: string,
  tree: BuildInfo,
  signal: AbortSignal,
  cleanUp: AsyncDisposableStack,
): Promise<Ends> {
  const { study, where, contestants, grpc } = options;
  if (grpc !== undefined) return openGrpc({ ...options, grpc }, tree, cleanUp, signal, say);
  if (where === 'no bench') return openProcesses(options, tree, cleanUp);
  const bench = await openBench(root, where, { port: 0, extraWorkers: workersOf(contestants) });
  cleanUp.defer(() => bench.stop());
  signal.throwIfAborted();
  serveAll(contestants, bench.extraOrigins);
  const { origin, about } = bench;
  const world = withRecovery({ ...runtimeWorld(origin), load: nodeLoad() }, [origin]);
  const { msPerOperation } = await preflight(study, world, signal);
  const proxy = proxyTo(origin);
  const facts = { ...nodeFacts(), ...(proxy !== undefined && { proxy }) };
  const environment = describeEnvironment(origin, about, facts, study.arms, study.reference);
  return { world, environment, msPerOperation };
}

/**
 * Takes the run of two folders in alternating turns.
 *
 * @returns the comparison without a record, where no configuration differs
 * @throws as {@link runStudy}
 */
export async function runFolders(
  options: FoldersOptions,
  root: string,
  signal: AbortSignal,
): Promise<Measured | Compared> {
  const { kind, folders, study, workloads, budgetMs, seed, margin } = options;
  const [base, head] = folders;
  const looksUp = kind === 'checkouts' && options.arms === undefined;
  const changed = looksUp ? await changedArms(study, [base.folder, head.folder]) : undefined;
  const compared: Compared = {
    ...{ base: await factsOf(base), head: await factsOf(head), study: study.id, margin },
    ...(changed && { changed }),
  };
  if (changed?.length === 0) return compared;
  if (changed !== undefined) say(`Changed in ${study.id}: ${changed.join(', ')}.`);
  await using cleanUp = new AsyncDisposableStack();
  const opening =
    kind === 'checkouts'
      ? openCheckouts(options, cleanUp)
      : openContestants(options, root, cleanUp);
  const { sides, world, describe } = await opening;
  signal.throwIfAborted();
  const own = sides[1].study.arms.map(({ id }) => id);
  const arms = options.arms ?? changed ?? own.filter(isOutside);
  const paired = pairStudies({ sides, arms, workloads });
  if (paired.study.subjects.length > MOST_PAIRED) {
    const expected = `at most ${MOST_PAIRED}: name them with --arms`;
    throw new UsageError(
      `--system: got ${paired.study.subjects.length} configurations, ${expected}`,
    );
  }
  const environment = await describe(paired.study);
  const plan = pairedPlan(paired, budgetMs, seed);
  return { ...(await takeRun(paired.study, plan, { world, environment }, signal)), compared };
}

/** Most configurations of two folders: a record has both sides of each, and the two that repeat one. */
const MOST_PAIRED = 17;

async function factsOf({ name, folder }: NamedFolder): Promise<SideFacts> {
  const { commit, dirty } = await readBuildInfo(folder);
  return { name, source: folder, commit: commit === '' ? null : commit, dirty };
}
