/** Two folders, each with its own code, Workers and processes: checkouts of this project, or contestants. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askAbout } from '../../../bench-client/about.ts';
import { type BenchFailure, messageOf } from '../../../bench-client/failure.ts';
import { withRecovery } from '../../../bench-client/recover.ts';
import { runtimeWorld } from '../../../bench-client/world.ts';
import type { Channel } from '../../../harness/plan/index.ts';
import type { Environment } from '../../../harness/record/index.ts';
import { describeEnvironment, type World } from '../../../harness/run/index.ts';
import { isBench } from '../../../links/link.ts';
import { withContestants } from '../../../systems/arms.ts';
import { Processes } from '../../../places/processes/processes.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { startBench } from '../../shared/bench.ts';
import type { BuildInfo } from '../../shared/checkout.ts';
import { endWithThis } from '../../shared/process-end.ts';
import { nodeFacts, nodeLoad, ofProcesses, worldHere } from '../measure-in.ts';
import { withPeers } from '../options.ts';
import {
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

type Two<Each> = readonly [base: Each, head: Each];

/** The one that ratios are stated against first. */
export type TwoFolders = Two<NamedFolder>;

/** The same of both, one after the other. */
async function both<Each, Made>(
  [base, head]: Two<Each>,
  make: (each: Each, at: 0 | 1) => Promise<Made>,
): Promise<Two<Made>> {
  return [await make(base, 0), await make(head, 1)];
}

/** A study as a folder has it, and what makes a channel of the run one to that folder’s other ends. */
interface StudySide {
  study: AnyStudy;
  at: (channel: Channel) => Channel;
}

/** Both sides, started. A stack that is handed over stops them. */
export interface OpenSides {
  sides: Two<StudySide>;
  world: World<BenchFailure>;
  /** Describes the run for its record. */
  describe: (paired: AnyStudy, tree: BuildInfo) => Promise<Environment>;
}

/** The list of studies in a checkout of this project. */
const STUDIES = 'src/studies/index.ts';

export const isCheckout = (folder: string): boolean => existsSync(join(folder, STUDIES));

/** A module of a checkout, which runs in this process. */
const load = (folder: string, file: string): Promise<unknown> =>
  import(pathToFileURL(join(folder, file)).href);

/** The studies that a checkout can run. @throws Error naming it, where they cannot be loaded */
export async function studiesOf({ name, folder }: NamedFolder): Promise<readonly AnyStudy[]> {
  try {
    return ((await load(folder, STUDIES)) as { studies: AnyStudy[] }).studies;
  } catch (cause) {
    const why = messageOf(cause);
    throw new Error(`${name}: the studies of ${folder} do not load: ${why}`, { cause });
  }
}

/** Starts what either checkout calls: its bench, or processes of its own code. */
export async function openCheckouts(
  folders: TwoFolders,
  studies: Two<AnyStudy>,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  if (studies[1].place === 'processes') {
    const sides = await both(folders, async ({ folder }, at) => {
      const own = await load(folder, 'src/places/processes/processes.ts');
      const start = (own as { Processes: typeof Processes }).Processes;
      return throughProcesses(studies[at], start, cleanUp);
    });
    return { sides, world: worldHere(), describe: describeProcesses };
  }
  const origins = await both(folders, async ({ folder }) => {
    const bench = await startBench({ root: folder, port: 0, detached: true });
    cleanUp.defer(() => bench.stop());
    return bench.origin;
  });
  const side = async (study: AnyStudy, at: 0 | 1): Promise<StudySide> => ({
    study,
    at: (channel) => atBench(origins[at], channel),
  });
  return { sides: await both(studies, side), ...atBenches(origins[1], origins) };
}

/** A channel to the bench at an origin. */
export function atBench(origin: string, { through, ...channel }: Channel): Channel {
  if (!isBench(through)) throw new TypeError('measure: got no bench to reach, expected one');
  return { ...channel, through: { ...through, origin } };
}

/** A side whose processes this code starts. */
function throughProcesses(
  study: AnyStudy,
  Own: typeof Processes,
  cleanUp: AsyncDisposableStack,
): StudySide {
  const through = new Own(endWithThis);
  cleanUp.defer(() => through.close());
  return { study, at: (channel) => ({ ...channel, through }) };
}

const describeProcesses: OpenSides['describe'] = (paired, tree) =>
  Promise.resolve(ofProcesses(paired, tree, []));

/** A run against benches on this machine, described by one of them. */
const atBenches = (
  origin: string,
  origins: readonly string[],
): Pick<OpenSides, 'world' | 'describe'> => ({
  world: withRecovery({ ...runtimeWorld(origin), load: nodeLoad() }, origins),
  describe: async ({ arms, reference }) =>
    describeEnvironment(origin, await askAbout(origin), nodeFacts(), arms, reference),
});

/**
 * Starts what serves either contestant.
 *
 * @param root the checkout, or the folder of the package, whose code measures
 */
export async function openContestants(
  folders: TwoFolders,
  study: AnyStudy,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const open = { processes: openPeers, page: openWindows, bench: openWorkers };
  return open[study.place ?? 'bench'](folders, study, root, cleanUp);
}

/** Either’s Worker beside the bench, in one workerd. */
const openWorkers: typeof openContestants = async (folders, study, root, cleanUp) => {
  const read = await both(folders, async ({ folder }, at) => {
    const { worker, ...contestant } = await readContestant(folder, root, false);
    // Both may have one id, and each has its own objects.
    return { ...contestant, worker: worker && { ...worker, id: `${worker.id}-${at}` } };
  });
  const bench = await startBench({ root, port: 0, detached: true, extraWorkers: workersOf(read) });
  cleanUp.defer(() => bench.stop());
  serveAll(read, bench.extraOrigins);
  const side = async (contestant: (typeof read)[number]): Promise<StudySide> => ({
    study: withContestants(study, [contestant]),
    at: (channel) => channel,
  });
  const open = atBenches(bench.origin, [bench.origin, ...bench.extraOrigins.values()]);
  return { sides: await both(read, side), ...open, describe: withBoth(open, read) };
};

/** Either’s processes, started by callers of its own. */
const openPeers: typeof openContestants = async (folders, study, root, cleanUp) => {
  const read = await both(folders, ({ folder }) => readPeers([folder], root));
  const sides = await both(read, async (peers) =>
    throughProcesses(withPeers(study, peers), Processes, cleanUp),
  );
  const describe = withBoth({ describe: describeProcesses }, read.flat());
  return { sides, world: worldHere(), describe };
};

/** Either’s workers, called by one page. */
const openWindows: typeof openContestants = async (folders, study, root, cleanUp) => {
  const read = await both(folders, ({ folder }) => readWindows([folder], root));
  const through = await openPage(read.flat());
  cleanUp.defer(() => through.close());
  const sides = await both(read, async (contestants): Promise<StudySide> => ({
    study: throughPage(study, contestants),
    at: (channel) => ({ ...channel, through }),
  }));
  const describe: OpenSides['describe'] = async (paired, tree) => ({
    ...(await describeProcesses(paired, tree)),
    setting: 'page',
    ...through.facts,
  });
  return { sides, world: worldHere(), describe: withBoth({ describe }, read.flat()) };
};

/** Describes a run with both contestants. */
function withBoth(
  { describe }: Pick<OpenSides, 'describe'>,
  contestants: ReadonlyArray<Parameters<typeof outsideOf>[0]>,
): OpenSides['describe'] {
  return async (...of) => ({
    ...(await describe(...of)),
    outside: await Promise.all(contestants.map(outsideOf)),
  });
}
