/** Loaded once a run starts, with the statistics. The code that measures is the worker's. */
import workerUrl from './worker.ts?worker&url';
import type { SessionRecord } from '../../../core/record/index.ts';
import {
  hasCountedTurn,
  type RunStart,
  type Progress,
  recordOf,
  type End,
  type Findings,
} from '../../../core/run/index.ts';
import { resultOf } from '../../../results/rows-of.ts';
import type { SharedResult } from '../../../results/share/form.ts';
import { packResult } from '../../../results/share/index.ts';
import { findStudy } from '../../../libraries/studies/index.ts';
import { inFrame } from '../../islands/dom.ts';
import { LEAST_SESSIONS } from '../estimate.ts';
import { plainArmsOf } from '../panel.ts';
import { type RunFailure, failureWithoutResult, RunFailed, type Step } from '../states.ts';
import { type LiveEvent, runInWorker, type RunRequest } from './thread.ts';

export { resultTables, showCompared, showPanel } from '../panel.ts';
export { unpackResult } from '../../../results/share/index.ts';
export { writeRecord } from '../../../core/record/index.ts';

/** Least time between two drawings of the table, in ms. */
const EVERY_MS = 1000;

/** The page, as a run tells it. Nothing is timed until a call has returned. */
export interface Listener {
  onStep: (step: Step) => void;
  onProgress: (progress: Progress, waitsFor?: 'page' | 'bench') => void;
  onRows: (soFar: SharedResult) => void;
}

export interface Finished {
  record: SessionRecord;
  result: SharedResult;
  /** Why it ended early, if the bench was lost. */
  why?: string;
}

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Runs a study from the first question to the bench to the result, in a worker unless the page itself calls. Once a
 * session counts, the browser asks before the page is left: what was measured would be lost.
 *
 * @param ownBench origin of the site's own bench
 * @returns undefined for a run that was cancelled before anything counted
 * @throws RunFailed for a run that came to nothing
 */
export async function runLive(
  request: RunRequest,
  ownBench: string,
  signal: AbortSignal,
  listener: Listener,
): Promise<Finished | undefined> {
  const study = findStudy(request.study);
  let planned: RunStart | undefined;
  const soFar: Findings = { sessions: [] };
  let end = { kind: 'cancelled' } as End<RunFailure>;
  let drawnAt = -Infinity;

  const take = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'starting') listener.onStep(event.step);
    if (event.type === 'ended') end = event.end;
    if (event.type === 'planned') {
      const { plan, environment, startedAt } = event;
      planned = { plan, environment, startedAt };
    }
    if (planned === undefined || !('progress' in event)) return;
    if (event.type === 'session-ended') soFar.sessions.push(event.session);
    const { progress } = event;
    const show = () =>
      listener.onProgress(progress, event.type === 'waiting' ? event.for : undefined);
    if (event.type !== 'session-ended') return inFrame(show);
    if (hasCountedTurn(event.session)) window.addEventListener('beforeunload', askFirst);
    const isDue =
      soFar.sessions.length >= LEAST_SESSIONS && performance.now() - drawnAt >= EVERY_MS;
    if (!isDue) return inFrame(show);
    const rows = resultOf([recordOf({ ...planned, ...soFar, end })], 'cancelled');
    drawnAt = performance.now();
    await inFrame(() => {
      show();
      listener.onRows(rows);
    });
  };
  const audience = { signal, take };
  try {
    if (study.place === 'page') {
      // Loaded only here: a page whose runs have a worker never needs what measures.
      const { runOnPage } = await import('./run-study.ts');
      await runOnPage(request, audience);
    } else await runInWorker(makeWorker(request.origin !== ownBench), request, audience, workerUrl);
  } finally {
    window.removeEventListener('beforeunload', askFirst);
  }
  // An error that nobody foresaw says more than the result that it cut short.
  const isMistake = end.kind === 'lost' && end.failure?.kind === 'unexpected';
  if (planned === undefined || isMistake || !soFar.sessions.some(hasCountedTurn)) {
    const failure = failureWithoutResult(end, soFar);
    if (failure !== undefined) throw new RunFailed(failure);
    return undefined;
  }
  const record = recordOf({ ...planned, ...soFar, end });
  const result = resultOf([record], end.kind);
  return { record, result, why: end.kind === 'lost' ? end.why : undefined };
}

/** A result as the text of a link, with the ratios that pages show. */
export function packRun(result: SharedResult): Promise<string> {
  return packResult(result, plainArmsOf(result));
}

/**
 * @param isForeign whether the bench is not the site's own. A worker has the Content-Security-Policy
 *   of the file it is loaded from, which keeps it to the site; one that is made from a blob has the
 *   page's, and that of the lab lets it out.
 */
function makeWorker(isForeign: boolean): Worker {
  if (!isForeign) return new Worker(workerUrl, { type: 'module' });
  const text = `import ${JSON.stringify(new URL(workerUrl, location.href).href)};`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  // Not revoked: it is read when the worker gets to it, and is a line that goes with the page.
  return new Worker(url, { type: 'module' });
}
