/** The run of two folders in alternating turns, each with its own code and Workers. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askAbout } from '../../../wire/bench-client/about.ts';
import { messageOf } from '../../../wire/bench-client/failure.ts';
import { withRecovery } from '../../../wire/bench-client/contact.ts';
import { runtimeWorld } from '../../../wire/bench-client/world.ts';
import { armOf, isOutside, type Workload } from '../../../core/plan/index.ts';
import type { Outside } from '../../../core/record/index.ts';
import { describeEnvironment } from '../../../core/run/index.ts';
import { withOutsideLibraries } from '../../../libraries/systems/arms.ts';
import type { AnyStudy, OwnOperations } from '../../../libraries/studies/study-types.ts';
import { noMeter, type OutsideLink } from '../../../wire/links/link.ts';
import { say, UsageError } from '../../shared/args.ts';
import { startBench } from '../../shared/bench.ts';
import { readBuildInfo } from '../../shared/checkout.ts';
import { freshEnds } from '../../shared/identify.ts';
import {
  type Measured,
  nodeFacts,
  nodeLoad,
  ofProcesses,
  type RunWorld,
  takeRun,
  worldHere,
} from '../node-run.ts';
import {
  type OutsideFolder,
  outsideOf,
  readLibrary,
  serveAll,
  workersOf,
} from '../outside/library.ts';
import { withTurns, withWorkloads } from '../outside/own-operations.ts';
import { readWorkloadList } from '../read-options.ts';
import { digestOf } from '../outside/folder.ts';
import type { Compared, SideFacts } from './comparison.ts';
import { type FoldersOptions, type NamedFolder, STUDIES } from './options.ts';
import { pairedPlan, pairStudies, type Side } from './paired.ts';

/** Both sides, started. A stack that is handed over stops them. */
interface OpenSides {
  sides: readonly [base: Side, head: Side];
  /** Of all that is called; the last one is asked what it is. */
  origins: string[];
  outside?: Outside[];
}

/** @returns what is known of both without a record if no configuration differs */
export async function runFolders(
  options: FoldersOptions,
  root: string,
  signal: AbortSignal,
): Promise<Measured | Compared> {
  const { kind, study, budgetMs, seed, margin } = options;
  const [base, head] = options.folders;
  const looksUp = kind === 'checkouts' && options.arms === undefined;
  const changed = looksUp ? await changedArms(study, base.folder, head.folder) : undefined;
  const compared: Compared = {
    base: await factsOf(base),
    head: await factsOf(head),
    study: study.id,
    margin,
    changed,
  };
  if (changed?.length === 0) return compared;
  if (changed !== undefined) say(`Changed in ${study.id}: ${changed.join(', ')}.`);
  await using cleanUp = new AsyncDisposableStack();
  const { sides, origins, outside } =
    kind === 'checkouts'
      ? await openCheckouts(options, cleanUp)
      : await openLibraries(options, root, cleanUp);
  signal.throwIfAborted();
  const own = sides[1].study.arms.map(({ id }) => id);
  const paired = pairStudies({
    sides,
    workloads: readWorkloadList(sides[1].study, options.workloads),
    arms: options.arms ?? changed ?? own.filter(isOutside),
  });
  const { world, environment } = await worldOf(paired.study, origins, root);
  const both = await turnsOfOwn(paired.study, sides[1].own ?? [], world);
  const plan = pairedPlan({ ...paired, study: both }, budgetMs, seed, environment.clockStepUs);
  const ends = { world, environment: { ...environment, outside } };
  const outline = { ...both, arms: sides[1].study.arms };
  return { ...(await takeRun(both, plan, ends, signal)), compared, outline };
}

/** The world of both sides: benches, or only this process if there are none. */
async function worldOf(
  study: AnyStudy,
  origins: readonly string[],
  root: string,
): Promise<RunWorld> {
  const origin = origins.at(-1);
  if (origin === undefined) {
    return { world: worldHere(), environment: ofProcesses(study, await readBuildInfo(root), []) };
  }
  const world = withRecovery({ ...runtimeWorld(origin), load: nodeLoad(), freshEnds }, origins);
  const { arms, reference } = study;
  const about = await askAbout(origin);
  return { world, environment: describeEnvironment(origin, about, nodeFacts(), arms, reference) };
}

/** The study with the turns of its authors’ operations, by what they take with the reference. */
async function turnsOfOwn(
  study: AnyStudy,
  own: ReadonlyArray<Workload<OwnOperations>>,
  world: RunWorld['world'],
): Promise<AnyStudy> {
  const isOwn = ({ id }: { id: string }) => own.some((each) => each.id === id);
  const open = await armOf(study, study.reference).load();
  const { deadlineMs } = study;
  const connect = () =>
    open({ ...world.ends, object: world.freshObject(), meter: noMeter, deadlineMs });
  const turned = await withTurns(study.workloads.filter(isOwn), connect, deadlineMs);
  return {
    ...study,
    workloads: study.workloads.map((each) => turned.find(({ id }) => id === each.id) ?? each),
  };
}

async function factsOf({ name, folder }: NamedFolder): Promise<SideFacts> {
  const { commit, dirty } = await readBuildInfo(folder);
  return { name, source: folder, commit: commit === '' ? null : commit, dirty };
}

/** Files that every configuration runs: links of clients, the service and the Worker, and what is installed. */
const SHARED = ['bench-workers', 'src/wire', 'wrangler.jsonc', 'package-lock.json'];

/**
 * Ids of the arms whose library has other files in one checkout than in the other; of all usual arms,
 * where files differ that every arm runs.
 */
async function changedArms({ arms }: AnyStudy, base: string, head: string): Promise<string[]> {
  const differs = async (path: string): Promise<boolean> =>
    (await stateOf(join(base, path))) !== (await stateOf(join(head, path)));
  for (const path of SHARED) {
    if (await differs(path)) return arms.flatMap(({ id, optional }) => (optional ? [] : id));
  }
  const changed = new Set<string>();
  for (const system of new Set(arms.map((arm) => arm.system))) {
    if (await differs(`src/libraries/systems/${system}`)) changed.add(system);
  }
  return arms.flatMap(({ id, system }) => (changed.has(system) ? id : []));
}

/** The text of a file, the digest of a folder, or nothing if there is neither. */
async function stateOf(path: string): Promise<string> {
  const is = await stat(path).catch(() => undefined);
  if (is === undefined) return '';
  return is.isDirectory() ? digestOf(path) : readFile(path, 'utf8');
}

/** Starts the bench of either checkout; the code of both runs in this process. */
async function openCheckouts(
  { folders, study }: FoldersOptions,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const open = async ({ name, folder }: NamedFolder): Promise<Side & { origin: string }> => {
    const loading = import(pathToFileURL(join(folder, STUDIES)).href).catch((cause: unknown) => {
      throw new Error(`${name}: ${folder}/${STUDIES} does not load: ${messageOf(cause)}`, {
        cause,
      });
    });
    const { studies } = (await loading) as { studies: AnyStudy[] };
    const own = studies.find(({ id }) => id === study.id);
    if (own === undefined) {
      throw new Error(`study: got ${study.id}, which ${name} has not, expected one that both have`);
    }
    const bench = await startBench({ root: folder, port: 0 });
    cleanUp.defer(() => bench.stop());
    return { name, study: own, origin: bench.origin };
  };
  const sides = [await open(folders[0]), await open(folders[1])] as const;
  return { sides, origins: sides.map(({ origin }) => origin) };
}

/** Starts the Worker of either library beside the bench, in one workerd; nothing of libraries without a server. */
async function openLibraries(
  { folders, study, kind }: FoldersOptions,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const isClientOnly = kind === 'clients';
  const read = async ({ folder, name }: NamedFolder) => {
    const { worker, ...library } = await readLibrary(folder, root, false, isClientOnly);
    // Both may have one id, and each has its own objects.
    return { ...library, worker: worker && { ...worker, id: `${worker.id}-${name}` } };
  };
  const [base, head] = [await read(folders[0]), await read(folders[1])];
  // An operation of both is the head’s.
  const shared = new Map(
    [base, head].flatMap(({ workloads = [] }) => workloads.map((each) => [each.id, each])),
  );
  const own = [...shared.values()];
  if (isClientOnly && own.length === 0) {
    const expected = 'expected some in one of the two: see /outside/#own-operations';
    throw new UsageError(`--client-only: got no workloads from either folder, ${expected}`);
  }
  const sideOf = (library: OutsideFolder, { name }: NamedFolder): Side => {
    const served = withOutsideLibraries(withWorkloads(study, own), [library]);
    return { name, own, study: isClientOnly ? withoutServer(served, library) : served };
  };
  const sides = [sideOf(base, folders[0]), sideOf(head, folders[1])] as const;
  const outside = [await outsideOf(base), await outsideOf(head)];
  if (isClientOnly) return { sides, origins: [], outside };
  const bench = await startBench({ root, port: 0, extraWorkers: workersOf([base, head]) });
  cleanUp.defer(() => bench.stop());
  serveAll([base, head], bench.extraOrigins);
  return { sides, origins: [...bench.extraOrigins.values(), bench.origin], outside };
}

/** The study with arms whose clients open by themselves: nothing is there to be called. */
function withoutServer(study: AnyStudy, { system, load }: OutsideFolder): AnyStudy {
  const arms = study.arms.map((arm, at) => ({
    ...arm,
    async load() {
      const { open } = await load();
      const link = { arm: system.arms[at]?.name } as OutsideLink;
      return async () => {
        try {
          return await open(link);
        } catch (cause) {
          const why = `${arm.label}: open failed, and with --client-only it has no server to reach`;
          throw new Error(`${why}: ${messageOf(cause)}`, { cause });
        }
      };
    },
  }));
  return { ...study, arms, reference: arms[0]?.id ?? '' };
}
