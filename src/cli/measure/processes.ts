import { timersHere } from '../../bench-client/world.ts';
import { NEAR } from '../../harness/plan/index.ts';
import { runtimes } from '../../places/processes/names.ts';
import { Processes } from '../../places/processes/processes.ts';
import { versionOf } from '../../places/processes/child.ts';
import type { BuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/clean-up.ts';
import { nodeLoad } from '../shared/this-node.ts';
import type { Measured } from './browser.ts';
import { measureIn, ofProcesses } from './measure-in.ts';
import type { MeasureOptions } from './options.ts';

/** The runtimes that any arm may run on. */
const ours = {
  id: 'runtimes',
  versions: Object.fromEntries([...runtimes, 'ws'].map((name) => [name, versionOf(name)])),
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
