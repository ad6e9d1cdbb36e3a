/** `npm run measure`: takes a run from the command line, with the code that the page runs. */
import { writeFile } from 'node:fs/promises';
import { preflight } from '../../bench-client/contact.ts';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import { makePlan, NEAR } from '../../harness/plan/index.ts';
import { describeEnvironment } from '../../harness/run/index.ts';
import { study as grpcStudy } from '../../studies/grpc-go-vs-lisp/study.ts';
import type { AnyStudy } from '../../studies/any-study.ts';
import {
  type Args,
  EXIT_FAILURE,
  printable,
  refuseFlags,
  runCommand,
  say,
} from '../shared/args.ts';
import { type BuildInfo, readBuildInfo } from '../shared/checkout.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import { bypassLoopback, chromiumProxyTo, proxyTo } from '../shared/network/environment-proxy.ts';
import { openBench, type OpenBench } from '../shared/open-bench.ts';
import type { Measured } from './browser.ts';
import { measureFolders } from './folders/index.ts';
import { readFolders } from './folders/options.ts';
import { openGrpc, outsideServers, readGrpcTools } from './grpc.ts';
import {
  type Ends,
  nodeFacts,
  nodeLoad,
  openProcesses,
  openWindows,
  takeRun,
} from './measure-in.ts';
import {
  measureCommand,
  type MeasureOptions,
  type Outsiders,
  readOptions,
  readStudy,
} from './options.ts';
import {
  outsideOf,
  readContestants,
  readPeers,
  serveAll,
  workersOf,
} from './outside/contestant.ts';
import { readWindows } from './outside/kinds.ts';
import { expectWritable, provenanceOf, putOut, refusal, stamp } from './provenance.ts';
import { documentOf, nothingCounted, reportOf, reportText } from './report.ts';

/**
 * @param root the checkout
 * @throws UsageError or Error naming the value got and what was expected
 */
export async function readCommand(
  { values, positionals }: Args<typeof measureCommand.flags>,
  root: string,
): Promise<MeasureOptions> {
  const study = readStudy(positionals);
  return readOptions(values, study, await readOutsiders(values, study, root));
}

/**
 * Reads what flags name, each only of a study that can measure it.
 *
 * @param root the checkout
 * @throws UsageError or Error naming the value got and what was expected
 */
async function readOutsiders(
  values: Args<typeof measureCommand.flags>['values'],
  { id, place }: AnyStudy,
  root: string,
): Promise<Outsiders> {
  const { system, server, origin } = values;
  if (id === grpcStudy.id) {
    const addresses = '--server name=host:port: its servers are called by their addresses';
    refuseFlags(values, ['system'], `with ${id}, expected ${addresses}`);
    return { grpc: await readGrpcTools(server) };
  }
  const why = `with ${id}, expected it with ${grpcStudy.id} alone`;
  refuseFlags(values, ['server'], why);
  if (place === 'page') return { windows: await readWindows(system, root) };
  return place === 'processes'
    ? { peers: await readPeers(system, root) }
    : { contestants: await readContestants(system, root, origin !== undefined) };
}

/**
 * Takes a run and prints what it found.
 *
 * @param root the checkout whose code measures
 * @returns the exit code: 0 for a run that came to its end, 1 for one that was lost, or in which
 *   nothing counted or nothing of a contestant from outside, 130 for one that Ctrl-C ended
 * @throws Error when the run cannot start, or when its record may not be written as things stand
 */
async function measure(options: MeasureOptions, root: string): Promise<number> {
  const tree = await readBuildInfo(root);
  if (options.html !== undefined) await expectWritable('--html', options.html);
  if (options.out !== undefined && options.out !== '-') {
    await expectWritable('--out', options.out);
    // What is started here runs this tree, so nothing needs to be started to refuse it.
    if (options.where === 'no bench' || 'setting' in options.where) admit(tree, tree, options);
  }
  using interrupt = catchInterrupt(() => say('Stopping: what is complete is kept …'));
  try {
    const measured = await stampedRun(options, root, tree, interrupt.signal);
    return await putAll(measured, options);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    say('Stopped before a session was done: there is no record.');
    return EXIT_INTERRUPTED;
  }
}

/**
 * Takes a run and stamps its record with where its code came from.
 *
 * @param tree what is known of the checkout at `root`
 * @throws Error when the run cannot start, or when its record may not be written as things stand
 */
async function stampedRun(
  options: MeasureOptions,
  root: string,
  tree: BuildInfo,
  signal: AbortSignal,
): Promise<Measured> {
  const { contestants, peers, windows, grpc, where, study } = options;
  const admitBench = ({ about }: OpenBench) => {
    signal.throwIfAborted();
    admit(tree, { commit: about.commit ?? '', dirty: about.dirty }, options);
  };
  await using cleanUp = new AsyncDisposableStack();
  let measured: Measured;
  if (options.browser && where !== 'no bench') {
    const { measureInBrowser } = await import('./browser.ts');
    measured = await measureInBrowser({
      options: { ...options, where },
      ...{ root, signal, admitBench },
    });
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
    const ends = await openEnds(options, { root, tree, signal, cleanUp, admitBench });
    const { arms, workloads, length, seed } = options;
    const asked = { length, ...(arms && { arms }), ...(workloads && { workloads }) };
    const plan = makePlan(study, asked, seed, ends.msPerOperation ?? NEAR.msPerOperation);
    measured = await takeRun(study, plan, ends, signal);
  }
  const outside = [
    ...(await Promise.all([...contestants, ...peers, ...windows].map(outsideOf))),
    ...outsideServers(grpc),
  ];
  for (const { id } of outside.filter(({ changed }) => changed)) {
    say(`The files of ${id} changed while it was measured: its record cannot be published.`);
  }
  const { record, end } = measured;
  const network = where !== 'no bench' && 'network' in where ? where.network : undefined;
  const provenance = provenanceOf(tree, record.environment);
  return { record: stamp(record, provenance, network, outside), end };
}
interface Opening {
  root: string;
  tree: BuildInfo;
  signal: AbortSignal;
  /** Stops what was started. */
  cleanUp: AsyncDisposableStack;
  /** Called before anything is measured. @throws Error when this bench may not be measured */
  admitBench: (bench: OpenBench) => void;
}

/** Starts or reaches what this process calls in a run. */
async function openEnds(options: MeasureOptions, opening: Opening): Promise<Ends> {
  const { study, where, contestants, grpc } = options;
  const { root, tree, signal, cleanUp, admitBench } = opening;
  if (grpc !== undefined) return openGrpc({ ...options, grpc }, tree, cleanUp, signal, say);
  if (where === 'no bench') {
    return (study.place === 'page' ? openWindows : openProcesses)(options, tree, cleanUp);
  }
  const bench = await openBench(root, where, { port: 0, extraWorkers: workersOf(contestants) });
  cleanUp.defer(() => bench.stop());
  admitBench(bench);
  serveAll(contestants, bench.extraOrigins);
  const { origin, about } = bench;
  const world = withRecovery({ ...runtimeWorld(origin), load: nodeLoad() }, [origin]);
  const { msPerOperation } = await preflight(study, world, signal);
  const proxy = proxyTo(origin);
  const facts = { ...nodeFacts(), ...(proxy !== undefined && { proxy }) };
  const environment = describeEnvironment(origin, about, facts, study.arms, study.reference);
  return { world, environment, msPerOperation };
}

/** Writes the record, prints the tables or the document, and says how the run ended. */
async function putAll(
  { record, end }: Measured,
  { out, html, json }: MeasureOptions,
): Promise<number> {
  const report = reportOf(record, end);
  const { result, obstacles, summary } = report;
  const counted = result.rows.reduce((sum, row) => sum + row.counted, 0);
  if (out !== undefined && record.sessions.length > 0) {
    await putOut(record, out);
    const what = record.partial === true ? 'Partial record' : 'Record';
    say(`${what} written to ${out === '-' ? 'stdout' : out}.`);
    if (out === '-' && obstacles.length > 0)
      say(`It cannot be published: ${obstacles.join('; ')}.`);
  }
  if (html !== undefined && counted > 0) {
    const { pageOf } = await import('./html.ts');
    await writeFile(html, pageOf(report), { flag: 'wx' });
    say(`Page written to ${html}.`);
  }
  const nothing = nothingCounted(result);
  const ok = end.kind === 'complete' && counted > 0 && nothing.length === 0;
  if (json) console.log(JSON.stringify(documentOf(report, ok), undefined, 2));
  else if (counted > 0) (out === '-' ? say : console.log)(printable(reportText(report)));

  if (end.kind !== 'complete') say(summary);
  if (end.kind === 'lost' && end.failure?.kind === 'refused') {
    say('Take the run again then, or without --origin: on your own machine nobody is limited.');
  }
  if (end.kind === 'cancelled') return EXIT_INTERRUPTED;
  for (const line of nothing) say(line);
  if (counted === 0) {
    const reasons = new Set(result.discarded.map(({ detail, reason }) => detail ?? reason));
    say(`No turn counted: ${[...reasons].slice(0, 3).join('; ')}.`);
  }
  return ok ? 0 : EXIT_FAILURE;
}

/** @throws Error when a record of these Workers may not be written to the file that was asked for */
function admit(
  tree: BuildInfo,
  workers: { commit: string; dirty: boolean },
  options: MeasureOptions,
): void {
  if (options.out === undefined || options.out === '-') return;
  const reason = refusal(provenanceOf(tree, workers), tree, workers, options);
  if (reason !== undefined) throw new Error(reason);
}

/** @param root the checkout, or the folder of the package, whose code measures */
export const run = (argv?: readonly string[], root = process.cwd()): Promise<void> =>
  runCommand(
    measureCommand,
    async (args) => {
      bypassLoopback();
      const folders = readFolders(args);
      return folders === undefined
        ? measure(await readCommand(args, root), root)
        : measureFolders(folders, root);
    },
    argv,
  );

if (import.meta.main) await run();
