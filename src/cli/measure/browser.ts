import type { Page } from '@playwright/test';
import type { SessionRecord } from '../../harness/record/index.ts';
import type { BenchFailure } from '../../bench-client/failure.ts';
import type { End } from '../../harness/run/index.ts';
import { launchChromium, needChromium } from '../shared/browser.ts';
import { type BenchPlace, openBench, type OpenBench } from '../shared/open-bench.ts';
import { startSite } from '../shared/pages.ts';
import { decidedIn } from '../../harness/statistics/index.ts';
import { findFreePair } from '../shared/ports.ts';
import { StatusLine, type Terminal } from '../shared/progress.ts';
import { readRecordFile } from '../shared/text-file.ts';
import { LiveBenchDriver } from '../shared/live-bench-driver.ts';
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
  terminal: Terminal;
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
  const { options, root, signal, admitBench } = run;
  await needChromium();
  await using cleanUp = new AsyncDisposableStack();
  const { study, where, contestants } = options;
  const admitted = (bench: OpenBench | undefined) => {
    if (bench === undefined) return [];
    admitBench(bench);
    serveAll(contestants, bench.extraOrigins);
    return contestants.map(({ system, origin, bundles }) => ({
      ...{ system, origin: origin(), client: bundles.browser },
    }));
  };
  let pageOrigin: string;
  if ('origin' in where) {
    const bench = await openBench(root, where);
    cleanUp.defer(() => bench.stop());
    admitted(bench);
    pageOrigin = where.origin;
  } else {
    const extraWorkers = workersOf(contestants);
    const site = await startSite({
      root,
      port: await findFreePair(),
      bench: async (listening) =>
        study.place === 'page' ? undefined : openBench(root, where, { ...listening, extraWorkers }),
      contestants: admitted,
    });
    cleanUp.defer(() => site.stop());
    pageOrigin = site.origin;
  }
  signal.throwIfAborted();
  const browser = await launchChromium({
    // Ctrl-C cancels the run in the page, and the browser is needed for what it leaves.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  cleanUp.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // Awaited here: what the page needs is stopped when this function ends.
  return await drive(page, pageOrigin, run);
}

async function drive(
  page: Page,
  pageOrigin: string,
  { options, signal, terminal }: BrowserRun,
): Promise<Measured> {
  if (options.keepGoing > 0) {
    const got = `--keep-going: got "${options.keepGoing}" with --browser`;
    throw new Error(`${got}, expected it where this process is the client`);
  }
  const line = new StatusLine(terminal);
  const driver = await LiveBenchDriver.open(page, pageOrigin, options);
  const show = (text: string, share: number) => line.show(text, share, true);
  const state = await driver.run(signal, show);
  line.end();
  if (state === 'idle') signal.throwIfAborted();
  if (state !== 'done') throw new Error(`the page: ${await driver.failure()}`);
  const file = await driver.download();
  const record = await readRecordFile(file);
  if (record.kind !== 'measured') {
    throw new Error(`the record of the page: got ${record.kind}, expected measured`);
  }
  expectAsked(record, options);
  const stopped = record.partial === true;
  if (!stopped) return { record, end: { kind: 'complete', why: why(record, options) } };
  if (signal.aborted) return { record, end: { kind: 'cancelled' } };
  return { record, end: { kind: 'lost', why: await driver.status() } };
}

/** @throws Error when the page ran something else than what was asked for */
function expectAsked({ seed, plan }: SessionRecord, options: MeasureOptions): void {
  const { length, seedGiven } = options;
  const budgetMs = length.rule === 'time' ? length.budgetMs : plan.budgetMs;
  for (const [field, got, expected] of [
    ['plan.rule', plan.rule, length.rule],
    ['plan.rounds', plan.rounds, length.rule === 'fixed' ? length.rounds : undefined],
    ['plan.budgetMs', plan.budgetMs, budgetMs],
    ['seed', seed, seedGiven ? options.seed : seed],
  ]) {
    if (got === expected) continue;
    throw new Error(`the record of the page: ${field}: got ${got}, expected ${expected}`);
  }
}

function why(record: SessionRecord, { study }: MeasureOptions): 'rounds' | 'decided' | 'time' {
  const { rule, workloads } = record.plan;
  if (rule !== 'until-decided') return rule === 'fixed' ? 'rounds' : 'time';
  return decidedIn(record, study).length === workloads.length ? 'decided' : 'time';
}
