/** Turns, which follow from the workload, the distance and the clock, and the clocks that a run can be timed by. */
import type { PlannedTurn } from '../record/index.ts';
import type { Study, TurnSize, TurnSizes } from './study.ts';
import { overlaps, timesOpening, type WorkloadSize } from './workloads.ts';

/** Time of one small operation from which on the other end is far, in ms. */
export const FAR_MS = 5;

/** Usual turns nearby. The first calls after another arm’s turn take 1.5 to 3.5 times the others; then times stand. */
const NEAR = {
  bench: { leadIn: 6, operations: 6 },
  processes: { leadIn: 8, operations: 8 },
  page: { leadIn: 6, operations: 16 },
} as const satisfies Record<NonNullable<Study<never>['place']> | 'bench', TurnSize>;
const FAR: TurnSize = { leadIn: 0, operations: 1 };

/** Turns nearby of operations that take as long as many small ones, by their calls or bytes. */
const LARGE: ReadonlyArray<{ calls: number; bytes: number; turn: TurnSize }> = [
  { calls: 1000, bytes: 4_000_000, turn: { leadIn: 1, operations: 1 } },
  { calls: 50, bytes: 1_000_000, turn: { leadIn: 1, operations: 2 } },
];

/** Fewest steps of the clock that a sample has to last; shorter operations have no percentiles. */
export const CLOCK_STEPS_PER_SAMPLE = 10;
/** Steps of the clock up to which operations are timed one by one, in µs: small ones, and all that take longer. */
const FINE_US = { small: 50, long: 1000 } as const;

/** So many timed operations at any distance, and a lead-in nearby. */
export function wholeTurn(leadIn: number, operations: number): TurnSizes {
  return { near: { leadIn, operations }, far: { leadIn: 0, operations } };
}

/** The other end and the clock of a run. */
export interface RunPlace {
  /** Time of one small operation, in ms. */
  msPerOperation: number;
  /** Smallest step of the client’s clock, in µs. */
  clockStepUs: number;
}

/** The turn of a workload, the same for every arm and every launch. A coarser clock times more operations, as one. */
export function turnOf(
  workload: WorkloadSize,
  at: Study<never>['place'],
  { msPerOperation, clockStepUs }: RunPlace,
): PlannedTurn {
  const { turn, cycle = 1, fromMarker } = workload;
  const { callsPerOperation: calls = 1, bytesPerOperation: bytes = 0 } = workload;
  if (timesOpening(workload)) return { leadIn: 0, operations: 1 };
  const isFar = msPerOperation >= FAR_MS;
  if (turn !== undefined) return turn[isFar ? 'far' : 'near'];
  const large = LARGE.find((each) => calls >= each.calls || bytes >= each.bytes)?.turn;
  const usual = isFar ? FAR : (large ?? NEAR[at ?? 'bench']);
  const fineUs = isFar || large ? FINE_US.long : FINE_US.small;
  const times = Math.ceil(clockStepUs / fineUs);
  const whole = (count: number) => Math.ceil(count / cycle) * cycle;
  const leadIn = whole(usual.leadIn);
  if (times === 1 || fromMarker === true || overlaps(workload)) {
    return { leadIn, operations: whole(usual.operations) };
  }
  return { leadIn, operations: whole(times * usual.operations), together: true };
}

/**
 * Longest step of a clock that a run can be timed by, in µs. Browsers that resist fingerprinting move theirs
 * once in 16.67 or 100 ms.
 */
const COARSEST_US = 10_000;

/** @throws RangeError for a clock too coarse to time anything by */
export function expectFineClock(clockStepUs: number): void {
  if (clockStepUs <= COARSEST_US) return;
  const step = Number((clockStepUs / 1000).toFixed(2));
  throw new RangeError(
    `This browser’s clock is too coarse (${step} ms). A run needs steps of ${COARSEST_US / 1000} ms or less: ` +
      'turn off the protection against fingerprinting for this site, or use another browser',
  );
}
