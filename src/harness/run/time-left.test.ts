import { describe, expect, it } from 'vitest';
import { virtualBench } from '../testing/virtual-bench.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { expectedMs, makePlan, NEAR, type PlannedBlock, sizeOf } from '../plan/index.ts';
import { ProgressMeter } from './progress.ts';

const virtual = virtualBench(new VirtualClock()).study;
const [short, long] = virtual.workloads;
if (short === undefined || long === undefined)
  throw new Error('the virtual bench has two workloads');
const sizes = { short, long: { ...long, pauseMs: 12_000 } };
const study = { ...virtual, workloads: Object.values(sizes) };
const plan = makePlan(study, { rounds: 2 }, 1);

function follow() {
  let now = 0;
  const meter = new ProgressMeter(study, plan, () => now);
  return { meter, pass: (ms: number) => void (now += ms) };
}

function ended(planned: PlannedBlock) {
  const traffic = { out: 0, in: 0 };
  const block = { ...planned, samplesUs: [], frames: traffic, bytes: traffic };
  return { type: 'block-ended', index: 0, block } as const;
}

/** Runs blocks of the plan that take what their workload takes. */
function runBlocks(blocks: number, times: Record<string, number>) {
  const { meter, pass } = follow();
  const shares: number[] = [];
  for (const [index, planned] of plan.blocks.slice(0, blocks).entries()) {
    meter.take({ type: 'block-started', index });
    pass(times[planned.workload] ?? 0);
    meter.take(ended(planned));
    shares.push(meter.progress.share);
  }
  return { meter, pass, shares };
}

describe('the time left', () => {
  it('is not known before anything is done', () => {
    expect(follow().meter.progress).toMatchObject({ share: 0, leftMs: undefined });
  });

  it('is what the blocks to come took so far, each by its workload', () => {
    const { meter } = runBlocks(8, { short: 10, long: 1000 });
    expect(meter.progress.leftMs).toBeCloseTo(4 * 10 + 4 * 1000, 6);
    expect(meter.progress.share).toBeCloseTo(0.5, 9);
  });

  it('expects of a workload that has not run what its size lets expect', () => {
    const first = plan.blocks[0]?.workload === 'short' ? 'short' : 'long';
    const other = first === 'short' ? 'long' : 'short';
    const { meter } = runBlocks(4, { [first]: 100 });
    const expected = (id: keyof typeof sizes) => expectedMs(sizeOf(sizes[id]), NEAR);
    const scale = 100 / expected(first);
    expect(meter.progress.leftMs).toBeCloseTo(4 * 100 + 8 * scale * expected(other), 6);
  });

  it('runs down inside a block that says nothing of how far it is', () => {
    const { meter, pass } = runBlocks(8, { short: 10, long: 1000 });
    const before = meter.progress.leftMs ?? NaN;
    meter.take({ type: 'block-started', index: 8 });
    pass(5);
    expect(meter.progress.leftMs).toBeCloseTo(before - 5, 6);
  });

  it('is not told in the end, when the share has grown to the whole', () => {
    const { meter, shares } = runBlocks(plan.blocks.length, { short: 10, long: 1000 });
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBeCloseTo(1, 9);
    expect(meter.progress.leftMs).toBeUndefined();
  });

  it('leaves out the time in which the run stands still', () => {
    const { meter, pass } = runBlocks(8, { short: 10, long: 1000 });
    const before = meter.progress.leftMs;
    meter.take({ type: 'waiting', for: 'bench' });
    pass(60_000);
    expect(meter.progress.leftMs).toBe(before);
    meter.take({ type: 'block-started', index: 8 });
    expect(meter.progress.leftMs).toBe(before);
  });
});
