/** The run of two folders in alternating turns, each with its own code and Workers. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Arm,
  armOf,
  type Connection,
  FAR_MS,
  findWorkload,
  isOutside,
  makePlan,
  type Open,
  type Plan,
  type Study,
  type Workload,
  wholeTurn,
  workloadsOf,
} from '../../../core/plan/index.ts';
import { CONTROL, excerptOf, type Outside } from '../../../core/record/index.ts';
import type { AnyStudy, OwnOperations } from '../../../libraries/studies/study-types.ts';
import { withOutsideLibraries } from '../../../libraries/systems/arms.ts';
import { askAbout } from '../../../wire/bench-client/about.ts';
import { messageOf } from '../../../wire/bench-client/failure.ts';
import { noMeter } from '../../../wire/links/link.ts';
import { say, UsageError } from '../../shared/args.ts';
import { startBench } from '../../shared/bench.ts';
import { readBuildInfo } from '../../shared/checkout.ts';
import { settledIn } from '../../shared/process-end.ts';
import { type Measured, type RunWorld, takeRun, worldOfBenches } from '../node-run.ts';
import { type FoldersOptions, type NamedFolder, readWorkloadList, STUDIES } from '../options.ts';
import {
  digestOf,
  type OutsideFolder,
  outsideOf,
  readLibrary,
  serveAll,
  workersOf,
} from '../outside/folder.ts';
import { type Compared, type SideFacts, sideId } from './comparison.ts';

/** Both sides, started. A stack that is handed over stops them. */
interface OpenSides {
  sides: readonly [base: Side, head: Side];
  /** Of all that is called; the last one is asked what it is. */
  origins: string[];
  outside?: Outside[];
  /** Operations of the study that the folders brought. */
  own: ReadonlyArray<Workload<OwnOperations>>;
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
  const { sides, origins, outside, own } =
    kind === 'checkouts'
      ? await openCheckouts(options, cleanUp)
      : await openLibraries(options, root, cleanUp);
  signal.throwIfAborted();
  const named = sides[1].study;
  const brought = named.arms.map(({ id }) => id).filter(isOutside);
  const paired = pairStudies({
    sides,
    workloads: readWorkloadList(named, options.workloads),
    arms: options.arms ?? changed ?? brought,
  });
  const about = await askAbout(origins.at(-1) ?? '');
  const { world, environment } = worldOfBenches(paired.study, origins, about);
  const both = await withTurnsOfOwn(paired.study, own, world);
  const plan = pairedPlan({ ...paired, study: both }, budgetMs, seed, environment.clockStepUs);
  const ends = { world, environment: { ...environment, outside } };
  const measured = await takeRun(both, plan, ends, signal);
  return { ...measured, folders: { compared, study: named } };
}

/** The study with the turns of its authors’ operations, by what they take with the reference. */
async function withTurnsOfOwn(
  study: AnyStudy,
  own: ReadonlyArray<Workload<OwnOperations>>,
  world: RunWorld['world'],
): Promise<AnyStudy> {
  const open = await armOf(study, study.reference).load();
  const { deadlineMs } = study;
  const connect = () =>
    open({ ...world.ends, object: world.freshObject(), meter: noMeter, deadlineMs });
  const workloads: Array<Workload<OwnOperations>> = [];
  for (const each of study.workloads) {
    const isOwn = own.some(({ id }) => id === each.id);
    workloads.push(isOwn ? await withTurn(each, connect, deadlineMs) : each);
  }
  return { ...study, workloads };
}

/** A study with operations of an author’s own first. @throws Error for an id that the study has itself */
function withWorkloads<Operations>(
  study: Study<Operations>,
  own: ReadonlyArray<Workload<Operations>>,
): Study<Operations> {
  const taken = own.find(({ id }) => study.workloads.some((each) => each.id === id));
  if (taken === undefined) return { ...study, workloads: [...own, ...study.workloads] };
  throw new Error(`workloads: got "${taken.id}", which ${study.id} has, expected another id`);
}

/** Calls of an operation that show how long it takes. */
const CALLS = 3;

/**
 * The same operation, with short turns if it takes long: nothing is known of it before.
 *
 * @param deadlineMs longest that the opening of a connection or one call may take, in ms
 * @throws Error naming the operation
 */
export async function withTurn<Operations>(
  own: Workload<Operations>,
  connect: () => ReturnType<Open<Operations>>,
  deadlineMs: number,
): Promise<Workload<Operations>> {
  const connection = await settledIn(connect, deadlineMs).catch(failedAt('open'));
  let shortestMs = Infinity;
  try {
    for (let place = 0; place < CALLS; place += 1) {
      const operation = own.operation(place);
      const calledAt = performance.now();
      await settledIn(async () => operation(expectOpened(connection).operations), deadlineMs);
      shortestMs = Math.min(shortestMs, performance.now() - calledAt);
    }
  } catch (cause) {
    failedAt(own.id)(cause);
  } finally {
    connection?.close?.();
  }
  return shortestMs < FAR_MS ? own : { ...own, turn: wholeTurn(1, 1) };
}

const failedAt = (what: string) => (cause: unknown) => {
  throw new Error(`${what}: ${messageOf(cause)}`, { cause });
};

/** @throws TypeError if it is not what `open` is to return */
function expectOpened<Operations>(opened: Connection<Operations>): Connection<Operations> {
  const { operations, close } = (opened ?? {}) as Partial<typeof opened>;
  if (typeof operations === 'object' && typeof close === 'function') return opened;
  const got = `operations: ${typeof operations}, close: ${typeof close}`;
  throw new TypeError(`open: got { ${got} }, expected an object and a function`);
}

async function factsOf({ name, folder }: NamedFolder): Promise<SideFacts> {
  const { commit, dirty } = await readBuildInfo(folder);
  return { name, source: folder, commit: commit === '' ? null : commit, dirty };
}

/** Files that every configuration runs: links of clients, the service and the Worker, and what is installed. */
const SHARED = ['bench-workers', 'src/wire', 'wrangler.jsonc', 'package-lock.json'];

/** All usual arms are changed where files differ that every arm runs. */
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
  return { sides, origins: sides.map(({ origin }) => origin), own: [] };
}

/** Starts the Worker of either library beside the bench, in one workerd. */
async function openLibraries(
  { folders, study }: FoldersOptions,
  root: string,
  cleanUp: AsyncDisposableStack,
): Promise<OpenSides> {
  const read = async ({ folder, name }: NamedFolder) => {
    const { worker, ...library } = await readLibrary(folder, root, false);
    // Both may have one id, and each has its own objects.
    return { ...library, worker: worker && { ...worker, id: `${worker.id}-${name}` } };
  };
  const [base, head] = [await read(folders[0]), await read(folders[1])];
  // An operation of both is the head’s.
  const shared = new Map(
    [base, head].flatMap(({ workloads = [] }) => workloads.map((each) => [each.id, each])),
  );
  const own = [...shared.values()];
  const all = withWorkloads(study, own);
  const sideOf = (library: OutsideFolder, { name }: NamedFolder): Side => ({
    name,
    study: withOutsideLibraries(all, [library]),
  });
  const sides = [sideOf(base, folders[0]), sideOf(head, folders[1])] as const;
  const outside = [await outsideOf(base), await outsideOf(head)];
  const bench = await startBench({ root, port: 0, extraWorkers: workersOf([base, head]) });
  cleanUp.defer(() => bench.stop());
  serveAll([base, head], bench.extraOrigins);
  return { sides, origins: [...bench.extraOrigins.values(), bench.origin], outside, own };
}

interface Side {
  /** As `--system` names it. */
  name: string;
  study: AnyStudy;
  /** Origin of the bench that serves its arms, if it has one of its own. */
  origin?: string;
}

interface Pairing {
  sides: readonly [base: Side, head: Side];
  arms: readonly string[];
  workloads: readonly string[] | undefined;
}

/** The study that runs both sides, and the arms whose turns stand next to each other. */
type PairedStudy = ReturnType<typeof pairStudies>;

/** Most configurations: a record has both sides of each, and the two that repeat one. */
const MOST = 17;

/**
 * A study whose arms are those of two folders, each reaching its own other ends through its own client half.
 * Workloads are the head's, and so are the operations in them, except where turns are taken elsewhere: those are
 * each side's own. The A/A control repeats the base's reference, by itself: beside the reference it would find the
 * base's code and Workers warm, and leave them so. The head's reference is repeated too, in no row, or the head's
 * code would be a little less warm.
 *
 * @throws UsageError when the two have no arm or workload in common that was asked for, or too many arms
 */
export function pairStudies({ sides, arms, workloads }: Pairing) {
  const [base, head] = sides;
  const ids = (each: ReadonlyArray<{ id: string }>) => each.map(({ id }) => id);
  const common = ids(head.study.arms).filter(
    (id) => arms.includes(id) && base.study.arms.some((arm) => arm.id === id),
  );
  const wanted =
    workloads === undefined
      ? head.study.workloads.filter(({ optional }) => !optional)
      : workloadsOf(head.study, workloads);
  const measured = wanted.filter(({ id }) => findWorkload(base.study, id) !== undefined);
  const [first] = common;
  if (first === undefined || measured.length === 0) {
    const lists = [base, head].map(({ study }) =>
      first === undefined ? ids(study.arms) : ids(study.workloads),
    );
    const what = first === undefined ? 'configuration' : 'operation';
    const got = lists.map((list) => excerptOf(list)).join(' and ');
    throw new UsageError(`--system: got ${got}, expected one ${what} or more in common`);
  }
  if (common.length > MOST) {
    const got = `${common.length} configurations in common`;
    throw new UsageError(
      `--system: got ${got}, expected at most ${MOST}, for which a record has places`,
    );
  }
  const reference = common.includes(head.study.reference) ? head.study.reference : first;
  const own = sideArm(head, reference);
  const again = { ...own, id: sideId(head.name, 'again'), label: `${own.label}, again` };
  const pairs = common.map((id) => [sideArm(base, id), sideArm(head, id)]);
  const to = sideId(base.name, reference);
  const study: AnyStudy = {
    ...head.study,
    arms: [...pairs.flat(), again],
    workloads: measured,
    baseline: to,
    reference: to,
    subjects: common.map((id) => sideId(head.name, id)),
  };
  return { study, groups: [...pairs.map(ids), [CONTROL], [again.id]] };
}

function sideArm({ name, study, origin }: Side, id: string): Arm<OwnOperations> {
  const arm = study.arms.find((each) => each.id === id) as Arm<OwnOperations>;
  return {
    ...arm,
    id: sideId(name, id),
    label: `${arm.label} (${name})`,
    async load() {
      const open = await arm.load();
      return (opening) => open(origin === undefined ? opening : { ...opening, origin });
    },
  };
}

/** Lays out a run of two sides: in every round the turns of an arm's two sides stand next to each other. */
export function pairedPlan(
  { study, groups }: PairedStudy,
  budgetMs: number,
  seed: number,
  clockStepUs: number,
): Plan {
  const { reference, subjects } = study;
  const workloads = study.workloads.map(({ id }) => id);
  const length = { rule: 'time', budgetMs } as const;
  // Named in the plan, so that the record says itself that it is none of the study's own arms.
  const options = { length, arms: groups.flat(), workloads, reference, subjects };
  return { ...makePlan(study, options, seed, { msPerOperation: 0, clockStepUs }).plan, groups };
}
