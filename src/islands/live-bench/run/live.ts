import { recordOf } from '../../../harness/assemble.ts';
import { describeEnvironment } from '../../../harness/environment.ts';
import { makePlan, type PlanOptions } from '../../../harness/plan.ts';
import type { Block } from '../../../harness/record.ts';
import type { RunEnd } from '../../../harness/run.ts';
import type { Study } from '../../../harness/study.ts';
import { findStudy } from '../../../studies/index.ts';
import type { QuotedContext } from '../config.ts';
import { paceOf, type Pace } from '../estimate.ts';
import { RunFailed, type Failure } from '../failures.ts';
import { resultOf } from '../result/model.ts';
import type { LiveEnd, LiveState } from '../state.ts';
import { askAbout } from './about.ts';
import { noteAddresses } from './addresses.ts';
import { clientFacts } from './client.ts';
import { measure } from './measure.ts';
import { preflight, type Contact } from './preflight.ts';
import { BenchRecovery } from './recovery.ts';
import { browserWorld } from './world.ts';

/** What a run needs of the element. */
export interface LiveRequest {
  /** Id of the study. */
  study: string;
  /** Origin of the bench, without a trailing slash. */
  origin: string;
  quoted: QuotedContext;
  options: PlanOptions;
  signal: AbortSignal;
  /** The element, for the figure of the samples. */
  root: ParentNode;
  onState: (state: LiveState) => void;
  /** Tells what was learnt of the way to the bench, for the estimate. */
  onPace: (pace: Pace | Contact) => void;
}

/** Runs a study from the first question to the bench to the result. */
export async function runLive(request: LiveRequest): Promise<LiveEnd> {
  try {
    return await runStudy(request, findStudy(request.study));
  } catch (error) {
    if (request.signal.aborted) return { type: 'stopped' };
    if (error instanceof RunFailed) return { type: 'failed', failure: error.failure };
    throw error;
  }
}

async function runStudy<Operations>(
  { origin, quoted, options, signal, root, onState, onPace }: LiveRequest,
  study: Study<Operations>,
): Promise<LiveEnd> {
  onState({ name: 'starting', step: 'asking' });
  const about = await askAbout(origin, signal);
  onState({ name: 'starting', step: 'connecting' });
  const sockets = noteAddresses(WebSocket);
  onPace(await preflight(study, origin, sockets, signal));

  const plan = makePlan(study, options, randomSeed());
  const { arms, reference } = study;
  const environment = describeEnvironment(origin, about, clientFacts(), arms, reference);
  const recovery = new BenchRecovery(origin, sockets);
  const world = {
    ...browserWorld(),
    WebSocketClass: sockets.WebSocketClass,
    recover: (_arm: string, stop: AbortSignal) => recovery.run(stop),
  };
  const startedAt = new Date();
  const { end, blocks } = await measure({ study, plan, origin, world, signal, root, onState });

  const pace = paceOf(blocks);
  if (pace === undefined) return withoutResult(end, blocks, recovery.failure);
  onPace(pace);
  const record = recordOf({
    plan,
    environment,
    startedAt,
    complete: end.type === 'complete',
    blocks,
  });
  const isolated = window.crossOriginIsolated;
  return {
    type: 'finished',
    finished: { record, result: resultOf({ study, record, end, isolated, quoted }) },
  };
}

/** What a run without a single counted block comes to. */
function withoutResult(
  end: RunEnd,
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
