import { describe, expect, it } from 'vitest';
import {
  assumedPace,
  costText,
  estimate,
  estimateText,
  paceOf,
  type ChosenSize,
} from './estimate.ts';
import { recordFor } from '../../report/testing/study.ts';
import { spaced } from '../../report/table.ts';

const pace = { msPerOperation: 2, connectMs: 10, bytesPerOperation: 150, source: 'run' } as const;
const choice = { rounds: 5, arms: 6, workloads: [{ timed: 100, warmUp: 20 }] };

describe('estimate', () => {
  it('counts warm-up, timed operations and the check of each block', () => {
    expect(estimate(choice, pace)).toEqual({
      operations: 30 * 121,
      blocks: 30,
      ms: 30 * 121 * 2 + 30 * 10,
      bytes: 30 * 121 * 150,
    });
  });

  it('knows of pauses, rates, callers, payloads, and of arms that cannot do a workload', () => {
    const ms = (size: Partial<ChosenSize>) =>
      estimate({ rounds: 1, arms: 1, workloads: [{ timed: 100, warmUp: 0, ...size }] }, pace).ms;
    const plainMs = ms({});
    expect(plainMs).toBe(10 + 101 * 2);
    expect(ms({ pauseMs: 12_000 })).toBe(plainMs + 12_000);
    expect(ms({ concurrency: 4 })).toBe(10 + 2 + 100 * 0.5);
    expect(ms({ ratePerSecond: 50 })).toBe(10 + 2 + 2000);
    expect(ms({ bytesPerOperation: 1_000_000 })).toBeGreaterThan(20 * plainMs);
    expect(ms({ callsPerOperation: 50 })).toBeGreaterThan(plainMs);
    const some = { ...choice, workloads: [{ timed: 1, warmUp: 0, lacking: 4 }] };
    expect(estimate(some, pace)).toMatchObject({ blocks: 10, operations: 20 });
  });

  it('is nought where nothing was chosen', () => {
    expect(estimate({ ...choice, workloads: [] }, pace).operations).toBe(0);
  });

  it.each([
    ['run', 'at 2.00 ms per operation, the mean of the last run.'],
    ['preflight', 'if an operation takes 2.00 ms, as the first one did.'],
    ['assumed', 'if an operation takes 2 ms.'],
  ] as const)('says that its pace is %s', (source, words) => {
    const text = spaced(estimateText(estimate(choice, pace), { ...pace, source }, 'this site'));
    expect(text).toBe(
      `3 630 operations in 30 blocks to this site: about 8 s and about 545 kB, ${words}`,
    );
  });
});

describe('assumedPace', () => {
  it.each(['localhost', 'bench.localhost', '127.0.0.1', '[::1]'])('takes %s to be near', (host) => {
    expect(assumedPace(host).msPerOperation).toBeLessThan(1);
  });

  it.each(['bench.example.org', 'localhost.example.org', ''])('takes %j to be far', (host) => {
    expect(assumedPace(host).msPerOperation).toBeGreaterThan(10);
  });
});

describe('costText', () => {
  it('says what a workload adds', () => {
    expect(spaced(costText(estimate(choice, pace)))).toBe('Adds about 8 s (modelled).');
  });
});

describe('paceOf', () => {
  it('leaves out blocks of other loads, whose operations are not single calls in a row', () => {
    const { blocks } = recordFor(5);
    expect(paceOf(blocks, { work: { concurrency: 4 } })).toBeUndefined();
    expect(paceOf(blocks, { other: { concurrency: 4 } })).toBeDefined();
  });

  it('is the mean over the blocks that count', () => {
    const { blocks } = recordFor(5, (block) =>
      block.arm === 'raw/in-memory' ? block : { ...block, void: 'hidden' },
    );
    const { msPerOperation, ...rest } = paceOf(blocks) ?? pace;
    expect(msPerOperation).toBeCloseTo(1, 2);
    expect(rest).toEqual({ connectMs: 5, bytesPerOperation: 140, source: 'run' });
  });

  it('is undefined when no block counts', () => {
    const { blocks } = recordFor(1, (block) => ({ ...block, void: 'stalled' }));
    expect(paceOf(blocks)).toBeUndefined();
  });
});
