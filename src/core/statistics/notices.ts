/** Does anything in a record look odd: two humps, a coarse clock, a busy machine? */
import { median } from 'simple-statistics';
import type { Environment, SessionRecord, Session } from '../record/index.ts';
import { type Cell, cellsOf, type RunData } from './cells.ts';
import { isUnderClock, sortedSamplesUs } from './summary.ts';

/** Fewest samples from which a shape is read. */
const FEWEST_SAMPLES = 50;
/** Fewest samples in the thinner hump, and its smallest part of all. */
const FEWEST_IN_HUMP = 10;
const SMALLEST_PART = 0.1;
/** The valley must be this much thinner than the thinner hump. */
const VALLEY = 0.25;
/** Humps closer than this ratio, or than so many steps of the clock, are not told apart. */
const SMALLEST_RATIO = 1.25;
const SMALLEST_STEPS = 6;

/**
 * True if durations gather in two humps with a valley between them: the two groups with the least
 * spread inside (Otsu, IEEE Transactions on Systems, Man, and Cybernetics 9(1), 1979), on the log scale
 * so that a long tail is not taken for a group. In doubt it is false.
 *
 * @param sortedUs durations in µs, ascending
 * @param clockStepUs smallest step of the clock, in µs
 */
function isTwoHumped(sortedUs: readonly number[], clockStepUs: number): boolean {
  const count = sortedUs.length;
  if (count < FEWEST_SAMPLES) return false;
  // No split is best if a sample took no time.
  const logs = sortedUs.map(Math.log);
  const split = bestSplit(logs);
  if (Math.min(split, count - split) < SMALLEST_PART * count) return false;
  const low = logs[split >> 1] as number;
  const high = logs[(split + count) >> 1] as number;
  if (high - low < Math.log(SMALLEST_RATIO)) return false;
  if (Math.exp(high) - Math.exp(low) < SMALLEST_STEPS * clockStepUs) return false;

  const half = (high - low) / 6;
  const near = (centre: number) => logs.filter((log) => Math.abs(log - centre) <= half).length;
  const thinner = Math.min(near(low), near(high));
  return thinner >= FEWEST_IN_HUMP && near((low + high) / 2) < VALLEY * thinner;
}

/** Number of values in the lower of the two groups that have the least spread inside. */
function bestSplit(sorted: readonly number[]): number {
  const total = sorted.reduce((sum, value) => sum + value, 0);
  let best = 0;
  let bestBetween = -1;
  let below = 0;
  for (let split = 1; split < sorted.length; split++) {
    below += sorted[split - 1] as number;
    const gap = (total - below) / (sorted.length - split) - below / split;
    const between = split * (sorted.length - split) * gap * gap;
    if (between > bestBetween) [best, bestBetween] = [split, between];
  }
  return best;
}

/** An oddity of a record. It may have an innocent cause, and is no result. */
export type Notice = NonNullable<SessionRecord['notices']>[number];

/** A record, or a run that goes on. */
type NoticeSource = RunData &
  Pick<SessionRecord, 'launch'> & {
    environment: Pick<Environment, 'clockStepUs' | 'cpuCount' | 'loadAverage'>;
  };

type Sign = 'clock' | 'two-humps';

/** Looks for signs of trouble in each arm and workload of a record. */
export function notices(record: NoticeSource): Notice[] {
  const { clockStepUs } = record.environment;
  const cells = cellsOf([record]).filter((cell) => cell.units.length > 0);
  const found = cells.flatMap((cell) => {
    const { workload, arm } = cell;
    return signs(cell, clockStepUs).map((name): Notice => ({ name, workload, arm }));
  });
  // A campaign waits for a quiet machine, and the load average still has its launch before.
  const { launch, sessions, environment } = record;
  const load = launch === undefined ? environment : {};
  return [...loadNotices(sessions, load), ...mergeArms(found)];
}

/** Part of the processors that other programs use before a run, and its change during one, that are worth a notice. */
const BUSY_BEFORE = 0.75;
const BUSIER = 0.2;

type MachineLoad = Pick<Environment, 'cpuCount' | 'loadAverage'>;

/** True if other programs keep the machine busy. */
export const isBusy = ({ cpuCount = 1, loadAverage = 0 }: MachineLoad): boolean =>
  loadAverage / cpuCount > BUSY_BEFORE;

function loadNotices(sessions: readonly Session[], environment: MachineLoad): Notice[] {
  const [first] = sessions;
  if (first === undefined) return [];
  const used = sessions.flatMap(({ load }) => load?.system ?? []);
  const half = used.length >> 1;
  const change = half < 4 ? 0 : median(used.slice(-half)) - median(used.slice(0, half));
  return [
    ...(isBusy(environment) ? [{ name: 'busy' as const }] : []),
    ...(Math.abs(change) > BUSIER ? [{ name: 'load-changed' as const, by: change }] : []),
  ];
}

function signs(cell: Cell, clockStepUs: number): Sign[] {
  const sortedUs = sortedSamplesUs(cell);
  // Humps are read from single samples, which mean nothing if the clock is too coarse for them.
  if (isUnderClock(cell, sortedUs, clockStepUs)) return ['clock'];
  return isTwoHumped(sortedUs, clockStepUs) ? ['two-humps'] : [];
}

/** One notice for the workload if several of its arms show the same. */
function mergeArms(found: readonly Notice[]): Notice[] {
  const groups = Map.groupBy(found, ({ name, workload }) => JSON.stringify([name, workload]));
  return [...groups.values()].flatMap(([first, second]) => {
    if (first === undefined || second === undefined) return first ?? [];
    return { name: first.name, workload: first.workload };
  });
}
