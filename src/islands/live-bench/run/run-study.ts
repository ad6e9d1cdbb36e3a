import { askAbout } from '../../../bench-client/about.ts';
import { preflight } from '../../../bench-client/preflight.ts';
import { withRecovery } from '../../../bench-client/recover.ts';
import { runtimeWorld } from '../../../bench-client/world.ts';
import { makePlan, type Study } from '../../../harness/plan/index.ts';
import type { Environment } from '../../../harness/record/index.ts';
import { describeEnvironment, type Presence, runUntil } from '../../../harness/run/index.ts';
import { findStudy } from '../../../studies/index.ts';
import { failureOf } from '../failures.ts';
import { clientFacts, isHidden, Visibility, watchVisibility } from './browser.ts';
import type { Audience, RunRequest, ThreadEnd } from './protocol.ts';

/** How long a lost bench is waited for, in ms: whoever sees that can cancel. */
const PATIENCE_MS = 60_000;

export interface Thread extends Audience {
  name: NonNullable<Environment['thread']>;
  /** Whether somebody can see the page. */
  presence: Presence;
}

/** Runs a study on this thread, from the first question to the bench to the last session. */
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
  { name, presence, signal, take }: Thread,
  study: Study<Operations>,
): Promise<ThreadEnd> {
  await take({ type: 'step', step: 'asking' });
  const about = await askAbout(origin, signal);
  await take({ type: 'step', step: 'connecting' });
  const world = withRecovery({ ...runtimeWorld(origin), presence }, [origin], () => PATIENCE_MS);
  const contact = await preflight(study, world, signal);
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
  const failure = world.failure();
  return { type: 'measured', end, ...(failure === undefined ? {} : { failure }) };
}

/** Runs the request on the page itself, where there is no worker to do it. */
export async function runOnPage(request: RunRequest, audience: Audience): Promise<ThreadEnd> {
  const presence = new Visibility(isHidden());
  const unwatch = watchVisibility((hidden) => presence.set(hidden));
  try {
    return await runStudy(request, { ...audience, name: 'page', presence });
  } finally {
    unwatch();
  }
}
