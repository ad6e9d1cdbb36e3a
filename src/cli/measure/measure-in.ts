import { runsHere, versionsOf } from '../../systems/index.ts';
import type { BenchFailure } from '../../bench-client/failure.ts';
import { makePlan, NEAR } from '../../harness/plan/index.ts';
import { timersHere } from '../../bench-client/world.ts';
import type { Environment } from '../../harness/record/index.ts';
import {
  type ClientFacts,
  describeEnvironment,
  recordOf,
  type RunSoFar,
  runUntil,
  type World,
} from '../../harness/run/index.ts';
import { installed } from '../../places/processes/child.ts';
import { runtimes } from '../../places/processes/names.ts';
import { Processes } from '../../places/processes/processes.ts';
import type { BuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/process-end.ts';
import { ProgressReport } from '../shared/progress.ts';
import { nodeFacts, nodeLoad } from '../shared/this-node.ts';
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
    const undecided = end.type === 'complete' && end.because === 'time';
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
  const environment = ofProcesses(options.study, tree, [ours]);
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
