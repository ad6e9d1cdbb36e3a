/** Runs of this process, and the facts of it and its machine for their records. */
import { arch, cpus, loadavg, platform } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { sum } from 'simple-statistics';
import { runsHere, versionsOf } from '../../libraries/systems/index.ts';
import type { Plan, Study } from '../../core/plan/index.ts';
import { withRecovery } from '../../wire/bench-client/contact.ts';
import { runtimeWorld, timersHere } from '../../wire/bench-client/world.ts';
import type { BenchFailure } from '../../wire/bench-client/failure.ts';
import type { ClientLoad, Environment, SessionRecord } from '../../core/record/index.ts';
import {
  type AboutBench,
  type ClientFacts,
  clockStepUs,
  describeEnvironment,
  type End,
  recordOf,
  runUntil,
  type World,
} from '../../core/run/index.ts';
import { installed } from '../../wire/processes/child.ts';
import { pairOf, runtimes } from '../../wire/processes/names.ts';
import { Processes } from '../../wire/processes/processes.ts';
import type { RunMachine } from '../../matrix/own-record.ts';
import { type BuildInfo, readBuildInfo } from '../shared/checkout.ts';
import { freshEnds } from '../shared/identify.ts';
import { proxyTo } from '../shared/network/environment-proxy.ts';
import { endWithThis } from '../shared/process-end.ts';
import { progressReport } from '../shared/progress.ts';
import type { ComparedFolders } from './folders/comparison.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';

export interface Measured {
  record: SessionRecord;
  end: End<BenchFailure>;
  /** Of two folders: which, what is known of them, and the names of their study. */
  folders?: ComparedFolders;
}

/** The world of a run, whose other ends are started or reached, and what its record says of it. */
export interface RunWorld {
  world: World<BenchFailure>;
  environment: Environment;
  /** Time of a small operation, which sets the usual length of a run and its turns; that nearby unless given. */
  msPerOperation?: number;
}

/** Takes a run in this process, with its progress on stderr. */
export async function takeRun<Operations>(
  study: Study<Operations>,
  plan: Plan,
  { world, environment }: Pick<RunWorld, 'world' | 'environment'>,
  signal: AbortSignal,
): Promise<Measured> {
  const startedAt = new Date();
  const progress = progressReport(() => world.now(), process.stderr);
  const onEvent = async (event: Parameters<typeof progress>[0]) => {
    progress(event);
    // Operations that wait for nothing would keep Ctrl-C from this process for the whole run.
    await setImmediate();
  };
  const { end, ...soFar } = await runUntil({ study, plan, world, signal, onEvent });
  return { record: recordOf({ plan, environment, startedAt, end, ...soFar }), end };
}

/** The world of a run against benches, the last of which says what it is. */
export function worldOfBenches(
  { arms, reference }: AnyStudy,
  origins: readonly string[],
  about: AboutBench,
) {
  const origin = origins.at(-1) ?? '';
  const facts = { ...nodeFacts(), proxy: proxyTo(origin) };
  return {
    world: withRecovery({ ...runtimeWorld(origin), load: nodeLoad(), freshEnds }, origins),
    environment: describeEnvironment(origin, about, facts, arms, reference),
  };
}

/** Clock and timers of this process, and how busy it is, for ends on this machine. */
export const worldHere = (): World<never> => ({ ...timersHere(), load: nodeLoad() });

type Described = Readonly<Parameters<typeof describeEnvironment>[1]['systems']>;

/** @param tools named beside the systems of the study’s arms */
export function ofProcesses(
  { arms, reference }: AnyStudy,
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

function withRuntimes<Own extends AnyStudy['arms'][number]>(arm: Own): Own {
  const pair = pairOf(arm.id);
  if (pair === undefined) return arm;
  const own = installed([pair.client, pair.server]);
  return { ...arm, conditions: { ...arm.conditions, runtimes: own } };
}

/** The runtimes that any arm may run on. */
const ours = { id: 'runtimes', versions: installed([...runtimes, 'ws']) };

/** Processes of this machine that are started for the run, and end with the stack. */
export function openProcesses(
  study: AnyStudy,
  tree: BuildInfo,
  cleanUp: AsyncDisposableStack,
): RunWorld {
  const environment = ofProcesses({ ...study, arms: study.arms.map(withRuntimes) }, tree, [ours]);
  const processes = new Processes(endWithThis);
  cleanUp.defer(() => processes.close());
  return { world: { ...worldHere(), ends: { processes } }, environment };
}

function nodeFacts(): ClientFacts {
  const [first] = cpus();
  const [loadAverage = 0] = loadavg();
  const cpu = first?.model.trim() ?? '';
  return {
    runtime: `Node ${process.versions.node}`,
    platform: `${platform()} ${arch()}`,
    cpuCount: cpus().length,
    cpu: cpu === '' ? undefined : cpu,
    loadAverage: Math.round(loadAverage * 100) / 100,
    clockStepUs: clockStepUs(() => performance.now()),
  };
}

/** @returns to be called at the end, with the systems that were tried and versions of other packages */
export async function machineDuring(
  root: string,
): Promise<(systems: readonly string[], others?: Record<string, string>) => RunMachine> {
  const { loadAverage: before = 0, runtime, platform: on = '', cpu, cpuCount = 1 } = nodeFacts();
  const { commit, dirty } = await readBuildInfo(root);
  return (tried, others = {}) => ({
    runtime,
    platform: on,
    cpu,
    cpuCount,
    loadAverage: [before, nodeFacts().loadAverage ?? 0],
    commit,
    dirty,
    versions: Object.assign({}, ...tried.map(versionsOf), others, installed(['workerd'])) as Record<
      string,
      string
    >,
  });
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
    return { idle: share(idle), system: system === undefined ? undefined : share(system) };
  };
}

/** Time of all processors since the machine started, in ms. */
function processors(): { busy: number; all: number } {
  const times = cpus().map((each) => each.times);
  const all = sum(times.flatMap((each) => Object.values(each)));
  return { busy: all - sum(times.map(({ idle }) => idle)), all };
}

function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}
