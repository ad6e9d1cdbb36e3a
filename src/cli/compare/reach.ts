/** What the two revisions of an interleaved comparison reach their other ends through. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld, timersHere } from '../../bench-client/world.ts';
import type { Channel } from '../../harness/plan/index.ts';
import type { World } from '../../harness/run/index.ts';
import type { Processes } from '../../peers/processes/processes.ts';
import type { ConnectOptions } from '../../sockets/options.ts';
import { isBench, metered } from '../../sockets/bench.ts';
import { startBench } from '../shared/bench.ts';
import { endWithThis } from '../shared/keeper.ts';

/** What both sides reach, each its own. */
export interface Reach extends Record<'base' | 'head', (channel: Channel) => Channel> {
  world: World;
  /** As a record’s environment has it. */
  setting: string;
}

/** Root of each side’s checkout. */
type Roots = Record<'base' | 'head', string>;

/** Starts the bench of each. */
export async function reachBenches(roots: Roots, cleanUp: AsyncDisposableStack): Promise<Reach> {
  const start = async (root: string) => {
    const bench = await startBench({ root, port: 0, detached: true });
    cleanUp.defer(() => bench.stop());
    return bench.origin;
  };
  const [base, head] = [await start(roots.base), await start(roots.head)];
  return {
    world: withRecovery(runtimeWorld(head), [base, head]),
    setting: 'workerd',
    base: (channel) => atBench(base, channel),
    head: (channel) => atBench(head, channel),
  };
}

/**
 * A channel to the bench of one side. Clients of revisions before there were channels take what they
 * open their sockets with directly.
 */
export function atBench(
  origin: string,
  { through, ...channel }: Channel,
): Channel & ConnectOptions {
  if (!isBench(through)) throw new TypeError('compare: got no bench to reach, expected one');
  const bench = { ...through, origin };
  return { ...channel, through: bench, ...metered(bench, channel) };
}

/** Has each start processes of its own code. Nothing is started before it is called. */
export async function reachProcesses(roots: Roots, cleanUp: AsyncDisposableStack): Promise<Reach> {
  const start = async (root: string) => {
    const file = pathToFileURL(join(root, 'src/peers/processes/processes.ts')).href;
    const own = (await import(file)) as { Processes: typeof Processes };
    const through = new own.Processes(endWithThis);
    cleanUp.defer(() => through.close());
    return (channel: Channel): Channel => ({ ...channel, through });
  };
  const [base, head] = [await start(roots.base), await start(roots.head)];
  return { world: timersHere(), setting: 'processes', base, head };
}
