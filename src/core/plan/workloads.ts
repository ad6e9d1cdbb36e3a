/** The workloads of a study, how their operations follow each other, and which arms cannot do which. */
import { CONTROL, type Lack, type Load, type SessionPlan } from '../record/index.ts';
import type { Arm, WorkloadMaker, Study, Workload, WorkloadOutline } from './study.ts';

/** A study as far as its workloads are looked up: those listed, and those made of an id. */
interface Offer<Made extends WorkloadOutline> {
  workloads: readonly Made[];
  maker?: WorkloadMaker<Made>;
}

/** The workload of this id; undefined if the study has none. @throws RangeError for an id that asks for too much */
export function findWorkload<Made extends WorkloadOutline>(
  { workloads, maker }: Offer<Made>,
  id: string,
): Made | undefined {
  return workloads.find((each) => each.id === id) ?? maker?.make(id);
}

/** The workload of this id. @throws RangeError naming `what`, the id got and those expected */
export function workloadOf<Made extends WorkloadOutline>(
  study: Offer<Made>,
  id: string,
  what = 'workload',
): Made {
  const found = findWorkload(study, id);
  if (found !== undefined) return found;
  const known = study.workloads.map((each) => each.id).join(', ');
  const made = study.maker === undefined ? '' : `, or ${study.maker.form}`;
  throw new RangeError(`${what}: got "${id}", expected one of ${known}${made}`);
}

/** The workloads of these ids, each once, the listed ones first. @throws RangeError as {@link workloadOf} does */
export function workloadsOf<Made extends WorkloadOutline>(
  study: Offer<Made>,
  ids: readonly string[],
): Made[] {
  const found = new Map(ids.map((id) => [id, workloadOf(study, id)]));
  const listed = study.workloads.filter(({ id }) => found.delete(id));
  return [...listed, ...found.values()];
}

const fields = {
  concurrency: true,
  connections: true,
  cold: true,
  callsPerOperation: true,
  per: true,
  fromMarker: true,
  bytesPerOperation: true,
} as const satisfies Record<keyof Load, true>;

/** The load of a workload: an empty object if operations simply follow each other. */
function loadOf(workload: Load): Load {
  const known = Object.keys(fields) as Array<keyof Load>;
  return Object.fromEntries(
    known.flatMap((name) => (workload[name] === undefined ? [] : [[name, workload[name]]])),
  );
}

/** True of a load with several operations under way at once, so that their times cannot be added. */
export function overlaps({ concurrency }: Load): boolean {
  return concurrency !== undefined;
}

/** The loads of a plan's workloads; those that simply follow each other are left out. */
export function loadsOf(
  workloads: ReadonlyArray<Load & { id: string }>,
): Pick<SessionPlan, 'loads'> {
  const loads = workloads
    .map((workload) => [workload.id, loadOf(workload)] as const)
    .filter(([, load]) => Object.keys(load).length > 0);
  return loads.length === 0 ? {} : { loads: Object.fromEntries(loads) };
}

/** The arm of this id; the A/A control is the reference. @throws RangeError for one that the study has not */
export function armOf<Operations>(
  { arms, reference }: Pick<Study<Operations>, 'arms' | 'reference'>,
  id: string,
): Arm<Operations> {
  const arm = arms.find((each) => each.id === (id === CONTROL ? reference : id));
  if (arm !== undefined) return arm;
  const known = arms.map((each) => each.id).join(', ');
  throw new RangeError(`arm: got "${id}", expected one of ${known}`);
}

/** The arms' workloads that cannot be done, in the order of the arms; the A/A control is the reference. */
export function lacksOf<Operations>(
  study: Pick<Study<Operations>, 'arms' | 'reference'>,
  arms: readonly string[],
  workloads: readonly string[],
): Lack[] {
  return arms.flatMap((id) => {
    const { cannot } = armOf(study, id);
    return workloads.flatMap((workload): Lack[] => {
      const reason = cannot?.[workload];
      return reason === undefined ? [] : [{ arm: id, workload, reason }];
    });
  });
}

/** Ids of all arms that cannot do a workload, with the A/A control if the reference cannot. */
export function lackedBy<Operations>(
  study: Pick<Study<Operations>, 'arms' | 'reference'>,
  workload: string,
): string[] {
  const arms = [...study.arms.map(({ id }) => id), CONTROL];
  return lacksOf(study, arms, [workload]).map(({ arm }) => arm);
}

/** The reason that an arm has no part in a workload of a plan; undefined if it has. */
export function lackIn(
  { cannot = [] }: Pick<SessionPlan, 'cannot'>,
  arm: string,
  workload: string,
): string | undefined {
  return cannot.find((lack) => lack.arm === arm && lack.workload === workload)?.reason;
}

/** The arms of a plan that can do a workload. */
export function armsFor(plan: Pick<SessionPlan, 'arms' | 'cannot'>, workload: string): string[] {
  return plan.arms.filter((arm) => lackIn(plan, arm, workload) === undefined);
}

/** True of a load about the opening: each operation has a connection of its own, which is closed before the next. */
export function timesOpening({ cold }: Load): boolean {
  return cold === true;
}

/** True of a workload that can be done on a connection which others had before and will have after. */
export function canShareConnection(
  workload: Load & Pick<Workload<never>, 'leaves' | 'deadlineMs'>,
): boolean {
  const { leaves, deadlineMs } = workload;
  return (
    leaves !== undefined &&
    deadlineMs === undefined &&
    !timesOpening(workload) &&
    !overlaps(workload)
  );
}

/** The parts of an operation, from which its turn follows, and its time is estimated before it has run. */
export interface WorkloadSize extends Load, Pick<Workload<never>, 'turn' | 'cycle'> {
  /** True if it shares connections with others that do. */
  shared?: true;
}

/** The network between client and bench, assumed or measured. */
export interface Network {
  /** Time of one small operation, in ms. */
  msPerOperation: number;
  /** Time to open one connection, in ms. */
  connectMs: number;
}

/** A bench on the same machine. */
export const SAME_MACHINE: Network = { msPerOperation: 0.5, connectMs: 5 };

/** Time that each further call of those made at once takes, in ms. */
const MS_PER_FURTHER_CALL = 0.05;
/** Time that a stream takes in addition to its items, in ms: a page reads each in a task of its own. */
const MS_PER_STREAM = 20;
/** Payload that a connection carries, in bytes per ms. */
const BYTES_PER_MS = 20_000;

export function sizeOf(workload: Workload<never>): WorkloadSize {
  const { turn, cycle } = workload;
  return {
    ...loadOf(workload),
    ...(turn && { turn }),
    ...(cycle && { cycle }),
    ...(canShareConnection(workload) && { shared: true }),
  };
}

/** Why no browser measures such an arm: a page can neither ask for a new connection nor see that it has one. */
const KEPT =
  'A browser sends requests over connections that it keeps, so none of them is known to be new.';

/** The study as a browser can run it: without requests whose point is the opening. */
export function inBrowser<Operations>(study: Study<Operations>): Study<Operations> {
  const cold = study.workloads.filter(timesOpening).map(({ id }) => [id, KEPT] as const);
  const arms = study.arms.map((arm) =>
    arm.accept === 'request'
      ? { ...arm, cannot: { ...arm.cannot, ...Object.fromEntries(cold) } }
      : arm,
  );
  return { ...study, arms };
}

/** Time of one operation of a turn, in ms. Operations under way at once share the time that they take. */
export function expectedMs(size: WorkloadSize, { msPerOperation, connectMs }: Network): number {
  const { concurrency = 1, cold, callsPerOperation = 1, bytesPerOperation = 0, per } = size;
  const each =
    msPerOperation +
    (callsPerOperation - 1) * MS_PER_FURTHER_CALL +
    bytesPerOperation / BYTES_PER_MS +
    (per === 'item' ? MS_PER_STREAM : 0) +
    (cold ? connectMs : 0);
  return Math.max(each / concurrency, Math.min(each, MS_PER_FURTHER_CALL));
}
