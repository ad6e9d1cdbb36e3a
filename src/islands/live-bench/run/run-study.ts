import { askAbout } from '../../../bench-client/about.ts';
import { preflight } from '../../../bench-client/preflight.ts';
import { withRecovery } from '../../../bench-client/recover.ts';
import { runtimeWorld } from '../../../bench-client/world.ts';
import { makePlan, type Study } from '../../../harness/plan/index.ts';
import type { Environment } from '../../../harness/record/index.ts';
import { describeEnvironment, type Presence, runUntil } from '../../../harness/run/index.ts';
import { findStudy } from '../../../studies/index.ts';
import { failureOf } from '../status.ts';
import { clientFacts, isHidden, Visibility, watchVisibility } from './browser.ts';
import type { Audience, Reach, RunRequest, ThreadEnd } from './protocol.ts';

/** How long a lost bench is waited for, in ms: whoever sees that can cancel. */
const PATIENCE_MS = 60_000;

/** Asks a bench what it is, and opens a first connection to it. */
export const reachBench: Reach = async (study, origin, { presence, signal, take }) => {
  await take({ type: 'step', step: 'asking' });
  const about = await askAbout(origin, signal);
  await take({ type: 'step', step: 'connecting' });
  const world = withRecovery({ ...runtimeWorld(origin), presence }, [origin], () => PATIENCE_MS);
  const contact = await preflight(study, world, signal);
  return { world, about, contact, failure: () => world.failure() };
};

export interface Thread extends Audience {
  name: NonNullable<Environment['thread']>;
  /** Whether somebody can see the page. */
  presence: Presence;
}

/** Runs a study on this thread, from the first question to the other end to the last session. */
export async function runStudy(request: RunRequest, thread: Thread): Promise<ThreadEnd> {
  try {
    return await stepByStep(request, thread, findStudy(request.study));
  } catch (error) {
    if (thread.signal.aborted) return { type: 'stopped' };
    return { type: 'failed', failure: failureOf(error) };
  }
}

async function stepByStep<Operations>(
  { origin, options, seed, goOn }: RunRequest,
  thread: Thread,
  study: Study<Operations>,
): Promise<ThreadEnd> {
  const { name, signal, take } = thread;
  const reach = study.place === 'page' ? (await import('./in-page.ts')).reachPage : reachBench;
  const { world, about, contact, failure, leave } = await reach(study, origin, thread);
  try {
    await take({ type: 'contact', contact });
    const client = { ...clientFacts(), thread: name };
    const planned = goOn ?? {
      plan: makePlan(study, options, seed, contact.msPerOperation),
      environment: describeEnvironment(origin, about, client, study.arms, study.reference),
      startedAt: new Date(),
    };
    const { plan, environment, startedAt } = planned;
    await take({ type: 'planned', plan, environment, startedAt });
    const { end } = await runUntil({
      study,
      plan,
      world,
      signal,
      clockStepUs: environment.clockStepUs,
      ...(goOn && { before: goOn.before }),
      onEvent: (event) => take({ type: 'run', event }),
    });
    const why = failure?.();
    return { type: 'measured', end, ...(why === undefined ? {} : { failure: why }) };
  } finally {
    leave?.();
  }
}

/** Runs the request on the page itself: where there is no worker to do it, and where the page is what calls. */
export async function runOnPage(request: RunRequest, audience: Audience): Promise<ThreadEnd> {
  const presence = new Visibility(isHidden());
  const unwatch = watchVisibility((hidden) => presence.set(hidden));
  try {
    return await runStudy(request, { ...audience, name: 'page', presence });
  } finally {
    unwatch();
  }
}
