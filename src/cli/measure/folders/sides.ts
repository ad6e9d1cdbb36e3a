/** Two folders, each with its own code and Workers: checkouts of this project, or contestants. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askAbout } from '../../../bench-client/about.ts';
import { messageOf } from '../../../bench-client/failure.ts';
import { withRecovery } from '../../../bench-client/contact.ts';
import { runtimeWorld } from '../../../bench-client/world.ts';
import type { Channel } from '../../../harness/plan/index.ts';
import type { Environment } from '../../../harness/record/index.ts';
import { describeEnvironment } from '../../../harness/run/index.ts';
import { isBench } from '../../../links/link.ts';
import { withContestants } from '../../../systems/arms.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { startBench } from '../../shared/bench.ts';
import { type Ends, nodeFacts, nodeLoad } from '../measure-in.ts';
import { outsideOf, readContestant, serveAll, workersOf } from '../outside/contestant.ts';
import { type FoldersOptions, type NamedFolder, STUDIES } from './options.ts';
import type { Side } from './paired.ts';

/** Both sides, started. A stack that is handed over stops them. */
export interface OpenSides extends Pick<Ends, 'world'> {
  sides: readonly [base: Side, head: Side];
  describe: (paired: AnyStudy) => Promise<Environment>;
}

/** The same of both, one after the other. */
async function both<Made>(
  [base, head]: FoldersOptions['folders'],
  make: (folder: NamedFolder, at: 0 | 1) => Promise<Made>,
): Promise<[base: Made, head: Made]> {
  return [await make(base, 0), await make(head, 1)];
}

/** The study as a checkout has it, whose code runs in this process. */
async function studyOf({ name, folder }: NamedFolder, id: string): Promise<AnyStudy> {
  const loading = import(pathToFileURL(join(folder, STUDIES)).href).catch((cause: unknown) => {
    throw new Error(`${name}: ${STUDIES} of ${folder} does not load: ${messageOf(cause)}`, {
      cause,
    });
  });
  const { studies } = (await loading) as { studies: AnyStudy[] };
  const study = studies.find((each) => each.id === id);
  if (study !== undefined) return study;
  throw new Error(`study: got ${id}, which ${name} has not, expected one that both have`);
}

/** Starts the bench of either checkout. */
export async function openCheckouts(
  { folders, study }: FoldersOptions,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const origins: string[] = [];
  const sides = await both(folders, async (each): Promise<Side> => {
    const own = await studyOf(each, study.id);
    const bench = await startBench({ root: each.folder, port: 0, detached: true });
    cleanUp.defer(() => bench.stop());
    const { origin } = bench;
    origins.push(origin);
    return { name: each.name, study: own, at: (channel) => atBench(origin, channel) };
  });
  return { sides, ...atBenches(origins) };
}

/** A channel to the bench at an origin. */
export function atBench(origin: string, { through, ...channel }: Channel): Channel {
  if (!isBench(through)) throw new TypeError('measure: got no bench to reach, expected one');
  return { ...channel, through: { ...through, origin } };
}

/** A run against benches on this machine, described by the last of them. */
function atBenches(origins: readonly string[]): Omit<OpenSides, 'sides'> {
  const origin = origins.at(-1) ?? '';
  return {
    world: withRecovery({ ...runtimeWorld(origin), load: nodeLoad() }, origins),
    describe: async ({ arms, reference }) =>
      describeEnvironment(origin, await askAbout(origin), nodeFacts(), arms, reference),
  };
}

/**
 * Starts the Worker of either contestant beside the bench, in one workerd.
 *
 * @param root the checkout, or the folder of the package, whose code measures
 */
export async function openContestants(
  { folders, study }: FoldersOptions,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const read = await both(folders, async ({ folder }, at) => {
    const { worker, ...contestant } = await readContestant(folder, root, false);
    // Both may have one id, and each has its own objects.
    return { ...contestant, worker: worker && { ...worker, id: `${worker.id}-${at}` } };
  });
  const bench = await startBench({ root, port: 0, detached: true, extraWorkers: workersOf(read) });
  cleanUp.defer(() => bench.stop());
  serveAll(read, bench.extraOrigins);
  const sides = await both(folders, async ({ name }, at): Promise<Side> => ({
    ...{ name, study: withContestants(study, [read[at]]), at: (channel) => channel },
  }));
  const { world, describe } = atBenches([...bench.extraOrigins.values(), bench.origin]);
  return {
    ...{ sides, world },
    describe: async (paired) => ({
      ...(await describe(paired)),
      outside: await Promise.all(read.map(outsideOf)),
    }),
  };
}
