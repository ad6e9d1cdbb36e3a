import { describe, expect, it } from 'vitest';
import { virtualBench } from '../testing/virtual-bench.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { expectedMs, NEAR, type Size } from './loads.ts';
import { makePlan } from './plan.ts';
import { TimeLeft } from './time-left.ts';

const { study } = virtualBench(new VirtualClock());
const plan = makePlan(study, { rounds: 2 }, 1);
const sizes = new Map<string, Size>([
  ['short', { timed: 4, warmUp: 2 }],
  ['long', { timed: 8, warmUp: 0, pauseMs: 12_000 }],
]);

function follow() {
  let now = 0;
  const timeLeft = new TimeLeft(plan, sizes, () => now);
  return { timeLeft, pass: (ms: number) => void (now += ms) };
}

/** Runs blocks of the plan that take what their workload takes. */
function runBlocks(blocks: number, times: Record<string, number>) {
  const { timeLeft, pass } = follow();
  const shares: number[] = [];
  for (const { workload } of plan.blocks.slice(0, blocks)) {
    timeLeft.startBlock();
    pass(times[workload] ?? 0);
    timeLeft.endBlock(workload);
    shares.push(timeLeft.howFar().share);
  }
  return { timeLeft, pass, shares };
}

describe('the time left', () => {
  it('is not known before anything is done', () => {
    expect(follow().timeLeft.howFar()).toEqual({ share: 0, leftMs: undefined });
  });

  it('is what the blocks to come took so far, each by its workload', () => {
    const { timeLeft } = runBlocks(8, { short: 10, long: 1000 });
    expect(timeLeft.howFar().leftMs).toBeCloseTo(4 * 10 + 4 * 1000, 6);
    expect(timeLeft.howFar().share).toBeCloseTo(0.5, 9);
  });

  it('expects of a workload that has not run what its size lets expect', () => {
    const first = plan.blocks[0]?.workload ?? '';
    const other = first === 'short' ? 'long' : 'short';
    const { timeLeft } = runBlocks(4, { [first]: 100 });
    const expected = (id: string) => expectedMs(sizes.get(id) as Size, NEAR);
    const scale = 100 / expected(first);
    expect(timeLeft.howFar().leftMs).toBeCloseTo(4 * 100 + 8 * scale * expected(other), 6);
  });

  it('runs down inside a block that says nothing of how far it is', () => {
    const { timeLeft, pass } = runBlocks(8, { short: 10, long: 1000 });
    const before = timeLeft.howFar().leftMs ?? NaN;
    timeLeft.startBlock();
    pass(5);
    expect(timeLeft.howFar().leftMs).toBeCloseTo(before - 5, 6);
  });

  it('goes down from block to block, and is nothing in the end', () => {
    const { timeLeft, shares } = runBlocks(plan.blocks.length, { short: 10, long: 1000 });
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBeCloseTo(1, 9);
    expect(timeLeft.howFar().leftMs).toBeCloseTo(0, 6);
  });

  it('leaves out the time in which the run stands still', () => {
    const { timeLeft, pass } = runBlocks(8, { short: 10, long: 1000 });
    const before = timeLeft.howFar().leftMs;
    timeLeft.wait();
    pass(60_000);
    expect(timeLeft.howFar().leftMs).toBe(before);
    timeLeft.startBlock();
    expect(timeLeft.howFar().leftMs).toBe(before);
  });
});
