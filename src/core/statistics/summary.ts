/** What are the usual amounts of an arm, and what went wrong with it? Medians of samples, frames and bytes. */
import { mean, medianSorted, quantileSorted } from 'simple-statistics';
import { type DiscardReason, NETWORK } from '../record/index.ts';
import { CLOCK_STEPS_PER_SAMPLE, overlaps } from '../plan/index.ts';
import { type Cell, memoize, msPerOperation, type Unit } from './cells.ts';

/** The figures of one arm in one workload. */
export interface ArmSummary {
  arm: string;
  workload: string;
  /** Turns that count. */
  counted: number;
  /** Turns that are discarded. */
  discarded: number;
  /** Given if nothing counts, or if calls stalled or failed during the run. */
  failure?: ArmFailure;
  /** Median over launches of the median time per operation in a turn, in ms. */
  ms: number | undefined;
  /** The same of the time to the first item of a stream, in ms; only if the client reads it. */
  firstMs: number | undefined;
  /** Time from a call to the other end’s marker that it begins, in ms. */
  networkMs: number | undefined;
  /** The same of the time to open a connection, in ms; only if they were opened one by one. */
  connectMs: number | undefined;
  /** Median of frames per operation. */
  frames: BothWays | undefined;
  /** Median of payload bytes per operation. */
  bytes: BothWays | undefined;
  /** Median of round trips per operation. Absent if several calls are under way at once. */
  roundTrips: number | undefined;
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
  const { arm, workload, units, discarded, load } = cell;
  const medianPer = (value: (unit: Unit) => number | undefined): number | undefined =>
    medianOf(units.flatMap((unit) => value(unit) ?? []));
  const launches = [...Map.groupBy(units, ({ launch }) => launch).values()];
  const overLaunches = (value: (unit: Unit) => number | undefined): number | undefined =>
    medianOf(launches.flatMap((own) => medianOf(own.flatMap((unit) => value(unit) ?? [])) ?? []));
  const traffic = (what: 'frames' | 'bytes') => {
    const of = (way: 'out' | 'in') => medianPer((unit) => unit[what][way] / unit.samplesUs.length);
    const [out, received] = [of('out'), of('in')];
    return out === undefined || received === undefined ? undefined : { out, in: received };
  };
  return {
    arm,
    workload,
    counted: units.length,
    discarded: discarded.length,
    ...failureOf(cell),
    ms: overLaunches(msPerOperation),
    firstMs: overLaunches(({ readings }) => readings?.['firstUs'] && readings['firstUs'] / 1000),
    networkMs: overLaunches(({ readings }) => readings?.[NETWORK] && readings[NETWORK] / 1000),
    connectMs: load.cold && overLaunches(({ connectUs }) => connectUs && connectUs / 1000),
    frames: traffic('frames'),
    bytes: traffic('bytes'),
    roundTrips: medianPer(({ roundTrips, samplesUs }) =>
      roundTrips === undefined ? undefined : roundTrips / samplesUs.length,
    ),
  };
}

/** Reasons that lie with the arm rather than the run: they are told even if other turns count. */
const telling: ReadonlySet<DiscardReason | undefined> = new Set(['stalled', 'error']);

function failureOf({ units, discarded }: Cell): { failure?: ArmFailure } {
  const reasons = Map.groupBy(discarded, ({ discardedBecause: reason }) => reason);
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

/** Fewest samples from which a percentile is given, by the percentile; others are given from any number. */
const FEWEST: ReadonlyArray<readonly [percent: number, samples: number]> = [
  [95, 200],
  [99, 1000],
];

/** The time in µs that so many percent of the samples do not exceed; undefined of too few samples. */
export function percentileOf(sortedUs: readonly number[], percent: number): number | undefined {
  const [, fewest = 1] = FEWEST.find(([from]) => from === percent) ?? [];
  if (sortedUs.length < fewest) return undefined;
  return quantileSorted([...sortedUs], percent / 100);
}

/**
 * How much longer the first timed operation of a turn takes than the others, as logs, one for each launch. Logs are
 * compared with the mean of logs, so that a tail of slow calls does not pass for a quick first one.
 */
export function firstToRest({ units, load }: Pick<Cell, 'units' | 'load'>): number[] {
  if (overlaps(load)) return [];
  const launches = Map.groupBy(units, ({ launch }) => launch);
  return [...launches.values()].flatMap((own) => {
    const found = own.flatMap(({ samplesUs, totalUs }) => {
      const [first, ...rest] = samplesUs.map(Math.log);
      if (first === undefined || rest.length === 0 || totalUs !== undefined) return [];
      const log = first - mean(rest);
      return Number.isFinite(log) ? [log] : [];
    });
    return found.length === 0 ? [] : [mean(found)];
  });
}
