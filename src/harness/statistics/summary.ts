import { quantileSorted } from 'simple-statistics';
import { lackIn } from '../plan/index.ts';
import type { Block, Load, MeasuredRecord, RecordPlan } from '../record/index.ts';
import { medianEstimate, type Estimate } from './interval.ts';

/** The blocks of a record in one arm and workload, those that count by their round. */
export interface Cell {
  arm: string;
  workload: string;
  /** How its operations follow each other. */
  load: Load;
  /** Blocks that count, by round. A block whose operations took no time at all counts too. */
  counted: ReadonlyMap<number, Block>;
  /** Number of void blocks, and of blocks without a single sample. */
  void: number;
}

/** Every cell of a record, in the order of its plan; what an arm cannot do has none. */
export function cellsOf(record: Pick<MeasuredRecord, 'plan' | 'blocks'>): Cell[] {
  const cells = new Map<string, { counted: Map<number, Block>; void: number }>();
  for (const block of record.blocks) {
    const key = cellKey(block);
    const cell = cells.get(key) ?? { counted: new Map<number, Block>(), void: 0 };
    cells.set(key, cell);
    if (block.void === undefined && block.samplesUs.length > 0)
      cell.counted.set(block.round, block);
    else cell.void += 1;
  }
  const { plan } = record;
  return plan.workloads.flatMap((workload) =>
    plan.arms
      .filter((arm) => lackIn(plan, arm, workload) === undefined)
      .map((arm) => ({
        arm,
        workload,
        load: loadIn(plan, workload),
        ...(cells.get(cellKey({ arm, workload })) ?? {
          counted: new Map<number, Block>(),
          void: 0,
        }),
      })),
  );
}

/** How the operations of a record's workload follow each other. */
export function loadIn({ loads }: Pick<RecordPlan, 'loads'>, workload: string): Load {
  return loads?.[workload] ?? {};
}

/**
 * What one operation of a block took, in ms. Where operations follow each other it is their mean.
 * In a closed loop it is the time of the whole ÷ operations, because they overlap. In an open loop
 * the length of the whole is given beforehand and says nothing, so it is the mean of the samples,
 * which count from when each operation was due.
 */
export function msPerOperation(block: Block): number {
  // Only the client of an open loop can be late.
  const timeUs = block.lateUs === undefined ? wholeUs(block) : sum(block.samplesUs);
  return timeUs / block.samplesUs.length / 1000;
}

/** Operations ÷ time of the whole, per second; undefined for a block that took no time. */
export function operationsPerSecond(block: Block): number | undefined {
  const ms = wholeUs(block) / block.samplesUs.length / 1000;
  return ms > 0 ? 1000 / ms : undefined;
}

/** Time from the first timed operation to the end of the last, in µs. */
export function wholeUs({ totalUs, samplesUs }: Block): number {
  return totalUs ?? sum(samplesUs);
}

function sum(valuesUs: readonly number[]): number {
  let total = 0;
  for (const us of valuesUs) total += us;
  return total;
}

/** Number of rounds a record has begun. */
export function roundsOf(record: Pick<MeasuredRecord, 'blocks'>): number {
  return record.blocks.reduce((rounds, block) => Math.max(rounds, block.round + 1), 0);
}

function cellKey({ arm, workload }: { arm: string; workload: string }): string {
  return JSON.stringify([workload, arm]);
}

/** What one arm did in one workload, each figure on its own. */
export interface ArmSummary {
  arm: string;
  workload: string;
  /** Blocks that count. */
  counted: number;
  /** Blocks that are void. */
  void: number;
  /** Median over blocks of the time per operation, in ms. */
  msPerOperation: Estimate | undefined;
  /** Median over blocks of operations ÷ total time, per second. */
  operationsPerSecond: Estimate | undefined;
  /** The median time of an operation ÷ the calls it makes at once; only where those are several. */
  msPerCall?: number;
  /** Median over blocks of the payload carried ÷ total time, in MB (a million bytes) per second. */
  megabytesPerSecond?: Estimate;
  /** Median over blocks of how late an open loop sent an operation, in ms; part of its samples. */
  lateMs?: number;
  /** Median over blocks of the time from creating the socket to its being open, in ms. */
  connectMs: Estimate | undefined;
  /** Absent where samples are under ten steps of the clock, and where there are none. */
  quantilesMs: Quantiles | undefined;
  /** Median over blocks of frames per operation. */
  framesPerOperation: Traffic | undefined;
  /** Median over blocks of payload bytes per operation. */
  bytesPerOperation: Traffic | undefined;
  /**
   * Median over blocks of round trips per operation: how often the client had to wait for a frame
   * after it had sent one. Absent where several calls are under way at once, and in old records.
   */
  roundTripsPerOperation: number | undefined;
}

/**
 * Quantiles over all samples of the blocks that count, in ms, by linear interpolation between
 * neighbours (type 7 of Hyndman and Fan, The American Statistician 50(4), 1996).
 */
export interface Quantiles {
  p50: number;
  p90: number;
  p99: number;
  max: number;
  /** Number of samples. */
  samples: number;
}

/** What the client sent and received. */
export type Traffic = Block['frames'];

/** A sample must last this many steps of the clock to be looked at by itself. */
const CLOCK_STEPS_PER_SAMPLE = 10;

/** @param clockStepUs smallest step of the client's clock, in µs */
export function summarise(cell: Cell, clockStepUs: number): ArmSummary {
  const blocks = [...cell.counted.values()];
  const perOperation = blocks.map(msPerOperation);
  const rates = blocks.flatMap((block) => operationsPerSecond(block) ?? []);
  const connectUs = blocks.flatMap((block) => block.connectUs ?? []);
  return {
    arm: cell.arm,
    workload: cell.workload,
    counted: blocks.length,
    void: cell.void,
    msPerOperation: medianEstimate(perOperation),
    // A block that took no time on a coarse clock has no throughput.
    operationsPerSecond: medianEstimate(rates),
    ...ofLoad(cell.load, blocks, perOperation, rates),
    connectMs: medianEstimate(connectUs.map((us) => us / 1000)),
    quantilesMs: quantiles(sortedSamplesUs(cell), clockStepUs),
    framesPerOperation: trafficPerOperation(blocks, 'frames'),
    bytesPerOperation: trafficPerOperation(blocks, 'bytes'),
    roundTripsPerOperation: medianOf(
      blocks.flatMap(({ roundTrips, samplesUs }) =>
        roundTrips === undefined ? [] : [roundTrips / samplesUs.length],
      ),
    ),
  };
}

/** What only some loads have. */
function ofLoad(
  { callsPerOperation, bytesPerOperation }: Load,
  blocks: readonly Block[],
  perOperation: readonly number[],
  rates: readonly number[],
): Pick<ArmSummary, 'msPerCall' | 'megabytesPerSecond' | 'lateMs'> {
  const ms = medianOf(perOperation);
  const data =
    bytesPerOperation && medianEstimate(rates.map((rate) => (rate * bytesPerOperation) / 1e6));
  const late = medianOf(
    blocks.flatMap(({ lateUs, samplesUs }) =>
      lateUs === undefined ? [] : [lateUs / samplesUs.length / 1000],
    ),
  );
  return {
    ...(callsPerOperation && ms !== undefined && { msPerCall: ms / callsPerOperation }),
    ...(data && { megabytesPerSecond: data }),
    ...(late !== undefined && { lateMs: late }),
  };
}

function medianOf(values: readonly number[]): number | undefined {
  return medianEstimate(values)?.estimate;
}

/** Samples of all blocks that count, in µs, ascending. */
export function sortedSamplesUs(cell: Cell): number[] {
  const samplesUs = [...cell.counted.values()].flatMap((block) => block.samplesUs);
  // A typed array sorts numbers without asking a function for each pair: several times faster.
  return [...Float64Array.from(samplesUs).sort()];
}

/** Whether samples are too short for the clock, judged by their median. */
export function isUnderClock(sortedUs: readonly number[], clockStepUs: number): boolean {
  return quantileSorted(sortedUs, 0.5) < CLOCK_STEPS_PER_SAMPLE * clockStepUs;
}

function quantiles(sortedUs: readonly number[], clockStepUs: number): Quantiles | undefined {
  if (sortedUs.length === 0 || isUnderClock(sortedUs, clockStepUs)) return undefined;
  const at = (part: number) => quantileSorted(sortedUs, part) / 1000;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1), samples: sortedUs.length };
}

function trafficPerOperation(
  blocks: readonly Block[],
  what: 'frames' | 'bytes',
): Traffic | undefined {
  const median = (way: 'out' | 'in') =>
    medianOf(blocks.map((block) => block[what][way] / block.samplesUs.length));
  const [out, received] = [median('out'), median('in')];
  return out === undefined || received === undefined ? undefined : { out, in: received };
}
