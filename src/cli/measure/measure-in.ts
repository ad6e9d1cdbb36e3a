/** Runs that this process takes, and what it and its machine are in their records. */
import { arch, cpus, loadavg, platform } from 'node:os';
import { performance } from 'node:perf_hooks';
import { runsHere, versionsOf } from '../../systems/index.ts';
import type { BenchFailure } from '../../bench-client/failure.ts';
import { makePlan, NEAR } from '../../harness/plan/index.ts';
import { timersHere } from '../../bench-client/world.ts';
import type { ClientLoad, Environment } from '../../harness/record/index.ts';
import {
  type ClientFacts,
  describeEnvironment,
  recordOf,
  type RunSoFar,
  runUntil,
  type World,
} from '../../harness/run/index.ts';
import { installed } from '../../places/processes/child.ts';
import { pairOf, runtimes } from '../../places/processes/names.ts';
import { Processes } from '../../places/processes/processes.ts';
import type { BuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/process-end.ts';
import { ProgressReport } from '../shared/progress.ts';
import type { Measured } from './browser.ts';
import type { MeasureOptions } from './options.ts';
import { openPage } from './page/open.ts';

/**
 * Takes a run in this process, and has it go on as often as was asked for.
 *
 * @param msPerOperation time of a small operation, which sets how long a run until decided may take
 */
export async function measureIn(
  world: World<BenchFailure>,
  environment: Environment,
  msPerOperation: number,
  { study, arms, workloads, length, keepGoing, seed }: MeasureOptions,
  signal: AbortSignal,
): Promise<Measured> {
  const options = {
    length,
    ...(arms === undefined ? {} : { arms }),
    ...(workloads === undefined ? {} : { workloads }),
  };
  const plan = makePlan(study, options, seed, msPerOperation);
  const startedAt = new Date();
  const { clockStepUs } = environment;
  let before: RunSoFar | undefined;
  for (let left = keepGoing; ; left -= 1) {
    const progress = new ProgressReport(study, plan, () => world.now(), process.stderr, before);
    const run = { study, plan, world, signal, clockStepUs, onEvent: progress.take };
    const { end, ...soFar } = await runUntil({ ...run, ...(before && { before }) });
    const undecided = end.kind === 'complete' && end.why === 'time';
    if (!undecided || left === 0 || length.rule !== 'until-decided') {
      return { record: recordOf({ plan, environment, startedAt, end, ...soFar }), end };
    }
    before = soFar;
  }
}

type Described = Readonly<Parameters<typeof describeEnvironment>[1]['systems']>;

/**
 * The environment of a run between processes of this machine, as a record has it.
 *
 * @param tree the checkout that is measured, which is also the one that measures
 * @param tools named beside the systems of the study’s arms
 */
export function ofProcesses(
  { arms, reference }: MeasureOptions['study'],
  { commit, dirty }: BuildInfo,
  tools: Described,
  facts: Partial<ClientFacts> = {},
): Environment {
  const measured = [...new Set(arms.map(({ system }) => system))].filter(runsHere);
  const systems = [...measured.map((id) => ({ id, versions: versionsOf(id) })), ...tools];
  const known = { commit: commit === '' ? null : commit, dirty, colo: null, systems };
  const about = { setting: 'processes', ...known } as const;
  return describeEnvironment('', about, { ...nodeFacts(), ...facts }, arms, reference);
}

/** An arm with the versions of the runtimes that its id names. */
function withRuntimes<Own extends MeasureOptions['study']['arms'][number]>(arm: Own): Own {
  const pair = pairOf(arm.id);
  if (pair === undefined) return arm;
  const own = installed([pair.client, pair.server]);
  return { ...arm, conditions: { ...arm.conditions, runtimes: own } };
}

/** The runtimes that any arm may run on. */
const ours = {
  id: 'runtimes',
  versions: installed([...runtimes, 'ws']),
};

/**
 * Takes a run between processes that are started for it, and ends them.
 *
 * @param tree the checkout that is measured, which is also the one that measures
 */
export async function measureProcesses(
  options: MeasureOptions,
  tree: BuildInfo,
  signal: AbortSignal,
): Promise<Measured> {
  const { study } = options;
  const environment = ofProcesses({ ...study, arms: study.arms.map(withRuntimes) }, tree, [ours]);
  const processes = new Processes(endWithThis);
  const world = { ...timersHere(), load: nodeLoad(), through: processes };
  try {
    return await measureIn(world, environment, NEAR.msPerOperation, options, signal);
  } finally {
    await processes.close();
  }
}

/**
 * Takes a run from a page of a Chromium that is started for it.
 *
 * @param tree the checkout that is measured, which is also the one that measures
 */
export async function measurePage(
  options: MeasureOptions,
  tree: BuildInfo,
  signal: AbortSignal,
): Promise<Measured> {
  const page = await openPage(options.windows);
  const own = { setting: 'page', ...page.facts } as const;
  const environment: Environment = { ...ofProcesses(options.study, tree, []), ...own };
  const world = { ...timersHere(), load: nodeLoad(), through: page };
  try {
    return await measureIn(world, environment, NEAR.msPerOperation, options, signal);
  } finally {
    await page.close();
  }
}

export function nodeFacts(): ClientFacts {
  const [first] = cpus();
  const [loadAverage = 0] = loadavg();
  const cpu = first?.model.trim() ?? '';
  return {
    runtime: `Node ${process.versions.node}`,
    platform: `${platform()} ${arch()}`,
    cpuCount: cpus().length,
    ...(cpu === '' ? {} : { cpu }),
    loadAverage: Math.round(loadAverage * 100) / 100,
    now: () => performance.now(),
  };
}

/** Tells how busy this process's event loop and all processors were since it was last asked. */
export function nodeLoad(): () => ClientLoad {
  let loop = performance.eventLoopUtilization();
  let used = processors();
  return () => {
    const [loopNow, usedNow] = [performance.eventLoopUtilization(), processors()];
    const idle = 1 - performance.eventLoopUtilization(loopNow, loop).utilization;
    const all = usedNow.all - used.all;
    const system = all > 0 ? (usedNow.busy - used.busy) / all : undefined;
    [loop, used] = [loopNow, usedNow];
    return { idle: share(idle), ...(system === undefined ? {} : { system: share(system) }) };
  };
}

/** Time of all processors since the machine started, in ms. */
function processors(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    busy: user + nice + sys + irq,
    idle,
  }));
  const busy = times.reduce((sum, each) => sum + each.busy, 0);
  return { busy, all: busy + times.reduce((sum, each) => sum + each.idle, 0) };
}

function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}
