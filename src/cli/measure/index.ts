/** `npm run measure`: takes a run from the command line, with the code that the page runs. */
import { preflight } from '../../bench-client/preflight.ts';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import { makePlan } from '../../harness/plan/index.ts';
import { describeEnvironment, recordOf, runUntil } from '../../harness/run/index.ts';
import { reportOf, type Report } from '../../report/document.ts';
import { resultOf } from '../../report/model.ts';
import { resultText } from '../../report/text.ts';
import { EXIT_FAILURE, runCommand } from '../shared/args.ts';
import { nodeFacts, readBuildInfo, type BuildInfo } from '../shared/build-info.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/interrupt.ts';
import { openBench, type OpenBench } from '../shared/open-bench.ts';
import { ProgressReport } from '../shared/progress.ts';
import { type Measured, measureInBrowser } from './browser.ts';
import { measureCommand, type MeasureOptions, readOptions } from './options.ts';
import { expectWritable, provenanceOf, putOut, refusal, stamp } from './provenance.ts';

/**
 * Takes a run and prints what it found.
 *
 * @param root the checkout whose code measures
 * @returns the exit code: 0 for a run that came to its end, 1 for one that was lost or in which
 *   nothing counted, 130 for one that Ctrl-C ended
 * @throws Error when the run cannot start, or when its record may not be written as things stand
 */
async function measure(options: MeasureOptions, root: string): Promise<number> {
  const tree = await readBuildInfo(root);
  if (options.out !== undefined && options.out !== '-') {
    await expectWritable(options.out);
    // What is started here runs this tree, so nothing needs to be started to refuse it.
    if ('setting' in options.where) admit(tree, tree, options);
  }
  const interrupt = catchInterrupt(() => say('Stopping: what is complete is kept …'));
  try {
    const measured = await takeRun(options, root, tree, interrupt.signal);
    return await putAll(measured, options);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    say('Stopped before a block was done: there is no record.');
    return EXIT_INTERRUPTED;
  } finally {
    interrupt.release();
  }
}

/**
 * Takes a run and stamps its record with where its code came from.
 *
 * @param tree what is known of the checkout at `root`
 * @throws Error when the run cannot start, or when its record may not be written as things stand
 */
async function takeRun(
  options: MeasureOptions,
  root: string,
  tree: BuildInfo,
  signal: AbortSignal,
): Promise<Measured> {
  const admitBench = ({ about }: OpenBench) => {
    signal.throwIfAborted();
    admit(tree, { commit: about.commit ?? '', dirty: about.dirty }, options);
  };
  const network = 'network' in options.where ? options.where.network : undefined;
  const stamped = ({ record, end }: Measured): Measured => ({
    record: stamp(record, provenanceOf(tree, record.environment), network),
    end,
  });
  if (options.browser) {
    return stamped(
      await measureInBrowser({ options, root, signal, terminal: process.stderr, admitBench }),
    );
  }
  const bench = await openBench(root, options.where);
  try {
    admitBench(bench);
    return stamped(await measureInNode(options, bench, signal));
  } finally {
    await bench.stop();
  }
}

async function measureInNode(
  { study, arms, workloads, length, seed }: MeasureOptions,
  { origin, about }: OpenBench,
  signal: AbortSignal,
): Promise<Measured> {
  const plan = makePlan(
    study,
    {
      rounds: length.rounds,
      rule: length.rule,
      ...(arms === undefined ? {} : { arms }),
      ...(workloads === undefined ? {} : { workloads }),
    },
    seed,
  );
  const world = withRecovery(runtimeWorld(), [origin]);
  await preflight(study, origin, world, signal);
  const environment = describeEnvironment(origin, about, nodeFacts(), study.arms, study.reference);
  const startedAt = new Date();
  const progress = new ProgressReport(study, plan, () => world.now(), process.stderr);
  const { blocks, end } = await runUntil({
    study,
    plan,
    origin,
    world,
    signal,
    maxMs: length.rule === 'fixed' ? Infinity : length.maxMs,
    onEvent: progress.take,
  });
  progress.end();
  const complete = end.type === 'complete';
  return { record: recordOf({ plan, environment, startedAt, complete, blocks }), end };
}

/** Writes the record, prints the table or the document, and says how the run ended. */
async function putAll(
  { record, end }: Measured,
  { study, length, out, json }: MeasureOptions,
): Promise<number> {
  const report = reportOf(study, record, end);
  const { blocks, obstacles, voids } = report.record;
  const counted = blocks.run - blocks.void;
  if (out !== undefined && blocks.run > 0) {
    await putOut(record, out);
    const what = record.partial === true ? 'Partial record' : 'Record';
    say(`${what} written to ${out === '-' ? 'stdout' : out}.`);
    if (out === '-' && obstacles.length > 0)
      say(`It cannot be published: ${obstacles.join('; ')}.`);
  }
  if (json) console.log(JSON.stringify(report satisfies Report, undefined, 2));
  else if (counted > 0) {
    const maxMs = length.rule === 'fixed' ? Infinity : length.maxMs;
    const result = resultOf({ study, record, end, maxMs });
    (out === '-' ? say : console.log)(resultText(result, obstacles));
  }

  const done = `${blocks.run} of ${blocks.planned} blocks`;
  if (end.type === 'lost') say(`The bench was lost after ${done}: ${end.why}.`);
  else if (end.type === 'cancelled') say(`Stopped after ${done}.`);
  else if (end.because === 'time') say(`The time was up after ${done}.`);
  if (end.type === 'cancelled') return EXIT_INTERRUPTED;
  if (counted === 0) {
    const reasons = new Set(voids.map(({ detail }) => detail));
    say(`No block counted: ${[...reasons].slice(0, 3).join('; ')}.`);
  }
  return end.type === 'lost' || counted === 0 ? EXIT_FAILURE : 0;
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

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

await runCommand(measureCommand, (args) => measure(readOptions(args), process.cwd()));
