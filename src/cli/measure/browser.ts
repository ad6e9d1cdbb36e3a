import type { SessionRecord } from '../../harness/record/index.ts';
import type { BenchFailure } from '../../bench-client/failure.ts';
import type { End } from '../../harness/run/index.ts';
import { decidedIn } from '../../harness/statistics/index.ts';
import { launchChromium, needChromium } from '../shared/browser.ts';
import { LiveBenchDriver } from '../shared/live-bench-driver.ts';
import { type BenchPlace, openBench, type OpenBench } from '../shared/open-bench.ts';
import { startSite } from '../shared/pages.ts';
import { besidePages, findFreePair } from '../shared/ports.ts';
import { StatusLine } from '../shared/progress.ts';
import { readRecordFile } from '../shared/text-file.ts';
import type { MeasureOptions } from './options.ts';
import { serveAll, workersOf } from './outside/contestant.ts';

/** A record as the run left it, before its provenance is stamped on it. */
export interface Measured {
  record: SessionRecord;
  end: End<BenchFailure>;
}

interface BrowserRun {
  options: MeasureOptions & { where: BenchPlace };
  root: string;
  signal: AbortSignal;
  /** Called before anything is measured. @throws when this bench may not be measured */
  admitBench: (bench: OpenBench) => void;
}

/**
 * Takes a run with the page in headless Chromium as the client: the page of this checkout, with a
 * bench of its own where the study asks one, or the page served at the origin that was asked for.
 *
 * @throws Error when the page says that the run came to nothing; the signal's reason when it was
 *   stopped before a session was done
 */
export async function measureInBrowser(run: BrowserRun): Promise<Measured> {
  const { options, signal } = run;
  const path = await needChromium();
  await using cleanUp = new AsyncDisposableStack();
  const origin = await openPages(run, cleanUp);
  signal.throwIfAborted();
  // Ctrl-C cancels the run in the page, and the browser is needed for what it leaves.
  const handled = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await launchChromium(path, handled);
  cleanUp.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const line = new StatusLine(process.stderr);
  const driver = await LiveBenchDriver.open(page, origin, options);
  const state = await driver.run(signal, (text, share) => line.show(text, share, true));
  line.end();
  if (state === 'idle') signal.throwIfAborted();
  if (state !== 'done') throw new Error(`the page: ${await driver.failure()}`);
  const record = await readRecordFile(await driver.download());
  if (record.kind !== 'measured') {
    throw new Error(`the record of the page: got ${record.kind}, expected measured`);
  }
  expectAsked(record, options);
  if (record.partial !== true) {
    return { record, end: { kind: 'complete', why: reasonOf(record, options) } };
  }
  if (signal.aborted) return { record, end: { kind: 'cancelled' } };
  return { record, end: { kind: 'lost', why: await driver.status() } };
}

/** Starts pages and bench, or asks the bench of pages that are served elsewhere. @returns the pages’ origin */
async function openPages(
  { options, root, admitBench }: BrowserRun,
  cleanUp: AsyncDisposableStack,
): Promise<string> {
  const { study, where, contestants } = options;
  const extraWorkers = workersOf(contestants);
  const port = await findFreePair();
  let bench: OpenBench | undefined;
  if (study.place !== 'page') {
    bench = await openBench(root, where, { ...besidePages(port), extraWorkers });
    cleanUp.defer(() => bench?.stop());
    admitBench(bench);
    if ('origin' in where) return where.origin;
    serveAll(contestants, bench.extraOrigins);
  }
  const built = contestants.map(({ system, origin, bundles }) => ({
    ...{ system, origin: origin(), client: bundles.browser },
  }));
  const site = await startSite(root, port, {
    ...{ benchOrigin: bench?.origin ?? '', contestants: built },
  });
  cleanUp.defer(() => site.stop());
  return site.origin;
}

/** @throws Error when the page ran something else than what was asked for */
function expectAsked({ seed, plan }: SessionRecord, options: MeasureOptions): void {
  const { length, seedGiven } = options;
  for (const [field, got, expected] of [
    ['plan.rule', plan.rule, length.rule],
    ['plan.rounds', plan.rounds, length.rule === 'fixed' ? length.rounds : undefined],
    ['plan.budgetMs', plan.budgetMs, length.rule === 'time' ? length.budgetMs : plan.budgetMs],
    ['seed', seed, seedGiven ? options.seed : seed],
  ]) {
    if (got === expected) continue;
    throw new Error(`the record of the page: ${field}: got ${got}, expected ${expected}`);
  }
}

/** Why a run of the page was over. */
function reasonOf(record: SessionRecord, { study }: MeasureOptions): 'rounds' | 'decided' | 'time' {
  const { rule, workloads } = record.plan;
  if (rule !== 'until-decided') return rule === 'fixed' ? 'rounds' : 'time';
  return decidedIn(record, study).length === workloads.length ? 'decided' : 'time';
}
