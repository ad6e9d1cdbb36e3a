/** How the operations of workloads follow each other, and which arms cannot do which, as data. */
import { type Lack, type Load, type RecordPlan, TWIN } from '../record/index.ts';
import type { Study, Workload } from './study.ts';

/** Names of all fields of a load. */
const fields = {
  concurrency: true,
  ratePerSecond: true,
  cold: true,
  pauseMs: true,
  callsPerOperation: true,
  bytesPerOperation: true,
} as const satisfies Record<keyof Load, true>;

/** What of a workload is its load: an empty object where operations simply follow each other. */
function loadOf(workload: Load): Load {
  const known = Object.keys(fields) as Array<keyof Load>;
  return Object.fromEntries(
    known.flatMap((name) => (workload[name] === undefined ? [] : [[name, workload[name]]])),
  );
}

/** Whether a load has several operations under way at once, so that their times cannot be added. */
export function overlaps({ concurrency, ratePerSecond }: Load): boolean {
  return concurrency !== undefined || ratePerSecond !== undefined;
}

/** The loads of a plan's workloads; those that simply follow each other are left out. */
export function loadsOf(
  workloads: ReadonlyArray<Load & { id: string }>,
): Pick<RecordPlan, 'loads'> {
  const loads = workloads
    .map((workload) => [workload.id, loadOf(workload)] as const)
    .filter(([, load]) => Object.keys(load).length > 0);
  return loads.length === 0 ? {} : { loads: Object.fromEntries(loads) };
}

/** The arms' workloads that cannot be done, in the order of the arms; the twin is the reference. */
export function lacksOf<Operations>(
  study: Pick<Study<Operations>, 'arms' | 'reference'>,
  arms: readonly string[],
  workloads: readonly string[],
): Lack[] {
  return arms.flatMap((id) => {
    const arm = study.arms.find((each) => each.id === (id === TWIN ? study.reference : id));
    return workloads.flatMap((workload): Lack[] => {
      const reason = arm?.cannot?.[workload];
      return reason === undefined ? [] : [{ arm: id, workload, reason }];
    });
  });
}

/** Ids of all arms that cannot do a workload, the twin among them where the reference cannot. */
export function lackedBy<Operations>(
  study: Pick<Study<Operations>, 'arms' | 'reference'>,
  workload: string,
): string[] {
  const arms = [...study.arms.map(({ id }) => id), TWIN];
  return lacksOf(study, arms, [workload]).map(({ arm }) => arm);
}

/** Why an arm's block of a workload is not part of a plan; undefined where it is. */
export function lackIn(
  { cannot = [] }: Pick<RecordPlan, 'cannot'>,
  arm: string,
  workload: string,
): string | undefined {
  return cannot.find((lack) => lack.arm === arm && lack.workload === workload)?.reason;
}

/** Blocks in each round of a plan. */
export function blocksPerRound({
  arms,
  workloads,
  cannot = [],
}: Pick<RecordPlan, 'arms' | 'workloads' | 'cannot'>): number {
  return arms.length * workloads.length - cannot.length;
}

// How long a block may be expected to take, before it has run: for estimates, never for results.

/** What a block of a workload consists of. */
export interface Size extends Load {
  /** Timed operations. */
  timed: number;
  /** Operations that run before. */
  warmUp: number;
}

/** What is assumed or known of the way to the bench. */
export interface Way {
  /** Time of one small operation, in ms. */
  msPerOperation: number;
  /** Time to open one connection, in ms. */
  connectMs: number;
}

/** A bench on the same machine. */
export const NEAR: Way = { msPerOperation: 0.5, connectMs: 5 };

/** Time that a call takes besides the one it is made at once with, in ms. */
const MS_PER_FURTHER_CALL = 0.05;
/** Payload that gets through, in bytes per ms. */
const BYTES_PER_MS = 20_000;

export function sizeOf(workload: Workload<never>): Size {
  const { operations, warmUp } = workload;
  return { ...loadOf(workload), timed: operations.length, warmUp: warmUp.length };
}

/** Calls of one block: warm-up, timed ones, and one that checks the outcome. */
export function callsOf({ timed, warmUp, callsPerOperation = 1 }: Size): number {
  return (warmUp + timed) * callsPerOperation + 1;
}

/** Payload of one block besides that of small calls, in bytes. */
export function payloadOf({ timed, warmUp, bytesPerOperation = 0 }: Size): number {
  return (warmUp + timed) * bytesPerOperation;
}

/** Time of one block, in ms: connecting, warming up, pausing, timing and checking. */
export function expectedMs(size: Size, { msPerOperation, connectMs }: Way): number {
  const { timed, warmUp, concurrency = 1, ratePerSecond, pauseMs = 0 } = size;
  const { callsPerOperation = 1, bytesPerOperation = 0 } = size;
  const each =
    msPerOperation +
    (callsPerOperation - 1) * MS_PER_FURTHER_CALL +
    bytesPerOperation / BYTES_PER_MS;
  const timedMs =
    ratePerSecond === undefined
      ? timed * Math.max(each / concurrency, Math.min(each, MS_PER_FURTHER_CALL))
      : (timed / ratePerSecond) * 1000;
  return connectMs + pauseMs + (warmUp + 1) * each + timedMs;
}
