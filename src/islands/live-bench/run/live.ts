/** What the page loads once a run starts: Plot and the statistics. What measures is the worker's. */
import { UNTIL_DECIDED } from '../../../harness/plan/index.ts';
import type { Block } from '../../../harness/record/index.ts';
import { recordOf, type RunEnded } from '../../../harness/run/index.ts';
import { resultOf } from '../../../report/model.ts';
import type { QuotedContext } from '../../../report/ratios.ts';
import { findStudy } from '../../../studies/index.ts';
import { paceOf, type Pace } from '../estimate.ts';
import type { Failure } from '../failures.ts';
import type { LiveEnd, LiveState } from '../status.ts';
import { NoWorker, runInWorker, type WorkerPort } from './in-worker.ts';
import type { Audience, RunRequest, ThreadEnd, ThreadEvent } from './protocol.ts';
import { Viewer } from './viewer.ts';

export { copy, download, showResult } from '../show.ts';
export { remember } from '../remember.ts';

/** What a run needs of the element. */
interface LiveRequest extends Omit<RunRequest, 'seed'> {
  quoted: QuotedContext;
  /** Seed of the order of the blocks; drawn when it is absent. */
  seed: number | undefined;
  signal: AbortSignal;
  /** The element, for the figure of the samples. */
  root: ParentNode;
  onState: (state: LiveState) => void;
  /** Tells what was learnt of the way to the bench, for the estimate. */
  onPace: (pace: Partial<Pace>) => void;
}

type Planned = Extract<ThreadEvent, { type: 'planned' }>;

/** Runs a study from the first question to the bench to the result, in a worker where it can. */
export async function runLive(live: LiveRequest): Promise<LiveEnd> {
  const study = findStudy(live.study);
  const { origin, options, signal, root, onState, onPace } = live;
  const blocks: Block[] = [];
  let planned: Planned | undefined;
  let viewer: Viewer | undefined;

  const take = async (event: ThreadEvent): Promise<void> => {
    switch (event.type) {
      case 'step':
        return onState({ name: 'starting', step: event.step });
      case 'contact':
        return onPace({ ...event.contact, source: 'preflight' });
      case 'planned':
        planned = event;
        viewer = new Viewer(root, study, event.plan, onState);
        return;
      case 'run':
        if (event.event.type === 'block-ended') blocks.push(event.event.block);
        await viewer?.take(event.event);
    }
  };
  const request = { study: study.id, origin, options, seed: live.seed ?? randomSeed() };
  const { end, onPageBecause } = await runSomewhere(request, { signal, take });
  if (end.type !== 'measured') return end;
  const counted = blocks.some((block) => block.void === undefined);
  if (planned === undefined || !counted) return withoutResult(end.end, blocks, end.failure);
  const pace = paceOf(blocks, planned.plan.loads);
  if (pace !== undefined) onPace(pace);
  const complete = end.end.type === 'complete';
  const record = recordOf({ ...planned, complete, blocks });
  const isolated = window.crossOriginIsolated;
  const { maxMs } = UNTIL_DECIDED;
  const { quoted } = live;
  const result = resultOf({ study, record, end: end.end, maxMs, isolated, quoted, onPageBecause });
  return { type: 'finished', finished: { record, result } };
}

/** Runs in a worker or, where there is none, on the page. */
async function runSomewhere(
  request: RunRequest,
  audience: Audience,
): Promise<{ end: ThreadEnd; onPageBecause: string | undefined }> {
  try {
    return { end: await runInWorker(makeWorker, request, audience), onPageBecause: undefined };
  } catch (error) {
    if (!(error instanceof NoWorker)) throw error;
    if (audience.signal.aborted) return { end: { type: 'stopped' }, onPageBecause: undefined };
    // Loaded only here: a page with a worker never needs what measures.
    const { runOnPage } = await import('./run-study.ts');
    return { end: await runOnPage(request, audience), onPageBecause: error.message };
  }
}

/** In the one form that the bundler recognises. */
function makeWorker(): WorkerPort {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** What a run without a single counted block comes to. */
function withoutResult(
  end: RunEnded,
  blocks: readonly Block[],
  failure: Failure | undefined,
): LiveEnd {
  switch (end.type) {
    case 'cancelled':
      return { type: 'stopped' };
    case 'lost':
      return { type: 'failed', failure: failure ?? { kind: 'lost', detail: end.why } };
    case 'complete': {
      const reasons = new Set(blocks.flatMap(({ detail }) => detail ?? []));
      const sentences = [...reasons].slice(0, 3).map((reason) => `${reason}.`);
      return { type: 'failed', failure: { kind: 'nothing-counted', reasons: sentences } };
    }
  }
}

function randomSeed(): number {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return seed ?? 0;
}
