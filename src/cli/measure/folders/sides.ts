/** Two folders, each with its own code, Workers and processes: checkouts of this project, or contestants. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askAbout } from '../../../bench-client/about.ts';
import { messageOf } from '../../../bench-client/failure.ts';
import { withRecovery } from '../../../bench-client/recover.ts';
import { runtimeWorld, timersHere } from '../../../bench-client/world.ts';
import type { Channel, Study } from '../../../harness/plan/index.ts';
import type { Environment, Outside } from '../../../harness/record/index.ts';
import { describeEnvironment, type World } from '../../../harness/run/index.ts';
import { isBench } from '../../../links/link.ts';
import { withContestants } from '../../../systems/arms.ts';
import { Processes } from '../../../places/processes/processes.ts';
import type { ProcessOperations } from '../../../places/processes/service.ts';
import { withOutside } from '../../../studies/kkrpc-transports/study.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { startBench } from '../../shared/bench.ts';
import type { BuildInfo } from '../../shared/checkout.ts';
import { endWithThis } from '../../shared/process-end.ts';
import { nodeFacts, nodeLoad, ofProcesses } from '../measure-in.ts';
import {
  armsOfPeers,
  type OutsideFolder,
  outsideOf,
  readContestant,
  readPeers,
  serveAll,
  workersOf,
} from '../outside/contestant.ts';
import { readWindows, throughPage } from '../outside/kinds.ts';
import { openPage } from '../page/open.ts';

/** A folder by the name that `--system` gives it. */
export interface NamedFolder {
  name: string;
  folder: string;
}

/** The one that ratios are stated against first. */
export type TwoFolders = readonly [base: NamedFolder, head: NamedFolder];

type StudySide = { study: AnyStudy; at: (channel: Channel) => Channel };

/** Both sides, started. A stack that is handed over stops them. */
export interface OpenSides {
  base: StudySide;
  head: StudySide;
  world: World;
  /** Describes the run for its record. */
  describe: (paired: AnyStudy, tree: BuildInfo) => Promise<Environment>;
}

/** Whether a folder is a checkout of this project. */
export function isCheckout(folder: string): boolean {
  return existsSync(join(folder, 'src/studies/index.ts'));
}

/** The studies that a checkout can run. @throws Error naming it, where they cannot be loaded */
export async function studiesOf({ name, folder }: NamedFolder): Promise<readonly AnyStudy[]> {
  const file = join(folder, 'src/studies/index.ts');
  try {
    const { studies } = (await import(pathToFileURL(file).href)) as { studies: AnyStudy[] };
    return studies;
  } catch (cause) {
    throw new Error(`${name}: the studies of ${folder} do not load: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** Starts what either checkout calls: its bench, or processes of its own code. */
export async function openCheckouts(
  folders: TwoFolders,
  studies: readonly [AnyStudy, AnyStudy],
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  if (studies[1].place === 'processes') {
    const start = async ({ folder }: NamedFolder, study: AnyStudy): Promise<StudySide> => {
      const file = join(folder, 'src/places/processes/processes.ts');
      const own = (await import(pathToFileURL(file).href)) as { Processes: typeof Processes };
      const through = new own.Processes(endWithThis);
      cleanUp.defer(() => through.close());
      return { study, at: (channel) => ({ ...channel, through }) };
    };
    const [base, head] = [await start(folders[0], studies[0]), await start(folders[1], studies[1])];
    return { base, head, ...betweenProcesses() };
  }
  const start = async ({ folder }: NamedFolder, study: AnyStudy) => {
    const bench = await startBench({ root: folder, port: 0, detached: true });
    cleanUp.defer(() => bench.stop());
    const { origin } = bench;
    return { origin, side: { study, at: (channel: Channel) => atBench(origin, channel) } };
  };
  const [base, head] = [await start(folders[0], studies[0]), await start(folders[1], studies[1])];
  return {
    ...{ base: base.side, head: head.side },
    world: withRecovery({ ...runtimeWorld(head.origin), load: nodeLoad() }, [
      ...[base.origin, head.origin],
    ]),
    describe: (paired) => ofBench(head.origin, paired),
  };
}

/** A channel to the bench at an origin. */
export function atBench(origin: string, { through, ...channel }: Channel): Channel {
  if (!isBench(through)) throw new TypeError('measure: got no bench to reach, expected one');
  return { ...channel, through: { ...through, origin } };
}

const ofBench = async (origin: string, { arms, reference }: AnyStudy): Promise<Environment> =>
  describeEnvironment(origin, await askAbout(origin), nodeFacts(), arms, reference);

const betweenProcesses = (): Pick<OpenSides, 'world' | 'describe'> => ({
  world: { ...timersHere(), load: nodeLoad() },
  describe: (paired, tree) => Promise.resolve(ofProcesses(paired, tree, [])),
});

/**
 * Starts what serves either contestant.
 *
 * @param root the checkout, or the folder of the package, whose code measures
 */
export async function openContestants(
  [base, head]: TwoFolders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const open = { processes: openPeers, page: openWindows, bench: openWorkers }[
    study.place ?? 'bench'
  ];
  return open([base.folder, head.folder], study, root, cleanUp);
}

type Folders = readonly [base: string, head: string];

/** Either’s Worker beside the bench, in one workerd. */
async function openWorkers(
  folders: Folders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const read = async (folder: string, side: string): Promise<OutsideFolder> => {
    const { worker, ...contestant } = await readContestant(folder, root, false);
    // Both may have one id, and each has its own objects.
    return { ...contestant, worker: worker && { ...worker, id: `${worker.id}-${side}` } };
  };
  const [base, head] = [await read(folders[0], 'base'), await read(folders[1], 'head')];
  const extraWorkers = workersOf([base, head]);
  const bench = await startBench({ root, port: 0, detached: true, extraWorkers });
  cleanUp.defer(() => bench.stop());
  serveAll([base, head], bench.extraOrigins);
  const side = (contestant: OutsideFolder) => ({
    study: withContestants(study, [contestant]),
    at: (channel: Channel) => channel,
  });
  const { origin } = bench;
  const origins = [origin, ...bench.extraOrigins.values()];
  return {
    ...{ base: side(base), head: side(head) },
    world: withRecovery({ ...runtimeWorld(origin), load: nodeLoad() }, origins),
    describe: async (paired) => withBoth(await ofBench(origin, paired), [base, head]),
  };
}

/** Either’s processes, started by callers of its own. */
async function openPeers(
  folders: Folders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const read = [await readPeers([folders[0]], root), await readPeers([folders[1]], root)] as const;
  const side = (peers: (typeof read)[number]): StudySide => {
    const through = new Processes(endWithThis);
    cleanUp.defer(() => through.close());
    const own = withOutside(
      study as unknown as Study<ProcessOperations>,
      peers.flatMap(armsOfPeers),
    );
    return {
      study: own as unknown as AnyStudy,
      at: (channel) => ({ ...channel, through }),
    };
  };
  const { world, describe } = betweenProcesses();
  return {
    ...{ base: side(read[0]), head: side(read[1]), world },
    describe: async (...of) => withBoth(await describe(...of), read.flat()),
  };
}

/** Either’s workers, called by one page. */
async function openWindows(
  folders: Folders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const [base, head] = [
    await readWindows([folders[0]], root),
    await readWindows([folders[1]], root),
  ];
  const page = await openPage([...base, ...head]);
  cleanUp.defer(() => page.close());
  const side = (contestants: typeof base): StudySide => ({
    study: throughPage(study, contestants),
    at: (channel) => ({ ...channel, through: page }),
  });
  const { world, describe } = betweenProcesses();
  return {
    ...{ base: side(base), head: side(head), world },
    describe: async (...of) =>
      withBoth({ ...(await describe(...of)), setting: 'page', ...page.facts }, [...base, ...head]),
  };
}

/** An environment that names both contestants. */
async function withBoth(
  environment: Environment,
  contestants: ReadonlyArray<Parameters<typeof outsideOf>[0]>,
): Promise<Environment> {
  const outside: Outside[] = await Promise.all(contestants.map(outsideOf));
  return { ...environment, outside };
}
