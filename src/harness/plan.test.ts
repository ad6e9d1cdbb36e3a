import { describe, expect, it } from 'vitest';
import { makePlan } from './plan.ts';
import { TWIN } from './study.ts';
import { virtualBench } from './testing/virtual-bench.ts';
import { VirtualClock } from './testing/virtual-clock.ts';

const { study } = virtualBench(new VirtualClock());

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
