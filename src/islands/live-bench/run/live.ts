/** Loaded once a run starts, with Plot and the statistics. The code that measures is the worker's. */
import { asAsked } from '../../../harness/plan/index.ts';
import type { SessionRecord } from '../../../harness/record/index.ts';
import {
  counts,
  type Planned,
  recordOf,
  type RunEnded,
  RunState,
  soFarOf,
} from '../../../harness/run/index.ts';
import type { Finding } from '../../../report/finding.ts';
import { type Beside, withOriginal } from '../../../report/parties.ts';
import { resultOf } from '../../../report/model.ts';
import { studyOf, unpackFinding } from '../../../share/index.ts';
import { findStudy } from '../../../studies/index.ts';
import { type Pace, paceOf } from '../estimate.ts';
import { keep } from '../keep.ts';
import {
  type Failure,
  failureWords,
  type Finished,
  type LiveState,
  withoutResult,
} from '../status.ts';
import {
  type Audience,
  type LiveEvent,
  NoWorker,
  runInWorker,
  type RunRequest,
  type WorkerPort,
} from './thread.ts';
import { Viewer } from './viewer.ts';
import workerUrl from './worker.ts?worker&url';

/**
 * The finding that an address holds; undefined where it is of another study.
 *
 * @throws RangeError with a sentence for the reader, where it cannot be read or shown
 */
export async function readFinding(packed: string, study: string): Promise<Finding | undefined> {
  const finding = await unpackFinding(packed);
  if (finding.study !== study) return undefined;
  studyOf(finding, [withOriginal(findStudy(study))]);
  return finding;
}

export { linkPlan, showFinding, showResult } from '../result/show.ts';
export { offer, send } from '../result/send.ts';

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

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Runs a study from the first question to the bench to the result, in a worker where it can. Once a
 * session counts, the browser asks before the page is left: what was measured would be lost.
 *
 * @returns what is to be shown then
 */
export async function runLive(live: LiveRequest): Promise<LiveState> {
  try {
    return await follow(live);
  } finally {
    window.removeEventListener('beforeunload', askFirst);
  }
}

/** A run as its events told it so far. */
interface Followed {
  planned?: Planned;
  state?: RunState;
  end?: RunEnded<Failure>;
}

async function follow(live: LiveRequest): Promise<LiveState> {
  const { origin, ownBench, options, signal, root, goOn, beside, onState, onPace } = live;
  const study = asAsked(findStudy(live.study), goOn?.record.plan ?? options);
  const before = goOn && soFarOf(goOn.record);
  const run: Followed = {};
  let viewer: Viewer | undefined;

  const take = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'starting') onState({ name: 'starting', step: event.step });
    if (event.type === 'contact') onPace({ ...event.contact, source: 'preflight' });
    if (event.type === 'planned') {
      const { plan, environment, startedAt } = event;
      run.planned = { plan, environment, startedAt };
      run.state = new RunState(plan, () => performance.now(), before);
      viewer = new Viewer({ root, study, plan, run: run.state, beside, onState });
      return;
    }
    if (event.type === 'ended') run.end = event.end;
    if (event.type === 'session-ended' && counts(event.session)) {
      window.addEventListener('beforeunload', askFirst);
    }
    run.state?.take(event);
    await viewer?.take(event);
  };
  const request = {
    ...{ study: study.id, origin, options, seed: live.seed ?? randomSeed() },
    pressedAt: live.pressedAt,
    ...(goOn && before && { goOn: { ...plannedOf(goOn.record), before } }),
  };
  const audience = { signal, take };
  const onPageBecause =
    study.place === 'page'
      ? await onPage(request, audience)
      : await runInThread(request, origin !== ownBench, audience);
  const { planned, state, end = { type: 'cancelled' } } = run;
  // The result of a run that was resumed stands, whatever becomes of the rest.
  if (goOn && end.type === 'cancelled') return { name: 'done', finished: goOn };
  const soFar = state?.soFar ?? soFarOf();
  // An error that nobody foresaw says more than the result that it cut short.
  const isMistake = end.type === 'lost' && end.failure?.kind === 'unexpected';
  if (planned === undefined || isMistake || !soFar.sessions.some(counts)) {
    return withoutResult(end, soFar);
  }
  const pace = paceOf(soFar.sessions, planned.plan.loads);
  if (pace !== undefined) onPace(pace);
  const record = recordOf({ ...planned, ...soFar, end });
  const isolated = window.crossOriginIsolated;
  const result = resultOf({ study, record, end, isolated, beside, onPageBecause });
  const caution = result.caution ?? cutShort(end);
  const kept = keep(study, result.finding);
  return { name: 'done', finished: { record, result: { ...result, caution }, kept } };
}

/** The plan of a run, from its record. */
function plannedOf({ study, seed, plan, environment, startedAt }: SessionRecord): Planned {
  return { plan: { ...plan, study, seed }, environment, startedAt: new Date(startedAt) };
}

/** Runs in a worker or, where there is none, on the page. @returns why on the page, if so */
async function runInThread(
  request: RunRequest,
  isForeign: boolean,
  audience: Audience,
): Promise<string | undefined> {
  try {
    await runInWorker(() => makeWorker(isForeign), request, audience);
    return undefined;
  } catch (error) {
    if (!(error instanceof NoWorker)) throw error;
    if (!audience.signal.aborted) await onPage(request, audience);
    return error.message;
  }
}

/** Loaded only here: a page whose runs have a worker never needs what measures. */
async function onPage(request: RunRequest, audience: Audience): Promise<undefined> {
  const { runOnPage } = await import('./run-study.ts');
  await runOnPage(request, audience);
}

/**
 * @param isForeign whether the bench is not the site's own. A worker has the Content-Security-Policy
 *   of the file it is loaded from, which keeps it to the site; one that is made from a blob has the
 *   page's, and that of the lab lets it out.
 */
function makeWorker(isForeign: boolean): WorkerPort {
  if (!isForeign) return new Worker(workerUrl, { type: 'module' });
  const text = `import ${JSON.stringify(new URL(workerUrl, location.href).href)};`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  // Not revoked: it is read when the worker gets to it, and is a line that goes with the page.
  return new Worker(url, { type: 'module' });
}

/** Why a run ended before its time, and what the reader can do; undefined for one that did not. */
function cutShort(end: RunEnded<Failure>): string | undefined {
  if (end.type !== 'lost') return undefined;
  const { advice } = failureWords(end.failure ?? { kind: 'lost', detail: end.why });
  return `The run ended before its time: ${end.why}. ${advice}`;
}

function randomSeed(): number {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return seed ?? 0;
}
