import { describe, expect, it } from 'vitest';
import { CONTROL, readRecord, writeRecord } from '../record/index.ts';
import { type Tally, virtualBench, VirtualClock } from '../testing/virtual-bench.ts';
import { recordFrom } from '../testing/virtual-run.ts';
import { budgetOf, type Length, makePlan, MORE_MS, type Plan, type PlanOptions } from './index.ts';
import type { Arm, Study, Workload } from './study.ts';
import * as turns from './turns.ts';
import { armsFor, lackedBy, loadsOf, sizeOf } from './workloads.ts';

const { study } = virtualBench(new VirtualClock());
const [floor, reference, subject] = study.arms as [Arm<Tally>, Arm<Tally>, Arm<Tally>];
const [short, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
const fixed = (rounds: number): Length => ({ rule: 'fixed', rounds });
const plannedOf = (options: Partial<PlanOptions> = {}, change: Partial<Study<Tally>> = {}) =>
  makePlan({ ...study, ...change }, { length: fixed(1), ...options }, 1, 0.5);
const planOf = (...given: Parameters<typeof plannedOf>) => plannedOf(...given).plan;

/** The plan of a record, written and read again. */
function recordedOf(plan: Plan) {
  const record = recordFrom(plan, []);
  expect(readRecord(writeRecord(record), 'it')).toEqual(record);
  return record.plan;
}

describe('a plan', () => {
  const asked = { reference: 'subject', subjects: ['reference', 'floor'] };
  it('compares as the run asks, and the reference takes part', () => {
    const { study: compared, plan } = plannedOf({ arms: ['reference'], ...asked });
    expect(compared).toMatchObject(asked);
    expect(plan).toMatchObject({ ...asked, arms: ['floor', 'reference', 'subject', CONTROL] });
    expect(plannedOf().study).toMatchObject({ reference: 'reference', subjects: ['subject'] });
    expect(planOf()).not.toHaveProperty('subjects');
  });

  const optional = true as const;
  const arms = [floor, reference, { ...subject, optional }];
  const some = { arms, workloads: [short, { ...long, optional }] };
  const least = ['floor', 'reference', CONTROL];
  const all = ['floor', 'reference', 'subject', CONTROL];
  const both = ['short', 'long'];
  it.each<[string, Partial<PlanOptions>, Partial<Study<Tally>>, string[], string[]]>([
    ['all of the study', {}, {}, all, both],
    ['nothing optional', {}, some, least, ['short']],
    ['what is asked for', { arms: ['subject'], workloads: ['long'] }, some, all, ['long']],
    ['what all others are judged by', { arms: ['floor'] }, {}, least, both],
  ])('has %s', (_, options, change, arms, workloads) => {
    expect(planOf(options, change)).toMatchObject({ arms, workloads });
  });

  it('has an arm unasked that is its system’s way for calls made at once, if it can make them', () => {
    const burst = { ...long, id: 'burst', callsPerOperation: 100 };
    const armsWith = (workload: string, cannot = {}) => {
      const batch = { ...subject, id: 'batch', optional, forCallsAtOnce: true as const, cannot };
      const change = { arms: [...study.arms, batch], workloads: [short, burst] };
      return planOf({ workloads: [workload] }, change).arms;
    };
    expect(armsWith('burst')).toContain('batch');
    expect(armsWith('burst', { burst: 'It cannot.' })).not.toContain('batch');
    expect(armsWith('short')).not.toContain('batch');
  });

  it('leaves out a workload that none of its arms can do, and refuses one without another', () => {
    const cannot = { long: 'It has no memory.' };
    const change = { arms: study.arms.map((arm) => ({ ...arm, cannot })) };
    const plan = planOf({}, change);
    expect(plan.workloads).toEqual(['short']);
    expect(plan.cannot?.map(({ arm }) => arm)).toEqual(plan.arms);
    const message = 'got long, which no chosen arm can do, expected one that some can. It has no m';
    expect(() => planOf({ workloads: ['long'] }, change)).toThrow(message);
  });

  it('keeps the reason why an arm cannot do a workload, for the A/A control that of the reference', () => {
    const lacking = [
      floor,
      { ...reference, cannot: { short: 'It has no short.' } },
      { ...subject, cannot: { long: 'It has no long.', other: 'It is not asked.' } },
    ];
    const plan = planOf({}, { arms: lacking });
    const cannot = [
      { arm: 'reference', workload: 'short', reason: 'It has no short.' },
      { arm: 'subject', workload: 'long', reason: 'It has no long.' },
      { arm: CONTROL, workload: 'short', reason: 'It has no short.' },
    ];
    expect(recordedOf(plan)).toMatchObject({ cannot });
    expect(armsFor(plan, 'short')).toEqual(['floor', 'subject']);
    expect(lackedBy({ ...study, arms: lacking }, 'short')).toEqual(['reference', CONTROL]);
    expect(planOf()).not.toHaveProperty('cannot');
  });

  it('keeps how the operations of a workload follow each other', () => {
    const load = { concurrency: 4, callsPerOperation: 50 };
    const busy = { ...long, ...load, turn: 8, leaves: () => 0 };
    expect(recordedOf(planOf({}, { workloads: [short, busy] })).loads).toEqual({ long: load });
    expect(loadsOf([short])).toEqual({});
    expect(sizeOf(busy)).toEqual({ ...load, turn: 8 });
    expect(sizeOf({ ...long, leaves: () => 0 })).toEqual({ shared: true });
  });

  it.each<[Length, object]>([
    [fixed(7), {}],
    [{ rule: 'time', budgetMs: 60_000 }, {}],
    [{ rule: 'until-decided' }, { budgetMs: 18_000, moreMs: MORE_MS }],
  ])('says how the run is to end: %j', (length, more) => {
    const plan = { arms: all, workloads: both, deadlineMs: 1000, ...length, ...more };
    expect(recordedOf(planOf({ length }))).toEqual(plan);
  });

  it.each<[Partial<PlanOptions>, string]>([
    [{ arms: ['nobody'] }, 'arm: got "nobody", expected one of floor, reference, subject'],
    [{ arms: [] }, 'arm: got none, expected at least one'],
    [{ reference: 'none' }, 'arm: got "none", expected one of floor, reference, subject'],
    [{ subjects: ['none'] }, 'arm: got "none", expected one of floor, reference, subject'],
    [{ workloads: ['x'] }, 'workload: got "x", expected one of short, long'],
    [{ workloads: [] }, 'workload: got none, expected at least one'],
  ])('refuses %j', (options, message) => {
    expect(() => planOf(options)).toThrow(message);
  });
});

it.each([
  [0.3, 3, undefined, 18],
  [4.9, 3, undefined, 18],
  [5, 3, undefined, 32],
  [49, 3, undefined, 32],
  [50, 3, undefined, 60],
  [199, 3, undefined, 60],
  [200, 3, undefined, 120],
  // It grows with more than three workloads, up to seventeen minutes.
  [1, 1, undefined, 18],
  [1, 6, undefined, 36],
  [1, 300, undefined, 1020],
  // A study’s own time counts on one machine, and further away if it is longer than the usual one.
  [0.3, 3, 10_000, 10],
  [0.3, 3, 50_000, 50],
  [20, 6, 50_000, 100],
  [20, 3, 10_000, 32],
  [100, 3, 50_000, 60],
])('calls of %d ms and %d workloads, with %s ms of the study, have %d s', (ms, count, ownMs, s) => {
  expect(budgetOf(ms, count, ownMs) / 1000).toBe(s);
});

describe('operations of a turn', () => {
  it.each([
    ['a slow operation, alone', {}, 5, 1, 1],
    ['as many as a millisecond holds', {}, 0.3, 1, 4],
    ['as many as twenty steps of the clock hold', {}, 1, 100, 2],
    ['as many as twenty steps of a coarse clock hold', {}, 1, 500, 10],
    ['twenty, however short they are', {}, 0.02, 1, 20],
    ['as many as twenty steps hold, timed as one, if ten steps are longer', {}, 0.2, 100, 10],
    ['as many of them as twenty steps hold', {}, 0.02, 1000, 1000],
    ['at most twenty thousand', {}, 0.0001, 10_000, 20_000],
    ['some if the clock has not moved', {}, 0, 1000, 40],
    ['whole cycles of three', { cycle: 3 }, 0.3, 1, 6],
    ['a whole cycle of two', { cycle: 2 }, 5, 1, 2],
    ['as many as the workload names', { turn: 7 }, 5, 1, 7],
    ['as few as usual in a loop, which is not timed as one', { concurrency: 2 }, 0.02, 1000, 20],
  ])('are %s', (_what, workload, fastestMs, clockStepUs, operations) => {
    expect(turns.operationsOfTurn(workload, fastestMs, clockStepUs)).toBe(operations);
  });

  it.each([
    ['as long as they may be if four rounds have room', 1, 7, 6],
    ['shorter if they have not', 4, 2, 5],
    ['never shorter than twenty steps of the clock', 40, 1, 1],
  ])('of a session are %s', (_what, allMs, operations, rounds) => {
    const times = { fastestMs: 0.16, clockStepUs: 5, shareMs: 1200, openMs: 10, allMs };
    expect(turns.turnsOfSession({}, {}, times)).toEqual({ operations, rounds });
    // A run of fixed rounds has those, however long they take.
    expect(turns.turnsOfSession({ rounds: 100 }, {}, times).operations).toBe(7);
  });
});

it.each([
  // Twenty sessions have room in the time; a sixth of it is for warming up.
  ['time for twenty sessions', {}, 10, 2000, 0, 8],
  ['time for more than twenty rounds', {}, 1, 1_000_000, 0, 20],
  ['time for none', {}, 1000, 100, 0, 1],
  // Opening may take a fifth, as far as that leaves eight sessions.
  ['long openings', {}, 100, 10_000, 150, 5],
  ['longer openings', {}, 100, 10_000, 240, 8],
  ['openings of half a session', {}, 100, 10_000, 700, 5],
  ['openings longer than a session', {}, 100, 10_000, 5000, 1],
  ['a hundred rounds in all', { rounds: 100 }, 10, 0, 0, 5],
  ['a hundred rounds and openings of eight', { rounds: 100 }, 10, 0, 80, 8],
  ['a hundred rounds and openings of many', { rounds: 100 }, 10, 0, 800, 13],
])('a session with %s has as many rounds as fit', (_, plan, roundMs, shareMs, openMs, rounds) => {
  expect(turns.roundsOfSession(plan, roundMs, shareMs, openMs)).toBe(rounds);
});

it.each([
  [{ operations: 4, rounds: 20 }, 1, 4],
  [{ operations: 1000, rounds: 2 }, 1, 400],
  [{ operations: 6, rounds: 3 }, 3, 6],
  [{ operations: 1, rounds: 1 }, 1, 1],
])('a session of %o warms up, cycle %d, by stretches of %d', (pilot, cycle, operations) => {
  expect(turns.operationsOfWarmUp(pilot, cycle)).toBe(operations);
});

it('a clock must step at least every 10 ms', () => {
  expect(() => turns.expectFineClock(10_000)).not.toThrow();
  expect(() => turns.expectFineClock(16_670)).toThrow('clock is too coarse (16.67 ms)');
});
