import { runsHere, versionsOf } from '../../systems/index.ts';
import type { BenchFailure } from '../../bench-client/failure.ts';
import { makePlan } from '../../harness/plan/index.ts';
import type { Environment } from '../../harness/record/index.ts';
import {
  type ClientFacts,
  describeEnvironment,
  recordOf,
  type RunSoFar,
  runUntil,
  type World,
} from '../../harness/run/index.ts';
import type { BuildInfo } from '../shared/checkout.ts';
import { ProgressReport } from '../shared/progress.ts';
import { nodeFacts } from '../shared/this-node.ts';
import type { Measured } from './browser.ts';
import type { MeasureOptions } from './options.ts';

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
 * What a record says of a run between processes of this machine.
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
