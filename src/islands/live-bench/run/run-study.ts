import { makePlan, type Study } from '../../../harness/plan/index.ts';
import type { Environment } from '../../../harness/record/index.ts';
import { describeEnvironment, type Presence, runUntil } from '../../../harness/run/index.ts';
import { findStudy } from '../../../studies/index.ts';
import { failureOf } from '../failures.ts';
import { reachBench } from './at-bench.ts';
import { clientFacts, isHidden, Visibility, watchVisibility } from './browser.ts';
import type { Audience, RunRequest, ThreadEnd } from './protocol.ts';

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
