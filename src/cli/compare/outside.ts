/** A contestant from outside at two revisions of its own repository, ready to be compared in one run. */
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld, timersHere } from '../../bench-client/world.ts';
import { type Channel, isOutside, type Study } from '../../harness/plan/index.ts';
import type { Environment } from '../../harness/record/index.ts';
import type { World } from '../../harness/run/index.ts';
import { withContestants } from '../../places/bench/contestants.ts';
import { Processes } from '../../places/processes/processes.ts';
import type { ProcessOperations } from '../../places/processes/service.ts';
import { withOutside } from '../../studies/kkrpc-transports/study.ts';
import type { AnyStudy } from '../../studies/own-operations.ts';
import {
  armsOfPeers,
  type OutsideFolder,
  readContestant,
  readPeers,
  serveAll,
  workersOf,
} from '../measure/outside/contestant.ts';
import { readWindows, throughPage } from '../measure/outside/windows.ts';
import { openPage } from '../measure/page/open.ts';
import { UsageError } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { addWorktree, type BuildInfo, git, readBuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/process-end.ts';
import type { InterleavedOptions } from './options.ts';

/** What is to be prepared for an interleaved comparison. */
export type Asked = Pick<InterleavedOptions, 'revision' | 'study' | 'arms' | 'folder'>;

/** A study on either side, with what makes a channel of a run one to that side’s other ends. */
type Sides = Record<'base' | 'head', { study: AnyStudy; at: (channel: Channel) => Channel }>;

/** Both sides, started; they are stopped by the stack that was handed over. */
export interface Prepared extends Sides {
  /** Ids of the arms to compare; undefined for the usual ones. */
  arms: readonly string[] | undefined;
  world: World;
  /** As a record’s environment has it. */
  setting: string;
  /** The client, where that is not this process. */
  client?: Pick<Environment, 'runtime' | 'clockStepUs'>;
  /** Full hash of the revision. */
  commit: string;
  /** What is known of the work tree that is compared with it. */
  tree: BuildInfo;
}

/**
 * Checks the revision out beside the folder’s repository, and starts what serves either.
 *
 * @param root the checkout, or the folder of the package, whose code measures
 * @throws UsageError where the folder is in no repository; Error where either cannot be built
 */
export async function prepareFolders(
  { revision, study, folder = '' }: Asked,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<Prepared> {
  const head = await realpath(resolve(folder)).catch(() => resolve(folder));
  const top = await git(head, 'rev-parse', '--show-toplevel').catch((cause: unknown) => {
    const expected = 'one in a git repository that has the revision';
    throw new UsageError(`--system: got ${folder}, expected ${expected}`, { cause });
  });
  const repository = top.trim();
  const inside = relative(repository, head);
  // An unknown revision is told of below.
  const held = await git(repository, 'ls-tree', revision, '--', inside).catch(() => undefined);
  if (held === '') {
    const expected = 'one that has it: commit it first';
    throw new UsageError(`--interleaved ${revision}: got none of ${inside}, expected ${expected}`);
  }
  const { commit, directory, remove } = await addWorktree(
    ...([repository, revision, 'its own', tmpdir()] as const),
  );
  cleanUp.defer(remove);
  const folders = { base: join(directory, inside), head };
  const reach = { processes: reachPeers, page: reachWindows, bench: reachWorkers }[
    study.place ?? 'bench'
  ];
  const reached = await reach(folders, study, root, cleanUp);
  const arms = reached.head.study.arms.map(({ id }) => id).filter(isOutside);
  return { ...reached, arms, commit, tree: await readBuildInfo(repository) };
}

type Reached = Sides & Pick<Prepared, 'world' | 'setting' | 'client'>;
type Folders = Record<'base' | 'head', string>;

/** Either’s Worker beside the bench, in one workerd. */
async function reachWorkers(
  folders: Folders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<Reached> {
  const read = async (side: 'base' | 'head'): Promise<OutsideFolder> => {
    const { worker, ...contestant } = await readContestant(folders[side], root, false);
    // Both have one id, and each its own objects.
    return { ...contestant, worker: worker && { ...worker, id: `${worker.id}-${side}` } };
  };
  const [base, head] = [await read('base'), await read('head')];
  const extraWorkers = workersOf([base, head]);
  const bench = await startBench({ root, port: 0, detached: true, extraWorkers });
  cleanUp.defer(() => bench.stop());
  serveAll([base, head], bench.extraOrigins);
  const side = (contestant: OutsideFolder) => ({
    study: withContestants(study, [contestant]),
    at: (channel: Channel) => channel,
  });
  const { origin } = bench;
  return {
    ...{ base: side(base), head: side(head), setting: 'workerd' },
    world: withRecovery(runtimeWorld(origin), [origin, ...bench.extraOrigins.values()]),
  };
}

/** Either’s processes, started by callers of its own. */
async function reachPeers(
  folders: Folders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<Reached> {
  const side = async (folder: string) => {
    const arms = (await readPeers([folder], root)).flatMap(armsOfPeers);
    const through = new Processes(endWithThis);
    cleanUp.defer(() => through.close());
    const own = withOutside(study as unknown as Study<ProcessOperations>, arms);
    return {
      study: own as unknown as AnyStudy,
      at: (channel: Channel): Channel => ({ ...channel, through }),
    };
  };
  const [base, head] = [await side(folders.base), await side(folders.head)];
  return { base, head, world: timersHere(), setting: 'processes' };
}

/** Either’s workers, called by one page. */
async function reachWindows(
  folders: Folders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<Reached> {
  const both = [
    ...(await readWindows([folders.base], root)),
    ...(await readWindows([folders.head], root)),
  ];
  const page = await openPage(both);
  cleanUp.defer(() => page.close());
  const [base, head] = both.map((contestant) => ({
    study: throughPage(study, [contestant]),
    at: (channel: Channel): Channel => ({ ...channel, through: page }),
  })) as [Sides['base'], Sides['head']];
  return { base, head, world: timersHere(), setting: 'page', client: page.facts };
}
