import { describeEnvironment } from '../../../harness/environment.ts';
import { makePlan } from '../../../harness/plan.ts';
import type { Environment } from '../../../harness/record.ts';
import type { Study } from '../../../harness/study.ts';
import type { Presence } from '../../../harness/world.ts';
import { findStudy } from '../../../studies/index.ts';
import { RunFailed, unexpected } from '../failures.ts';
import { askAbout } from './about.ts';
import { noteAddresses } from './addresses.ts';
import { clientFacts } from './client.ts';
import { measure } from './measure.ts';
import { preflight } from './preflight.ts';
import type { Audience, RunRequest, ThreadEnd } from './protocol.ts';
import { BenchRecovery } from './recovery.ts';
import { threadWorld } from './world.ts';

/** The thread that a run happens on. */
export interface Thread extends Audience {
  name: NonNullable<Environment['thread']>;
  /** Whether somebody can see the page. */
  presence: Presence;
}

/** Runs a study on this thread, from the first question to the bench to the last block. */
export async function runStudy(request: RunRequest, thread: Thread): Promise<ThreadEnd> {
  try {
    return await stepByStep(request, thread, findStudy(request.study));
  } catch (error) {
    if (thread.signal.aborted) return { type: 'stopped' };
    const failure = error instanceof RunFailed ? error.failure : unexpected(error);
    return { type: 'failed', failure };
  }
}

async function stepByStep<Operations>(
  { origin, options, seed }: RunRequest,
  thread: Thread,
  study: Study<Operations>,
): Promise<ThreadEnd> {
  const { name, presence, signal } = thread;
  await thread.take({ type: 'step', step: 'asking' });
  const about = await askAbout(origin, signal);
  await thread.take({ type: 'step', step: 'connecting' });
  const sockets = noteAddresses(WebSocket);
  const contact = await preflight(study, origin, sockets, signal);
  await thread.take({ type: 'contact', contact });

  const plan = makePlan(study, options, seed);
  const client = { ...clientFacts(), thread: name };
  const environment = describeEnvironment(origin, about, client, study.arms, study.reference);
  const recovery = new BenchRecovery(origin, sockets);
  const world = {
    ...threadWorld(),
    presence,
    WebSocketClass: sockets.WebSocketClass,
    recover: (_arm: string, stop: AbortSignal) => recovery.run(stop),
  };
  await thread.take({ type: 'planned', plan, environment, startedAt: new Date() });
  const end = await measure({ study, plan, origin, world, signal, take: thread.take });
  const { failure } = recovery;
  return { type: 'measured', end, ...(failure === undefined ? {} : { failure }) };
}
