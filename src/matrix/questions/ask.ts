/** Puts questions to systems. */
import { type LinkedObject, linkTo } from '../../wire/links/link.ts';
import { findIn, systems } from '../../libraries/systems/index.ts';
import { batching } from './batching.ts';
import { direction } from './direction.ts';
import { disposal } from './disposal.ts';
import { errors } from './errors.ts';
import { hibernation } from './hibernation.ts';
import type { BenchKit, BenchProbed, Probe, Questions, Run } from './client-kit.ts';
import { loss } from './loss.ts';
import { notApplicable, outcomeOf, type Outcome } from './outcome.ts';
import { pipelining } from './pipelining.ts';
import type { RecordedResult } from './recorded.ts';
import { references } from './references.ts';
import { runtimes } from './runtimes.ts';
import { security } from './security.ts';
import { transports } from './transports.ts';
import { values } from './values.ts';

/** The questions that are asked in a browser as well as from the command line. */
export const browserSubjects: Readonly<Record<string, Questions>> = {
  values,
  errors,
  pipelining,
  references,
  direction,
  batching,
  transports,
  loss,
  hibernation,
  disposal,
  security,
  runtimes,
};

/** A question to be put to a system. */
export interface Job {
  probe: Probe;
  system: string;
}

interface Asking {
  /** Origin of the bench. */
  origin: string;
  /** Loads code for questions of Node only; absent in a browser. */
  loadInNode?: (system: string) => Promise<Readonly<Record<string, Run>>>;
  /** Ends the asking once it is aborted: what is under way is not waited for. */
  signal?: AbortSignal;
  onResult?: (result: RecordedResult) => void;
  /** Hears of a question that is broken or does not end. Without it the error is thrown. */
  onBroken?: (job: Job, error: Error) => void;
}

/** Questions under way at once: most wait for a socket, and a browser opens only so many to one host. */
const AT_ONCE = { browser: 12, node: 24 };

/** Longest that a question may take, in ms: a stream that was cut is watched for forty seconds. */
const LONGEST_MS = 120_000;

/**
 * Asks, and resolves to the answers in the order of the jobs.
 *
 * @throws Error naming the question and the system where the question itself is broken, or does not end, unless
 *   `onBroken` hears of it
 */
export async function askAll(jobs: readonly Job[], asking: Asking): Promise<RecordedResult[]> {
  const found = new Map<Job, RecordedResult>();
  async function askOne(job: Job): Promise<void> {
    const { probe, system } = job;
    const outcome = await answerInTime(job, asking).catch((error: unknown) => {
      if (asking.onBroken === undefined) throw error;
      asking.onBroken(job, error as Error);
    });
    if (outcome === undefined) return;
    const result = { probe: probe.id, system, ...outcome };
    if (asking.signal?.aborted === true) return;
    found.set(job, result);
    asking.onResult?.(result);
  }
  // Questions about sleep mostly wait, so that they run beside the others.
  const waits = ({ probe }: Job) => probe.group === 'hibernation';
  // Compiling holds the thread, so that it waits until no other call is watched. Validators that a library
  // makes of types are compiled as well.
  const compiles = ({ probe: { group, id } }: Job) =>
    ['typescript', 'bundle'].includes(group) || id === 'security-types';
  const queue = jobs.filter((job) => !waits(job) && !compiles(job));
  async function work(): Promise<void> {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      if (asking.signal?.aborted === true) return;
      // Where one fails, nobody hears the answers to others, and their bench may be gone.
      await askOne(job).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  }
  const length = AT_ONCE[asking.loadInNode === undefined ? 'browser' : 'node'];
  const all = [...jobs.filter(waits).map(askOne), ...Array.from({ length }, work)];
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  asking.signal?.addEventListener('abort', () => resolve(), { once: true });
  const asked = Promise.all(all).then(() => {
    queue.push(...jobs.filter(compiles));
    return work();
  });
  await Promise.race([asked, aborted]);
  return jobs.flatMap((job) => found.get(job) ?? []);
}

async function answerInTime(job: Job, asking: Asking): Promise<Outcome> {
  const late = Promise.withResolvers<never>();
  const error = new Error(`did not end within ${LONGEST_MS} ms`);
  const timer = setTimeout(() => late.reject(error), LONGEST_MS);
  try {
    return await Promise.race([answerTo(job, asking), late.promise]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`probe ${job.probe.id} of ${job.system}: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Puts one question to one system, over a link to an object that nobody has used. */
async function answerTo({ probe, system }: Job, asking: Asking): Promise<Outcome> {
  const { id, group, run: usual } = probe;
  const { skipped = {}, own, inNode } = await loadSystem(system);
  const skips = (ids: string) => ids.split(' ').some((each) => each === id || each === group);
  const skip = Object.entries(skipped).find(([ids]) => skips(ids));
  if (skip !== undefined) return notApplicable(skip[1]);
  const { loadInNode, origin } = asking;
  const loaded = inNode?.includes(id) ? await loadInNode?.(system) : undefined;
  const run = loaded?.[id] ?? own?.[id] ?? usual;
  if (run === undefined) {
    const places = `src/matrix/questions/${group}.ts, or under own or skipped in its questions.ts`;
    throw new Error(`got no code, expected the question in ${places}`);
  }
  const kit = await kitOf(system, { origin, object: crypto.randomUUID() });
  return outcomeOf(() => run(kit));
}

/** The clients of a system for one object. */
export async function kitOf(system: string, to: LinkedObject): Promise<BenchKit> {
  const { code, open } = await loadSystem(system);
  const { probed: arm = '', addressSuffix: suffix } = findIn('system', systems, system);
  const link = linkTo({ system, arm, suffix }, to);
  return { system, link, code, ...open(link) };
}

/** Loads how a system is asked, by its id. */
export async function loadSystem(id: string): Promise<BenchProbed> {
  const { probed } = (await import(`../../libraries/systems/${id}/questions.ts`)) as {
    probed: BenchProbed;
  };
  return probed;
}
