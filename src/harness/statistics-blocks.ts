import { lackIn } from './loads.ts';
import type { Block, MeasuredRecord, RecordPlan } from './record.ts';
import type { Load } from './study.ts';

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
    let cell = cells.get(key);
    if (cell === undefined) cells.set(key, (cell = { counted: new Map(), void: 0 }));
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
  return (loads?.[workload] ?? {}) as Load;
}

/**
 * What one operation of a block took, in ms. Where operations follow each other it is their mean.
 * In a closed loop it is the time of the whole ÷ operations, because they overlap. In an open loop
 * the length of the whole is given beforehand and says nothing, so it is the mean of the samples,
 * which count from when each operation was due.
 */
export function msPerOperation(block: Block): number {
  return timeUs(block) / block.samplesUs.length / 1000;
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

function timeUs(block: Block): number {
  return isOpenLoop(block) ? sum(block.samplesUs) : wholeUs(block);
}

/** Only the client of an open loop can be late. */
export function isOpenLoop({ lateUs }: Block): boolean {
  return lateUs !== undefined;
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
