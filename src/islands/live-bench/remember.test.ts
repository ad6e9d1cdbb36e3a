import { describe, expect, it } from 'vitest';
import { madeUpRecord } from '../../harness/testing/fixture.ts';
import { readRemembered, writeRemembered } from '../../network/remembered.ts';
import { summaryOf } from './remember.ts';

const record = madeUpRecord({
  arms: ['a', 'b'],
  workloads: ['get-value', 'mixed'],
  rounds: 3,
  block: ({ arm, workload, round }) => ({
    samplesUs: [100, 300].map((us) => us * (arm === 'a' ? 1 : 2) + round),
    bytes: { out: 40, in: workload === 'mixed' ? 60 : 20 },
  }),
});

describe('summaryOf', () => {
  it('holds the median and the bytes of an operation for each arm', () => {
    expect(summaryOf(record)).toEqual({
      study: 'made-up',
      startedAt: '2026-11-20T12:00:00Z',
      setting: 'workerd',
      runtime: 'Node 24',
      workload: 'mixed',
      arms: [
        { arm: 'a', msPerOperation: 0.201, bytesPerOperation: 50 },
        { arm: 'b', msPerOperation: 0.401, bytesPerOperation: 50 },
      ],
    });
  });

  it('takes another workload where the first was not run', () => {
    const workloads = ['get-value'];
    const blocks = record.blocks.filter(({ workload }) => workload === 'get-value');
    const summary = summaryOf({ ...record, plan: { ...record.plan, workloads }, blocks });
    expect(summary?.workload).toBe('get-value');
    expect(summary?.arms[0]?.bytesPerOperation).toBe(30);
  });

  it('leaves out void blocks, and is nothing where no block counts', () => {
    const blocks = record.blocks.map((block) => ({ ...block, void: 'closed' as const }));
    expect(summaryOf({ ...record, blocks })).toBeUndefined();
    const some = record.blocks.map((block) =>
      block.arm === 'a' ? { ...block, void: 'closed' as const } : block,
    );
    expect(summaryOf({ ...record, blocks: some })?.arms.map(({ arm }) => arm)).toEqual(['b']);
  });

  it('comes back from the storage as it went in', () => {
    const summary = summaryOf(record);
    if (!summary) throw new Error('the made-up record has no summary');
    expect(readRemembered(writeRemembered(summary))).toEqual(summary);
  });
});
