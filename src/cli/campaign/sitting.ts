/** A sitting: launches of several plans, one at a time and in turn, until each plan has as many as it asks for. */
import { createHash } from 'node:crypto';
import { globSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { seeded, shuffle } from '../../core/plan/index.ts';
import { isBusy } from '../../core/statistics/index.ts';
import { countOf, formatDuration } from '../../results/numbers/format.ts';
import { withPlainSpaces } from '../../results/tables/text.ts';
import { nodeLoad } from '../measure/node-run.ts';
import { say } from '../shared/args.ts';
import {
  benchGap,
  expectSameProvenance,
  firstGap,
  launchFolder,
  launchNumbers,
  type Provenance,
  provenanceFields,
  writeLaunch,
} from './launches.ts';
import type { CampaignPlan } from './plans.ts';
import type { TakeLaunch } from './take-launch.ts';

export interface SittingOptions {
  plans: readonly CampaignPlan[];
  /** The checkout whose code measures. */
  root: string;
  out: string;
  /** Seed of the order, and of the launches. */
  seed: number;
  /** Launches of each plan, if not as many as it asks for. */
  launches?: number | undefined;
  /** True of launches that are taken later to check results. */
  isReplication?: boolean;
  /** True to measure on a busy machine too. */
  goesOnBusy: boolean;
  /** Tells the machine and the tree that are measured. */
  look: () => Promise<Provenance>;
  signal: AbortSignal;
  /** Takes a launch; in a new process unless given. */
  take?: TakeLaunch;
}

/** Launches of a plan that may fail in a row before it is left out. */
const MOST_FAILURES = 3;
/** Guess of the time that a launch takes in addition to its own, in s, until one was taken. */
const STARTING_S = 6;

interface PlanState {
  plan: CampaignPlan;
  folder: string;
  done: number;
  planned: number;
  /** Launches that failed since the last one that did not. */
  failures: number;
}

/**
 * Takes launches until all plans have theirs, or the signal is aborted. Only the files tell what was done before.
 *
 * @returns how many were taken, and ids of the plans that were left out, because their launches failed
 */
export async function runSitting(options: SittingOptions) {
  const { root, out, seed, launches, isReplication, signal } = options;
  const provenance = await options.look();
  const take = options.take ?? (await import('./take-launch.ts')).takeLaunch;
  const states = options.plans.map((plan): PlanState => {
    const folder = launchFolder(out, plan, isReplication);
    clearParts(folder);
    const done = launchNumbers(folder).length;
    return { plan, folder, done, planned: launches ?? plan.launches, failures: 0 };
  });
  // A plan that has all its launches is not measured again, so its code may differ by now.
  const plans = states.filter(({ done, planned }) => done < planned).map(({ plan }) => plan);
  await expectSameProvenance({ ...options, plans, provenance });
  const startingS: number[] = [];
  let taken = 0;
  while (!signal.aborted) {
    const next = nextOf(states, seed);
    if (next === undefined || !(options.goesOnBusy || (await isQuiet(signal)))) break;
    const { plan } = next;
    say(progressText(states, next, startingS.length === 0 ? STARTING_S : median(startingS)));
    const begunAt = performance.now();
    const launched = await take({ plan, seed: seedOf(seed, next), root }, signal);
    const isElsewhere = plan.bench !== undefined && !('why' in launched);
    const why = isElsewhere ? await benchGap(next.folder, launched) : undefined;
    const found = why === undefined ? launched : { why };
    if (!('why' in found)) {
      const gap = firstGap(provenanceFields(await options.look()), provenanceFields(provenance));
      // Nobody could tell which code it ran.
      if (gap !== undefined) throw new Error(`${plan.id}: this launch is not kept: ${gap}`);
      await writeLaunch(next.folder, found, { plan: plan.id, ...provenance });
      startingS.push(Math.max(0, (performance.now() - begunAt) / 1000 - plan.seconds));
      taken += 1;
      Object.assign(next, { done: next.done + 1, failures: 0 });
    } else if (!signal.aborted) {
      next.failures += 1;
      say(`${plan.id}: this launch is not kept: ${found.why}.`);
      if (hasFailed(next)) say(`${plan.id}: left out, because ${MOST_FAILURES} launches failed.`);
    }
  }
  return { taken, failed: states.filter(hasFailed).map(({ plan }) => plan.id) };
}

const hasFailed = ({ failures }: PlanState): boolean => failures >= MOST_FAILURES;

/** The plan whose launch is next: in each round every plan has one, in an order that follows from the seed. */
function nextOf(states: readonly PlanState[], seed: number): PlanState | undefined {
  const open = states.filter((state) => state.done < state.planned && !hasFailed(state));
  const round = Math.min(...open.map(({ done }) => done));
  if (open.length === 0) return undefined;
  const order = shuffle(states, seeded((seed + round) % 2 ** 32));
  return order.find((state) => open.includes(state) && state.done === round);
}

/** The seed of a launch: another for each, so that no two have one order of turns. */
function seedOf(seed: number, { plan: { study, id }, done }: PlanState): number {
  return createHash('sha256').update(`${seed}/${study}/${id}/${done}`).digest().readUInt32BE();
}

/** `launch 7 of 84: streams-node (3 of 12), about 41 min left` */
function progressText(states: readonly PlanState[], next: PlanState, startingS: number): string {
  const sum = (of: (state: PlanState) => number) =>
    states.reduce((all, state) => all + of(state), 0);
  const done = sum((state) => Math.min(state.done, state.planned));
  const leftS = sum((state) =>
    hasFailed(state)
      ? 0
      : Math.max(0, state.planned - state.done) * (state.plan.seconds + startingS),
  );
  const which = `launch ${done + 1} of ${sum(({ planned }) => planned)}`;
  const own = `${next.plan.id} (${next.done + 1} of ${next.planned})`;
  return withPlainSpaces(`${which}: ${own}, ${formatDuration(leftS * 1000)} left`);
}

/** A process that was killed may have left a part of a file, which nobody reads. */
function clearParts(folder: string): void {
  for (const part of globSync('*.part', { cwd: folder })) rmSync(join(folder, part));
}

/** Time over which the use of the processors is looked at, between two looks, and between two words on it, in ms. */
const QUIET_MS = 2000;
const LOOK_MS = 5000;
const SAY_MS = 60_000;

/** Part of the processors that other programs may use. */
const USED = 0.2;

/** Part of all processors that is used now. The load average of a minute still has the launch before. */
async function usedByOthers(signal: AbortSignal): Promise<number> {
  const loadSinceNow = nodeLoad();
  await wait(QUIET_MS, undefined, { signal }).catch(() => undefined);
  return loadSinceNow().system ?? 0;
}

/** Waits until other programs leave the machine alone. @returns false if the signal was aborted before */
async function isQuiet(signal: AbortSignal): Promise<boolean> {
  const cpuCount = cpus().length;
  for (let waitedMs = 0; !signal.aborted; waitedMs += LOOK_MS) {
    const [loadAverage = 0] = loadavg();
    if (!isBusy({ cpuCount, loadAverage }) || (await usedByOthers(signal)) < USED) return true;
    if (waitedMs % SAY_MS === 0) {
      const load = `a load average of ${loadAverage.toFixed(2)} on ${countOf(cpuCount, 'processor')}`;
      say(`The machine is busy: got ${load}. Waiting until it falls; --busy goes on all the same.`);
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
