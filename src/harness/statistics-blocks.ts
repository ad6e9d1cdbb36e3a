import type { Block, MeasuredRecord } from './record.ts';

/** The blocks of a record in one arm and workload, those that count by their round. */
export interface Cell {
  arm: string;
  workload: string;
  /** Blocks that count, by round. A block whose operations took no time at all counts too. */
  counted: ReadonlyMap<number, Block>;
  /** Number of void blocks, and of blocks without a single sample. */
  void: number;
}

/** Every cell of a record, in the order of its plan. */
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
  return record.plan.workloads.flatMap((workload) =>
    record.plan.arms.map((arm) => ({
      arm,
      workload,
      ...(cells.get(cellKey({ arm, workload })) ?? { counted: new Map<number, Block>(), void: 0 }),
    })),
  );
}

/** Time of a block's operations, in ms per operation. */
export function msPerOperation(block: Block): number {
  let totalUs = 0;
  for (const sampleUs of block.samplesUs) totalUs += sampleUs;
  return totalUs / block.samplesUs.length / 1000;
}

/** Number of rounds a record has begun. */
export function roundsOf(record: Pick<MeasuredRecord, 'blocks'>): number {
  return record.blocks.reduce((rounds, block) => Math.max(rounds, block.round + 1), 0);
}

function cellKey({ arm, workload }: { arm: string; workload: string }): string {
  return JSON.stringify([workload, arm]);
}
