/** What the page loads once a run starts: Plot and the statistics. What measures is the worker's. */
import type { SessionRecord } from '../../../harness/record/index.ts';
import {
  type Planned,
  recordOf,
  type RunEnded,
  type RunSoFar,
} from '../../../harness/run/index.ts';
import type { Ending } from '../../../report/finding.ts';
import type { Beside } from '../../../report/first-screen.ts';
import { resultOf } from '../../../report/model.ts';
import { findStudy } from '../../../studies/index.ts';
import { type Pace, paceOf } from '../estimate.ts';
import {
  type Failure,
  failureWords,
  type Finished,
  type LiveEnd,
  type LiveState,
} from '../status.ts';
import { keep, KEPT } from '../keep.ts';
import { NoWorker, runInWorker, Safeguard, type WorkerPort } from './in-worker.ts';
import {
  type Audience,
  counts,
  gather,
  type RunRequest,
  type ThreadEnd,
  type ThreadEvent,
} from './protocol.ts';
import { Viewer } from './viewer.ts';
import workerUrl from './worker.ts?worker&url';

/** @param ending how the run ended, which its record does not say */
export function finishedOf(record: SessionRecord, ending: Ending, beside: Beside): Finished {
  const study = findStudy(record.study);
  const { plan, seed, environment, startedAt } = record;
  const result = resultOf({ study, record, end: endOf(record, ending), beside });
  return {
    planned: {
      plan: { ...plan, study: study.id, seed },
      environment,
      startedAt: new Date(startedAt),
    },
    record,
    result: { ...result, canGoOn: false },
    kept: Promise.resolve(KEPT),
  };
}

function endOf({ plan }: SessionRecord, ending: Ending): RunEnded {
  switch (ending) {
    case 'cancelled':
      return { type: 'cancelled' };
    case 'lost':
      return { type: 'lost', why: 'it did not answer any more' };
    case 'complete':
      return { type: 'complete', because: plan.rule === 'fixed' ? 'rounds' : 'time' };
  }
}

export { labAddress, lengthOfPlan, linkPlan } from '../result/show.ts';
export { offer, send } from '../result/send.ts';
export { showResult, showTheirs } from '../result/show.ts';
export { remember } from '../remember.ts';

interface LiveRequest extends Omit<RunRequest, 'seed' | 'goOn'> {
  /** A finished run that is to go on, instead of a new one. */
  goOn?: Finished | undefined;
  beside: Beside;
  /** Origin of the site's own bench. */
  ownBench: string;
  /** Seed of the order; drawn when it is absent. */
  seed: number | undefined;
  signal: AbortSignal;
  /** The element, for the figure of the samples. */
  root: ParentNode;
  onState: (state: LiveState) => void;
  /** Tells what was learnt of the way to the bench, for the estimate. */
  onPace: (pace: Partial<Pace>) => void;
}

/** Runs a study from the first question to the bench to the result, in a worker where it can. */
export async function runLive(live: LiveRequest): Promise<LiveEnd> {
  const guard = new Safeguard();
  try {
    const end = await follow(live, guard);
    // The reader sees the result meanwhile.
    void guard.end(end.type === 'finished' ? end.finished.kept : undefined);
    return end;
  } catch (error) {
    guard.breakOff();
    throw error;
  }
}

async function follow(live: LiveRequest, guard: Safeguard): Promise<LiveEnd> {
  const study = findStudy(live.study);
  const { origin, ownBench, options, signal, root, goOn, onState, onPace } = live;
  const soFar = soFarOf(goOn);
  const before = goOn && soFarOf(goOn);
  let planned: Planned | undefined;
  let viewer: Viewer | undefined;

  const take = async (event: ThreadEvent): Promise<void> => {
    switch (event.type) {
      case 'step':
        return onState({ name: 'starting', step: event.step });
      case 'contact':
        return onPace({ ...event.contact, source: 'preflight' });
      case 'planned': {
        const { plan, environment, startedAt } = event;
        planned = { plan, environment, startedAt };
        viewer = new Viewer(root, study, plan, onState, before);
        return guard.begin(planned);
      }
      case 'run':
        gather(event.event, soFar);
        await Promise.all([
          viewer?.take(event.event),
          guard.take(event.event, before === undefined),
        ]);
    }
  };
  const request = {
    ...{ study: study.id, origin, options, seed: live.seed ?? randomSeed() },
    ...(goOn && before && { goOn: { ...goOn.planned, before } }),
  };
  const audience = { signal, take };
  const { end, onPageBecause } =
    study.place === 'page'
      ? { end: await onPage(request, audience), onPageBecause: undefined }
      : await runSomewhere(request, origin !== ownBench, audience);
  // What a run found before it went on stands, whatever becomes of the rest.
  const stopped =
    end.type === 'stopped' || (end.type === 'measured' && end.end.type === 'cancelled');
  if (goOn && stopped) return { type: 'finished', finished: goOn };
  if (end.type !== 'measured') return end;
  const { sessions } = soFar;
  const counted = sessions.some(counts);
  if (planned === undefined || !counted) return withoutResult(end.end, soFar, end.failure);
  const pace = paceOf(sessions, planned.plan.loads);
  if (pace !== undefined) onPace(pace);
  const record = recordOf({ ...planned, ...soFar, end: end.end });
  const isolated = window.crossOriginIsolated;
  const { beside } = live;
  const result = resultOf({
    ...{ study, record, end: end.end, isolated, beside, onPageBecause, ownBench },
  });
  const caution = result.caution ?? cutShort(end.end, end.failure);
  const kept = keep(result.finding, record);
  return { type: 'finished', finished: { planned, record, result: { ...result, caution }, kept } };
}

function soFarOf(finished: Finished | undefined): RunSoFar {
  const { pilots = [], looks = [], sessions = [] } = finished?.record ?? {};
  return { pilots: [...pilots], looks: [...looks], sessions: [...sessions] };
}

/** Runs in a worker or, where there is none, on the page. */
async function runSomewhere(
  request: RunRequest,
  elsewhere: boolean,
  audience: Audience,
): Promise<{ end: ThreadEnd; onPageBecause: string | undefined }> {
  try {
    return {
      end: await runInWorker(() => makeWorker(elsewhere), request, audience),
      onPageBecause: undefined,
    };
  } catch (error) {
    if (!(error instanceof NoWorker)) throw error;
    if (audience.signal.aborted) return { end: { type: 'stopped' }, onPageBecause: undefined };
    return { end: await onPage(request, audience), onPageBecause: error.message };
  }
}

/** Loaded only here: a page whose runs have a worker never needs what measures. */
async function onPage(request: RunRequest, audience: Audience): Promise<ThreadEnd> {
  const { runOnPage } = await import('./run-study.ts');
  return runOnPage(request, audience);
}

/**
 * @param elsewhere whether the bench is not the site's own. A worker has the Content-Security-Policy
 *   of the file it is loaded from, which keeps it to the site; one that is made from a blob has the
 *   page's, and that of the lab lets it out.
 */
function makeWorker(elsewhere: boolean): WorkerPort {
  if (!elsewhere) return new Worker(workerUrl, { type: 'module' });
  const text = `import ${JSON.stringify(new URL(workerUrl, location.href).href)};`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  // Not revoked: it is read when the worker gets to it, and is a line that goes with the page.
  return new Worker(url, { type: 'module' });
}

/** Why a run ended before its time, and what the reader can do; undefined for one that did not. */
function cutShort(end: RunEnded, failure: Failure | undefined): string | undefined {
  if (end.type !== 'lost') return undefined;
  const { advice } = failureWords(failure ?? { kind: 'lost', detail: end.why });
  return `The run ended before its time: ${end.why}. ${advice}`;
}

/** What a run without a single counted turn comes to. */
function withoutResult(
  end: RunEnded,
  { sessions }: RunSoFar,
  failure: Failure | undefined,
): LiveEnd {
  switch (end.type) {
    case 'cancelled':
      return { type: 'stopped' };
    case 'lost':
      return { type: 'failed', failure: failure ?? { kind: 'lost', detail: end.why } };
    case 'complete': {
      const all = sessions.flatMap(({ arms, turns }) => [...arms, ...turns]);
      const reasons = new Set(all.flatMap(({ detail }) => detail ?? []));
      const sentences = [...reasons].slice(0, 3).map((reason) => `${reason}.`);
      return { type: 'failed', failure: { kind: 'nothing-counted', reasons: sentences } };
    }
  }
}

function randomSeed(): number {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return seed ?? 0;
}
