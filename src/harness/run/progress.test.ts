import { describe, expect, it } from 'vitest';
import { recordFor, study } from '../../report/testing/study.ts';
import { makePlan } from '../plan/index.ts';
import type { Block } from '../record/index.ts';
import { ProgressMeter } from './progress.ts';

const plan = makePlan(study, { rounds: 2 }, 1);
const [block] = recordFor(1).blocks as [Block];

function meterAt() {
  let now = 0;
  const meter = new ProgressMeter(study, plan, () => now);
  return { meter, advance: (ms: number) => void (now += ms) };
}

describe('ProgressMeter', () => {
  it('starts with nothing done and no idea of the time', () => {
    const { meter } = meterAt();
    expect(meter.progress).toEqual({
      round: 1,
      rounds: 2,
      nextLook: 2,
      open: false,
      blocks: 0,
      plannedBlocks: 8,
      voids: 0,
      share: 0,
      leftMs: undefined,
    });
  });

  it('counts operations inside a block, and void blocks as done', () => {
    const { meter, advance } = meterAt();
    meter.take({ type: 'block-started', index: 0 });
    advance(100);
    meter.take({ type: 'progress', index: 0, operations: 2 });
    expect(meter.progress).toMatchObject({ share: 2 / 32, leftMs: 1500 });
    meter.take({ type: 'block-ended', index: 0, block: { ...block, void: 'hidden' } });
    expect(meter.progress).toMatchObject({ share: 4 / 32, blocks: 1, voids: 1, leftMs: 700 });
    meter.take({ type: 'block-started', index: 4 });
    expect(meter.progress.round).toBe(2);
  });

  it('only sees as far as the next look when the run goes on until it is decided', () => {
    const open = makePlan(study, { rounds: 40, rule: 'until-decided' }, 1);
    const meter = new ProgressMeter(study, open, () => 0);
    expect(meter.progress).toMatchObject({ nextLook: 9, open: true, rounds: 40 });
    meter.take({ type: 'block-ended', index: 0, block });
    expect(meter.progress.share).toBeCloseTo(1 / 36, 10);
    meter.take({ type: 'block-started', index: 36 });
    expect(meter.progress).toMatchObject({ round: 10, nextLook: 13 });
  });

  it('leaves out the time in which the run stood still', () => {
    const { meter, advance } = meterAt();
    meter.take({ type: 'block-started', index: 0 });
    advance(100);
    meter.take({ type: 'block-ended', index: 0, block });
    meter.take({ type: 'waiting', for: 'bench' });
    advance(5000);
    expect(meter.progress.leftMs).toBe(700);
    meter.take({ type: 'block-started', index: 1 });
    advance(100);
    meter.take({ type: 'block-ended', index: 1, block });
    expect(meter.progress.leftMs).toBe(600);
  });
});
