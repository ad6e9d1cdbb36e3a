import { medianSorted, quantileSorted } from 'simple-statistics';
import type { DiscardReason } from '../record/index.ts';
import { CLOCK_STEPS_PER_SAMPLE, overlaps } from '../plan/index.ts';
import {
  bySession,
  type Cell,
  memoize,
  msPerOperation,
  operationsPerSecond,
  type Unit,
} from './cells.ts';
import { medianOfSessions, type SessionValue } from './clusters.ts';
import type { Estimate } from './interval.ts';
import { placesOf } from './ratio.ts';

/**
 * The figures of one arm in one workload. Medians are over sessions, of the medians of their turns; estimates of
 * several launches or runs are the geometric mean of the median of each.
 */
export interface ArmSummary {
  arm: string;
  workload: string;
  /** Turns that count. */
  counted: number;
  /** Turns that are discarded. */
  void: number;
  /** Given if nothing counts, or if calls stalled or failed during the run. */
  failure?: ArmFailure;
  /** Median of the time per operation, in ms. */
  msPerOperation: Estimate | undefined;
  /** Median of operations ÷ total time, per second. */
  operationsPerSecond: Estimate | undefined;
  /** Median of the time to the first item of a stream, in ms; only if the client reads it. */
  firstMs: number | undefined;
  /** Median of the payload carried ÷ total time, in MB (a million bytes) per second. */
  megabytesPerSecond: Estimate | undefined;
  /** Median of the time to open a connection, in ms; only if they were opened one by one. */
  connectMs: Estimate | undefined;
  /** Median of a bare round trip, in ms; only if the other end answers it without running code. */
  networkMs: number | undefined;
  /** Median of frames per operation. */
  framesPerOperation: BothWays | undefined;
  /** Median of payload bytes per operation. */
  bytesPerOperation: BothWays | undefined;
  /** Median of round trips per operation. Absent if several calls are under way at once, and in old records. */
  roundTripsPerOperation: number | undefined;
}

/** Sent and received by the client. */
export type BothWays = Unit['frames'];

/** The failure of an arm in some of its sessions. */
export interface ArmFailure {
  /** The reason of most of its discarded turns. */
  reason: DiscardReason;
  /** Words of the record on the first of them. */
  detail?: string;
  /** Sessions in which it did, and those that were begun. */
  sessions: number;
  of: number;
}

export function summarise(cell: Cell): ArmSummary {
  const places = placesOf(cell);
  /** The median of each session’s turns that have the value. */
  const per = (value: (unit: Unit) => number | undefined): SessionValue[] =>
    [...bySession(cell)].flatMap(([session, units]) => {
      const median = medianOf(units.flatMap((unit) => value(unit) ?? []));
      return median === undefined ? [] : [{ ...places.get(session), value: median }];
    });
  const medianPer = (value: Parameters<typeof per>[0]): number | undefined =>
    medianOf(per(value).map((each) => each.value));
  const { bytesPerOperation } = cell.load;
  const rates = per(operationsPerSecond);
  const traffic = (what: 'frames' | 'bytes') => {
    const of = (way: 'out' | 'in') => medianPer((unit) => unit[what][way] / unit.samplesUs.length);
    const [out, received] = [of('out'), of('in')];
    return out === undefined || received === undefined ? undefined : { out, in: received };
  };
  return {
    arm: cell.arm,
    workload: cell.workload,
    counted: cell.units.length,
    void: cell.discarded.length,
    ...failureOf(cell),
    msPerOperation: medianOfSessions(per(msPerOperation)),
    // A turn that took no time on a coarse clock has no throughput.
    operationsPerSecond: medianOfSessions(rates),
    firstMs: medianPer(({ readings }) => readings?.['firstUs'] && readings['firstUs'] / 1000),
    megabytesPerSecond: bytesPerOperation
      ? medianOfSessions(
          rates.map(({ value, ...place }) => ({
            ...place,
            value: (value * bytesPerOperation) / 1e6,
          })),
        )
      : undefined,
    networkMs: medianPer(({ networkUs }) => networkUs && networkUs / 1000),
    connectMs: cell.load.cold
      ? medianOfSessions(per(({ connectUs }) => connectUs && connectUs / 1000))
      : undefined,
    framesPerOperation: traffic('frames'),
    bytesPerOperation: traffic('bytes'),
    roundTripsPerOperation: medianPer(({ roundTrips, samplesUs }) =>
      roundTrips === undefined ? undefined : roundTrips / samplesUs.length,
    ),
  };
}

/** Reasons that lie with the arm rather than the run: they are told even if other turns count. */
const telling: ReadonlySet<DiscardReason | undefined> = new Set(['stalled', 'error']);

function failureOf({ units, discarded }: Cell): { failure?: ArmFailure } {
  const reasons = Map.groupBy(discarded, ({ void: reason }) => reason);
  const [most] = [...reasons].sort(([, one], [, other]) => other.length - one.length);
  const [reason, members = []] = most ?? [];
  if (reason === undefined || (units.length > 0 && !telling.has(reason))) return {};
  const sessionsOf = (own: readonly Unit[]) => new Set(own.map(({ session }) => session)).size;
  const detail = members.find((unit) => unit.detail !== undefined)?.detail;
  return {
    failure: {
      reason,
      detail,
      sessions: sessionsOf(members),
      of: sessionsOf([...units, ...discarded]),
    },
  };
}

function medianOf(values: readonly number[]): number | undefined {
  const [first] = values;
  // Frames and bytes hardly ever differ from turn to turn.
  if (values.every((value) => value === first)) return first;
  return medianSorted(values.toSorted((one, other) => one - other));
}

/** Samples of all turns that count, in µs, ascending. The list is memoized and must not be changed. */
export const sortedSamplesUs = memoize(({ units }: Pick<Cell, 'units'>): number[] => {
  const count = units.reduce((sum, { samplesUs }) => sum + samplesUs.length, 0);
  // A typed array sorts several times faster.
  const sorted = new Float64Array(count);
  let at = 0;
  for (const { samplesUs } of units) {
    sorted.set(samplesUs, at);
    at += samplesUs.length;
  }
  return Array.from(sorted.sort());
});

/** True if single samples, in µs ascending, say nothing: too short for the clock by their median, or timed as one. */
export function isUnderClock(
  { units, load }: Pick<Cell, 'units' | 'load'>,
  sortedUs: readonly number[],
  clockStepUs: number,
): boolean {
  const together = !overlaps(load) && units.some(({ totalUs }) => totalUs !== undefined);
  return together || quantileSorted(sortedUs, 0.5) < CLOCK_STEPS_PER_SAMPLE * clockStepUs;
}
