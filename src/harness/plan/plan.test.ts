import { describe, expect, it } from 'vitest';
import { planSchema, TWIN } from '../record/index.ts';
import { recordOf } from '../run/index.ts';
import { madeUpRecord } from '../testing/fixture.ts';
import { virtualBench, type Tally } from '../testing/virtual-bench.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { blocksPerRound } from './loads.ts';
import { makePlan, type Plan } from './plan.ts';
import type { Arm, Workload } from './study.ts';

const { study } = virtualBench(new VirtualClock());

/** What a record keeps of a plan. */
function keptOf(plan: Plan): unknown {
  return recordOf({
    plan,
    environment: madeUpRecord({ arms: ['a'], rounds: 0, block: () => [] }).environment,
    startedAt: new Date(0),
    complete: true,
    blocks: [],
  }).plan;
}

describe('a plan', () => {
  it('replays its order from the seed, and changes it with the seed', () => {
    const plan = makePlan(study, { rounds: 6 }, 42);
    expect(makePlan(study, { rounds: 6 }, 42)).toEqual(plan);
    expect(makePlan(study, { rounds: 6 }, 43).blocks).not.toEqual(plan.blocks);
  });

  it('only appends when there are more rounds', () => {
    const { blocks } = makePlan(study, { rounds: 3 }, 5);
    expect(makePlan(study, { rounds: 9 }, 5).blocks.slice(0, blocks.length)).toEqual(blocks);
  });

  it('runs every arm and the twin once for each workload of each round', () => {
    const { blocks, arms } = makePlan(study, { rounds: 4 }, 1);
    expect(arms).toEqual(['floor', 'reference', 'subject', TWIN]);
    for (let round = 0; round < 4; round += 1) {
      for (const { id } of study.workloads) {
        const ran = blocks.filter((block) => block.round === round && block.workload === id);
        expect(ran.map((block) => block.arm).toSorted()).toEqual(arms.toSorted());
      }
    }
    expect(blocks.map(({ round }) => round)).toEqual(
      blocks.map(({ round }) => round).toSorted((one, other) => one - other),
    );
  });

  it('lets every arm go first about equally often', () => {
    const { blocks, arms } = makePlan(study, { rounds: 400, workloads: ['short'] }, 9);
    for (const arm of arms) {
      const first = blocks.filter((block, index) => index % arms.length === 0 && block.arm === arm);
      expect(first.length).toBeGreaterThan(70);
      expect(first.length).toBeLessThan(130);
    }
  });

  it('always holds floor, reference and twin', () => {
    const { arms, workloads } = makePlan(
      study,
      { rounds: 1, arms: ['subject'], workloads: ['long'] },
      0,
    );
    expect(arms).toEqual(['floor', 'reference', 'subject', TWIN]);
    expect(workloads).toEqual(['long']);
  });

  it('leaves out what is optional, unless it is asked for', () => {
    const [floor, reference, subject] = study.arms as [Arm<Tally>, Arm<Tally>, Arm<Tally>];
    const [short, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
    const some = {
      ...study,
      arms: [floor, reference, { ...subject, optional: true as const }],
      workloads: [short, { ...long, optional: true as const }],
    };
    const plan = makePlan(some, { rounds: 1 }, 1);
    expect([plan.arms, plan.workloads]).toEqual([['floor', 'reference', TWIN], ['short']]);
    const asked = makePlan(some, { rounds: 1, arms: ['subject'], workloads: ['long'] }, 1);
    expect([asked.arms, asked.workloads]).toEqual([
      ['floor', 'reference', 'subject', TWIN],
      ['long'],
    ]);
  });

  it('has no block for what an arm cannot do, and keeps the reason', () => {
    const [floor, reference, subject] = study.arms as [Arm<Tally>, Arm<Tally>, Arm<Tally>];
    const some = {
      ...study,
      arms: [
        floor,
        { ...reference, cannot: { short: 'It has no short.' } },
        { ...subject, cannot: { long: 'It has no long.', other: 'Nobody asks.' } },
      ],
    };
    const plan = makePlan(some, { rounds: 2 }, 1);
    expect(plan.cannot).toEqual([
      { arm: 'reference', workload: 'short', reason: 'It has no short.' },
      { arm: 'subject', workload: 'long', reason: 'It has no long.' },
      { arm: TWIN, workload: 'short', reason: 'It has no short.' },
    ]);
    expect(plan.blocks).toHaveLength(2 * blocksPerRound(plan));
    expect(blocksPerRound(plan)).toBe(5);
    for (const { arm, workload } of plan.blocks) {
      expect(plan.cannot).not.toContainEqual(expect.objectContaining({ arm, workload }));
    }
    expect(planSchema.parse(keptOf(plan))).toEqual(keptOf(plan));
    expect(keptOf(plan)).toMatchObject({ cannot: plan.cannot });
  });

  it('keeps how the operations of a workload follow each other', () => {
    const [short, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
    const some = {
      ...study,
      workloads: [short, { ...long, concurrency: 4, callsPerOperation: 50, pauseMs: 100 }],
    };
    const plan = makePlan(some, { rounds: 1 }, 1);
    expect(plan.loads).toEqual({ long: { concurrency: 4, callsPerOperation: 50, pauseMs: 100 } });
    expect(planSchema.parse(keptOf(plan))).toEqual(keptOf(plan));
    expect(keptOf(plan)).toMatchObject({ loads: plan.loads });
    expect(makePlan(study, { rounds: 1 }, 1)).not.toHaveProperty('loads');
    expect(makePlan(study, { rounds: 1 }, 1)).not.toHaveProperty('cannot');
  });

  it.each<[Partial<Workload<Tally>>, string]>([
    [{ concurrency: 2, ratePerSecond: 5 }, 'got concurrency and ratePerSecond, expected one'],
    [{ concurrency: 0 }, 'got concurrency 0, expected a whole number of at least 1'],
    [{ ratePerSecond: 0 }, 'got ratePerSecond 0, expected a number above 0'],
    [{ operations: [] }, 'got no operations'],
    [{ cold: true }, 'got a cold one with 8 operations and 0 to warm up, expected one operation'],
  ])('refuses a workload with %o', (change, message) => {
    const [, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
    const some = { ...study, workloads: [{ ...long, ...change }] };
    expect(() => makePlan(some, { rounds: 1 }, 1)).toThrow(`workload long: ${message}`);
  });

  it.each([
    [{ rounds: 0 }, 1, 'rounds: got 0'],
    [{ rounds: 1.5 }, 1, 'rounds: got 1.5'],
    [{ rounds: 1, arms: ['nobody'] }, 1, 'arm: got "nobody", expected one of floor'],
    [{ rounds: 1, workloads: ['x'] }, 1, 'workload: got "x", expected one of short, long'],
    [{ rounds: 1, workloads: [] }, 1, 'workload: got none'],
    [{ rounds: 1 }, -1, 'seed: got -1'],
    [{ rounds: 1 }, 2 ** 32, 'seed: got 4294967296'],
  ])('refuses %j with seed %d', (options, seed, message) => {
    expect(() => makePlan(study, options, seed)).toThrow(message);
  });
});
