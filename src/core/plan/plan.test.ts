import { describe, expect, it } from 'vitest';
import { CONTROL, readRecord, writeRecord } from '../record/index.ts';
import { recordOf } from '../run/index.ts';
import { madeUpSessions } from '../testing/fixture.ts';
import { type Tally, virtualBench, VirtualClock } from '../testing/virtual-bench.ts';
import { budgetOf, type Length, makePlan, MORE_MS, type Plan, type PlanOptions } from './index.ts';
import type { Arm, Workload } from './study.ts';
import { operationsOfTurn, operationsOfWarmUp, roundsOfSession, turnsOfSession } from './turns.ts';
import { armsFor } from './workloads.ts';

const { study } = virtualBench(new VirtualClock());
const [floor, reference, subject] = study.arms as [Arm<Tally>, Arm<Tally>, Arm<Tally>];
const [short, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
const fixed = (rounds: number): Length => ({ rule: 'fixed', rounds });
const planOf = (options: Partial<PlanOptions> = {}, of = study) =>
  makePlan(of, { length: fixed(1), ...options }, 1, 0.5).plan;

/** The plan of a record, written and read again. */
function keptOf(plan: Plan): unknown {
  const { environment } = madeUpSessions({ arms: ['a'], sessions: 0, turn: () => [] });
  const end = { kind: 'complete', why: 'rounds' } as const;
  const soFar = { pilots: [], looks: [], sessions: [] };
  const record = recordOf({ plan, environment, startedAt: new Date(0), end, ...soFar });
  const read = readRecord(writeRecord(record), 'it');
  expect(read).toEqual(record);
  return record.plan;
}

describe('what a run asks for', () => {
  const asked = { reference: 'subject', subjects: ['reference', 'floor'] };

  it('takes the place of what the study compares', () => {
    const comparedIn = (options: Partial<PlanOptions>) =>
      makePlan(study, { length: fixed(1), ...options }, 1, 0.5).study;
    expect(comparedIn({})).toBe(study);
    expect(comparedIn(asked)).toMatchObject(asked);
    expect(() => planOf({ reference: 'none' })).toThrow(
      'arm: got "none", expected one of floor, reference, subject',
    );
  });

  it('stands in the plan, in which the reference takes part', () => {
    const plan = planOf({ arms: ['reference'], ...asked });
    expect(plan).toMatchObject(asked);
    expect(plan.arms).toEqual(['floor', 'reference', 'subject', 'twin']);
    expect(planOf({ arms: ['reference'] })).not.toHaveProperty('subjects');
  });
});

describe('a plan', () => {
  it('always holds baseline, reference and A/A control, in the order of the study', () => {
    const { arms, workloads } = planOf({ arms: ['subject'], workloads: ['long'] });
    expect(arms).toEqual(['floor', 'reference', 'subject', CONTROL]);
    expect(workloads).toEqual(['long']);
  });

  it('has an arm unasked that is its system’s way for calls made at once, where it can make them', () => {
    const batch: Arm<Tally> = { ...subject, id: 'batch', optional: true, forCallsAtOnce: true };
    const burst = { ...long, id: 'burst', callsPerOperation: 100 };
    const armsWith = (workload: string, cannot = {}) =>
      planOf(
        { workloads: [workload] },
        { ...study, arms: [...study.arms, { ...batch, cannot }], workloads: [short, burst] },
      ).arms;
    expect(armsWith('burst')).toContain('batch');
    expect(armsWith('burst', { burst: 'It cannot.' })).not.toContain('batch');
    expect(armsWith(short.id)).not.toContain('batch');
  });

  it('leaves out a workload that none of its arms can do, with the reasons, and refuses one without another', () => {
    const cannot = { long: 'It has no memory.' };
    const some = { ...study, arms: study.arms.map((arm) => ({ ...arm, cannot })) };
    const plan = planOf({ workloads: ['short', 'long'] }, some);
    expect(plan.workloads).toEqual(['short']);
    expect(plan.cannot?.map(({ arm, workload }) => [arm, workload])).toEqual(
      plan.arms.map((arm) => [arm, 'long']),
    );
    expect(() => planOf({ workloads: ['long'] }, some)).toThrow(
      'workload: got long, which no chosen arm can do, expected one that some can. It has no memory.',
    );
  });

  it('leaves out what is optional, unless it is asked for', () => {
    const optional = true as const;
    const some = {
      ...study,
      arms: [floor, reference, { ...subject, optional }],
      workloads: [short, { ...long, optional }],
    };
    const plan = planOf({}, some);
    expect([plan.arms, plan.workloads]).toEqual([['floor', 'reference', CONTROL], ['short']]);
    const asked = planOf({ arms: ['subject'], workloads: ['long'] }, some);
    expect([asked.arms, asked.workloads]).toEqual([
      ['floor', 'reference', 'subject', CONTROL],
      ['long'],
    ]);
  });

  it('keeps why an arm cannot do a workload, and the A/A control as the reference', () => {
    const some = {
      ...study,
      arms: [
        floor,
        { ...reference, cannot: { short: 'It has no short.' } },
        { ...subject, cannot: { long: 'It has no long.', other: 'Nobody asks.' } },
      ],
    };
    const plan = planOf({}, some);
    expect(plan.cannot).toEqual([
      { arm: 'reference', workload: 'short', reason: 'It has no short.' },
      { arm: 'subject', workload: 'long', reason: 'It has no long.' },
      { arm: CONTROL, workload: 'short', reason: 'It has no short.' },
    ]);
    expect(armsFor(plan, 'short')).toEqual(['floor', 'subject']);
    expect(keptOf(plan)).toMatchObject({ cannot: plan.cannot });
    expect(planOf()).not.toHaveProperty('cannot');
  });

  it('keeps how the operations of a workload follow each other', () => {
    const load = { concurrency: 4, callsPerOperation: 50 };
    const plan = planOf({}, { ...study, workloads: [short, { ...long, ...load, turn: 8 }] });
    expect(plan.loads).toEqual({ long: load });
    expect(keptOf(plan)).toMatchObject({ loads: plan.loads });
    expect(planOf()).not.toHaveProperty('loads');
  });

  it.each<[Length, object]>([
    [fixed(7), { rule: 'fixed', rounds: 7 }],
    [
      { rule: 'time', budgetMs: 60_000 },
      { rule: 'time', budgetMs: 60_000 },
    ],
    [
      { rule: 'until-decided' },
      { rule: 'until-decided', budgetMs: budgetOf(0.5, 2), moreMs: MORE_MS },
    ],
  ])('says how the run is to end: %j', (length, expected) => {
    const kept = keptOf(planOf({ length }));
    expect(kept).toMatchObject(expected);
    expect(Object.keys(kept as object).toSorted()).toEqual(
      ['arms', 'workloads', 'deadlineMs', ...Object.keys(expected)].toSorted(),
    );
  });

  it.each<[Partial<PlanOptions>, string]>([
    [{ arms: ['nobody'] }, 'arm: got "nobody", expected one of floor, reference, subject'],
    [{ workloads: ['x'] }, 'workload: got "x", expected one of short, long'],
    [{ workloads: [] }, 'workload: got none, expected at least one'],
  ])('refuses %j', (options, message) => {
    expect(() => planOf(options)).toThrow(message);
  });
});

describe('the time of a run until decided', () => {
  it('depends on the network to the bench', () => {
    expect([0.3, 4.9, 5, 49, 50, 199, 200].map((ms) => budgetOf(ms, 3) / 1000)).toEqual([
      18, 18, 32, 32, 60, 60, 120,
    ]);
  });

  it('is the study’s own where it has one', () => {
    expect([budgetOf(0.3, 3, 50_000), budgetOf(20, 6, 50_000)]).toEqual([50_000, 100_000]);
    // Far away the usual one, where that is longer.
    expect([budgetOf(100, 3, 50_000), budgetOf(20, 3, 10_000)]).toEqual([60_000, 32_000]);
    const plan = planOf({ length: { rule: 'until-decided' } }, { ...study, budgetMs: 50_000 });
    expect(plan.budgetMs).toBe(50_000);
  });

  it('grows with more than three workloads', () => {
    expect([1, 3, 6, 24, 300].map((workloads) => budgetOf(1, workloads) / 1000)).toEqual([
      18, 18, 36, 144, 1020,
    ]);
  });
});

describe('operations of a turn', () => {
  it.each([
    ['a slow operation, alone', 5, 1, 1],
    ['as many as a millisecond holds', 0.3, 1, 4],
    ['as many as twenty steps of the clock hold', 1, 100, 2],
    ['as many as twenty steps of a coarse clock hold', 1, 500, 10],
    ['twenty, however short they are', 0.02, 1, 20],
    ['as many as twenty steps hold, timed as one, where ten steps are longer', 0.2, 100, 10],
    ['as many of them as twenty steps hold', 0.02, 1000, 1000],
    ['some where the clock has not moved', 0, 1000, 40],
  ])('are %s', (_what, fastestMs, clockStepUs, operations) => {
    expect(operationsOfTurn({}, fastestMs, clockStepUs)).toBe(operations);
  });

  it('are whole cycles', () => {
    expect(operationsOfTurn({ cycle: 3 }, 0.3, 1)).toBe(6);
    expect(operationsOfTurn({ cycle: 2 }, 5, 1)).toBe(2);
  });
});

describe('turns of a session', () => {
  it.each([
    ['as long as they may be where four rounds have room', 1, 7, 6],
    ['shorter where they have not', 4, 2, 5],
    ['never shorter than twenty steps of the clock', 40, 1, 1],
  ])('are %s', (_what, allMs, operations, rounds) => {
    const times = { fastestMs: 0.16, clockStepUs: 5, shareMs: 1200, openMs: 10 };
    expect(turnsOfSession({}, {}, { ...times, allMs })).toMatchObject({ operations, rounds });
    // A run of fixed rounds has those, however long they take.
    expect(turnsOfSession({ rounds: 100 }, {}, { ...times, allMs }).operations).toBe(7);
  });
});

describe('rounds of a session', () => {
  it('leave room for twenty sessions in the time, but are no more than twenty', () => {
    // Of 100 ms for a session, a sixth is for warming up.
    expect(roundsOfSession({}, 10, 2000, 0)).toBe(8);
    expect(roundsOfSession({}, 1, 1_000_000, 0)).toBe(20);
    expect(roundsOfSession({}, 1000, 100, 0)).toBe(1);
  });

  it('are more where opening would take more than a fifth, as far as that leaves eight sessions', () => {
    const part = (openMs: number) => Math.round((5 * openMs - openMs) / 1.2 / 100);
    expect(roundsOfSession({}, 100, 10_000, 150)).toBe(part(150));
    expect(roundsOfSession({}, 100, 10_000, 240)).toBe(part(240));
    expect(roundsOfSession({}, 100, 10_000, 700)).toBe(Math.round((1250 - 700) / 1.2 / 100));
    expect(roundsOfSession({}, 100, 10_000, 5000)).toBe(1);
  });
});

it.each([
  [{ operations: 4, rounds: 20 }, 1, 4],
  [{ operations: 1000, rounds: 2 }, 1, 400],
  [{ operations: 6, rounds: 3 }, 3, 6],
  [{ operations: 1, rounds: 1 }, 1, 1],
])('warms a session of %o up, cycle %d, by stretches of %d', (pilot, cycle, operations) => {
  expect(operationsOfWarmUp(pilot, cycle)).toBe(operations);
});
