import { describe, expect, it } from 'vitest';
import { makePlan } from '../../harness/plan/index.ts';
import type { Block } from '../../harness/record/index.ts';
import { virtualBench } from '../../harness/testing/virtual-bench.ts';
import { VirtualClock } from '../../harness/testing/virtual-clock.ts';
import { ProgressReport } from './progress.ts';

const { study } = virtualBench(new VirtualClock());
const plan = makePlan(study, { rounds: 2 }, 1);

/** Runs the plan in a second a block, and gives what was written. */
function written(isTTY: boolean): string[] {
  const texts: string[] = [];
  let now = 0;
  const report = new ProgressReport(study, plan, () => now, {
    isTTY,
    write: (text) => texts.push(text),
  });
  for (const [index, planned] of plan.blocks.entries()) {
    if (index === 3) report.take({ type: 'waiting', for: 'bench' });
    report.take({ type: 'block-started', index });
    now += 1000;
    const block: Block = {
      ...planned,
      samplesUs: [],
      frames: { out: 0, in: 0 },
      bytes: { out: 0, in: 0 },
      ...(index === 2 ? { void: 'closed' } : {}),
    };
    report.take({ type: 'block-ended', index, block });
  }
  report.end();
  return texts;
}

describe('progress', () => {
  it('is a line a round in a log, with the voids and the time left', () => {
    expect(written(false)).toEqual([
      'The bench does not answer: asking it again …\n',
      'round 1 of 2, 8 of 16 blocks, 1 discarded · about 8 s left\n',
      'round 2 of 2, 16 of 16 blocks, 1 discarded\n',
    ]);
  });

  it('is one bar that is drawn over on a terminal', () => {
    const texts = written(true);
    const bars = texts.filter((text) => text.startsWith('\r'));
    expect(bars).toHaveLength(plan.blocks.length);
    expect(bars.at(-1)).toMatch(/^\r█{24} round 2 of 2, 16 of 16 blocks, 1 discarded\x1b\[K$/);
    expect(texts.at(-1)).toBe('\n');
  });
});
