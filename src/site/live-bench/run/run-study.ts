/** The measuring thread of a run, from the first question to the bench to the last session. */
import { askAbout } from '../../../wire/bench-client/about.ts';
import { firstContact, preflight, withRecovery } from '../../../wire/bench-client/contact.ts';
import { runtimeWorld, timersHere } from '../../../wire/bench-client/world.ts';
import { inBrowser, makePlan, type Study } from '../../../core/plan/index.ts';
import {
  type ClientFacts,
  clockStepUs,
  describeEnvironment,
  messageOf,
  runUntil,
} from '../../../core/run/index.ts';
import { supplyMissing } from '../../islands/oldest-browsers.ts';
import { findStudy } from '../../../libraries/studies/index.ts';
import { versionsOf } from '../../../libraries/systems/index.ts';
import { failureOf, RunFailed } from '../states.ts';
import {
  type Audience,
  isHidden,
  type RunRequest,
  type Thread,
  Visibility,
  watchVisibility,
} from './thread.ts';

/** Longest wait for a lost bench, in ms. The reader can cancel it. */
const PATIENCE_MS = 60_000;
/** Time to draw the answer, in ms. */
const ANSWER_MS = 400;

/** Asks a bench what it is, and opens a first connection to it. */
async function reachBench<Operations>(
  study: Study<Operations>,
  origin: string,
  { presence, signal, take }: Thread,
) {
  await take({ type: 'starting', step: 'asking' });
  const about = await askAbout(origin, signal);
  await take({ type: 'starting', step: 'connecting' });
  const world = withRecovery({ ...runtimeWorld(origin), presence }, [origin], () => PATIENCE_MS);
  const contact = await preflight(study, world, signal);
  return { world, about, contact };
}

/** Opens a first worker of the page. Nobody outside of the page is asked anything. */
async function reachPage<Operations>(study: Study<Operations>, { presence, signal, take }: Thread) {
  await take({ type: 'starting', step: 'connecting' });
  const world = { ...timersHere(), presence };
  const contact = await firstContact(study, world, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    const detail = messageOf(error);
    throw new RunFailed({ kind: detail.includes('SyntaxError') ? 'too-old' : 'no-peer', detail });
  });
  const systems = [...new Set(study.arms.map(({ system }) => system))];
  const about = {
    setting: 'page' as const,
    commit: null,
    dirty: false,
    colo: null,
    systems: systems.map((id) => ({ id, versions: { ...versionsOf(id) } })),
  };
  return { world, about, contact };
}

/** Runs a study on this thread. Its last event is how it ended, also where it could not begin. */
export async function runStudy(request: RunRequest, thread: Thread): Promise<void> {
  const { signal, take } = thread;
  try {
    await supplyMissing();
    await stepByStep(request, thread, findStudy(request.study));
  } catch (error) {
    const lost = { kind: 'lost', why: messageOf(error), failure: failureOf(error) } as const;
    await take({ type: 'ended', end: signal.aborted ? { kind: 'cancelled' } : lost });
  }
}

async function stepByStep<Operations>(
  { origin, options, seed, pressedAt }: RunRequest,
  thread: Thread,
  found: Study<Operations>,
): Promise<void> {
  const { name, signal, take } = thread;
  const { world, about, contact } =
    found.place === 'page'
      ? await reachPage(found, thread)
      : await reachBench(found, origin, thread);
  await take({ type: 'contact', contact });
  const client = { ...clientFacts(), thread: name };
  // Only a local bench serves sessions in the Worker.
  const isLocal = about.setting !== 'deployed' && about.setting !== 'preview';
  const arms = found.arms.filter(({ accept }) => accept !== 'worker' || isLocal);
  const served = inBrowser({ ...found, arms });
  const { study, plan } = makePlan(served, options, seed, { ...contact, ...client });
  const environment = describeEnvironment(origin, about, client, study.arms, study.reference);
  await take({ type: 'planned', plan, environment, startedAt: new Date() });
  await runUntil({
    study,
    plan,
    world,
    signal,
    onEvent: take,
    overheadMs: performance.timeOrigin + performance.now() - pressedAt + ANSWER_MS,
  });
}

/** Runs the request on the page itself, which is what calls in some studies. */
export async function runOnPage(request: RunRequest, audience: Audience): Promise<void> {
  const presence = new Visibility(isHidden());
  const unwatch = watchVisibility((hidden) => presence.set(hidden));
  try {
    await runStudy(request, { ...audience, name: 'page', presence });
  } finally {
    unwatch();
  }
}

/** Browsers by what stands before their version; the first that fits counts. */
const browsers: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  // Chrome and its kin: the engine and its version are the same.
  ['Chromium', /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+(?:\.\d+)?).* Safari\//],
];

/** Name and version of a browser from its user agent: `Chromium 156`. */
export function browserOf(userAgent: string): string {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'unknown browser';
}

/** Operating systems by what names them; the first that fits counts. */
const platforms: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** The operating system a user agent names; undefined for one that is not known here. */
export function platformOf(userAgent: string): string | undefined {
  return platforms.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

function clientFacts(): ClientFacts {
  const { userAgent, hardwareConcurrency } = navigator;
  const platform = platformOf(userAgent);
  return {
    runtime: browserOf(userAgent),
    userAgent,
    platform,
    // Some browsers do not tell it, although its type says that it is a number.
    cpuCount: hardwareConcurrency >= 1 ? hardwareConcurrency : undefined,
    clockStepUs: clockStepUs(() => performance.now()),
  };
}
