import { runsHere, versionsOf } from '../../systems/index.ts';
import { timersHere } from '../../bench-client/world.ts';
import { NEAR } from '../../harness/plan/index.ts';
import { describeEnvironment } from '../../harness/run/index.ts';
import { runtimes } from '../../places/processes/names.ts';
import { Processes } from '../../places/processes/processes.ts';
import { versionOf } from '../../places/processes/child.ts';
import type { BuildInfo } from '../shared/build-info.ts';
import { endWithThis } from '../shared/keeper.ts';
import { nodeFacts, nodeLoad } from '../shared/this-node.ts';
import type { Measured } from './browser.ts';
import { measureIn } from './measure-in.ts';
import type { MeasureOptions } from './options.ts';

/**
 * Takes a run between processes that are started for it, and ends them.
 *
 * @param tree the checkout that is measured, which is also the one that measures
 */
export async function measureProcesses(
  options: MeasureOptions,
  { commit, dirty }: BuildInfo,
  signal: AbortSignal,
): Promise<Measured> {
  const { study } = options;
  const arms = new Set(study.arms.map(({ system }) => system));
  const about = {
    setting: 'processes' as const,
    ...{ commit: commit === '' ? null : commit, dirty, colo: null },
    systems: [...[...arms].filter(runsHere).map((id) => ({ id, versions: versionsOf(id) })), ours],
  };
  const environment = describeEnvironment('', about, nodeFacts(), study.arms, study.reference);
  const processes = new Processes(endWithThis);
  const world = { ...timersHere(), load: nodeLoad(), through: processes };
  try {
    return await measureIn(world, environment, NEAR.msPerOperation, options, signal);
  } finally {
    await processes.close();
  }
}

/** The runtimes that any arm may run on. */
const ours = {
  id: 'runtimes',
  versions: Object.fromEntries([...runtimes, 'ws'].map((name) => [name, versionOf(name)])),
};
