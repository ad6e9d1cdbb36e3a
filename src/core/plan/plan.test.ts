import { describe, expect, it } from 'vitest';
import { CONTROL, readRecord, writeRecord } from '../record/index.ts';
import { type Tally, virtualBench, VirtualClock } from '../testing/virtual-bench.ts';
import { recordFrom } from '../testing/virtual-run.ts';
import { budgetOf, type Length, makePlan, type Plan, type PlanOptions } from './index.ts';
import type { Arm, Study, Workload } from './study.ts';
import { type RunPlace, turnOf, wholeTurn } from './turns.ts';
import { armsFor, inBrowser, lackedBy, loadsOf, sizeOf, type WorkloadSize } from './workloads.ts';

const { study } = virtualBench(new VirtualClock());
const [plain, reference, subject] = study.arms as [Arm<Tally>, Arm<Tally>, Arm<Tally>];
const [short, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
const fixed = (rounds: number): Length => ({ rule: 'fixed', rounds });
const NEAR: RunPlace = { msPerOperation: 0.5, clockStepUs: 1 };
const plannedOf = (
  options: PlanOptions = {},
  change: Partial<Study<Tally>> = {},
  place: Partial<RunPlace> = {},
) => makePlan({ ...study, ...change }, { length: fixed(1), ...options }, 1, { ...NEAR, ...place });
const planOf = (...given: Parameters<typeof plannedOf>) => plannedOf(...given).plan;

/** The plan of a record, written and read again. */
function recordedOf(plan: Plan) {
  const record = recordFrom(plan, []);
  expect(readRecord(writeRecord(record), 'it')).toEqual(record);
  return record.plan;
}

describe('a plan', () => {
  const asked = { reference: 'subject', subjects: ['reference', 'plain'] };
  it('compares as the run asks, and the reference takes part', () => {
    const { study: compared, plan } = plannedOf({ arms: ['reference'], ...asked });
    expect(compared).toMatchObject(asked);
    expect(plan).toMatchObject({ ...asked, arms: ['reference', 'subject', CONTROL] });
    expect(plannedOf().study).toMatchObject({ reference: 'reference', subjects: ['subject'] });
    expect(planOf()).not.toHaveProperty('subjects');
  });

  const optional = true as const;
  const arms = [plain, reference, { ...subject, optional }];
  const some = { arms, workloads: [short, { ...long, optional }] };
  const least = ['plain', 'reference', CONTROL];
  const all = ['plain', 'reference', 'subject', CONTROL];
  const both = ['short', 'long'];
  it.each<[string, Partial<PlanOptions>, Partial<Study<Tally>>, string[], string[]]>([
    ['all of the study', {}, {}, all, both],
    ['nothing optional', {}, some, least, ['short']],
    ['what is asked for', { arms: ['subject'], workloads: ['long'] }, some, all, ['long']],
    ['what all others are judged by', { arms: ['plain'] }, {}, least, both],
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
      plain,
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
    expect(armsFor(plan, 'short')).toEqual(['plain', 'subject']);
    expect(lackedBy({ ...study, arms: lacking }, 'short')).toEqual(['reference', CONTROL]);
    expect(planOf()).not.toHaveProperty('cannot');
  });

  it('keeps how the operations of a workload follow each other', () => {
    const load = { concurrency: 4, callsPerOperation: 50 };
    const busy = { ...long, ...load, turn: wholeTurn(4, 8), leaves: () => 0 };
    expect(recordedOf(planOf({}, { workloads: [short, busy] })).loads).toEqual({ long: load });
    expect(loadsOf([short])).toEqual({});
    expect(sizeOf(busy)).toEqual({ ...load, turn: wholeTurn(4, 8) });
    expect(sizeOf({ ...long, leaves: () => 0 })).toEqual({ shared: true });
  });

  const minute: Length = { rule: 'time', budgetMs: 60_000 };
  it.each<[Length | undefined, object]>([
    [fixed(7), fixed(7)],
    [minute, minute],
    [undefined, { ...minute, budgetMs: 18_000 }],
  ])('says how the run is to end: %j', (length, end) => {
    const turns = { short: { leadIn: 0, operations: 4 }, long: { leadIn: 6, operations: 6 } };
    const plan = { arms: all, workloads: both, turns, deadlineMs: 1000, ...end };
    expect(recordedOf(planOf({ length }))).toEqual(plan);
  });

  it.each<[Partial<PlanOptions>, string]>([
    [{ arms: ['nobody'] }, 'arm: got "nobody", expected one of plain, reference, subject'],
    [{ arms: [] }, 'arm: got none, expected at least one'],
    [{ reference: 'none' }, 'arm: got "none", expected one of plain, reference, subject'],
    [{ subjects: ['none'] }, 'arm: got "none", expected one of plain, reference, subject'],
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

describe('a turn', () => {
  const [far, coarse] = [{ msPerOperation: 25 }, { clockStepUs: 1000 }];
  const own = { turn: wholeTurn(4, 80) };
  type Planned = [leadIn: number, operations: number, together?: true];
  it.each<[string, WorkloadSize, Study<never>['place'], Partial<RunPlace>, Planned]>([
    ['has a lead-in nearby', {}, undefined, {}, [6, 6]],
    ['has a longer one between processes', {}, 'processes', {}, [8, 8]],
    ['has more operations in a page', {}, 'page', {}, [6, 16]],
    ['is one operation across a network', {}, undefined, far, [0, 1]],
    ['has whole cycles', { cycle: 4 }, undefined, {}, [8, 8]],
    ['has whole cycles afar', { cycle: 2 }, undefined, far, [0, 2]],
    ['of many calls has two', { callsPerOperation: 50 }, undefined, {}, [1, 2]],
    ['of many bytes has one', { bytesPerOperation: 8e6 }, 'page', {}, [1, 1]],
    ['about the opening has no lead-in', { cold: true }, undefined, {}, [0, 1]],
    ['is that of the workload', own, undefined, {}, [4, 80]],
    ['is that of the workload afar', own, undefined, far, [0, 80]],
    ['is timed as one by a coarse clock', {}, undefined, coarse, [6, 120, true]],
    ['is not if its operations take long', {}, undefined, { ...far, ...coarse }, [0, 1]],
    ['is not if they begin later', { fromMarker: true }, undefined, coarse, [6, 6]],
  ])('%s', (_, size, place, at, [leadIn, operations, together]) => {
    const turn = turnOf(size, place, { ...NEAR, ...at });
    expect(turn).toEqual({ leadIn, operations, together });
  });

  it('is the same in two launches whose first contacts took different times', () => {
    const turnsOf = (msPerOperation: number) => planOf({}, {}, { msPerOperation }).turns;
    expect(turnsOf(0.2)).toEqual(turnsOf(3));
    expect(turnsOf(9)).toEqual(turnsOf(200));
  });

  it('cannot be timed by a clock that steps less than every 10 ms', () => {
    expect(() => planOf({}, {}, { clockStepUs: 10_000 })).not.toThrow();
    const coarsest = () => planOf({}, {}, { clockStepUs: 16_670 });
    expect(coarsest).toThrow('clock is too coarse (16.67 ms)');
  });
});

it('a browser does not measure the opening of requests', () => {
  const arms: Array<Arm<Tally>> = [plain, { ...reference, accept: 'request' }, subject];
  const cold = { ...long, cold: true } as const;
  const { plan } = makePlan(inBrowser({ ...study, arms, workloads: [short, cold] }), {}, 1, NEAR);
  expect(armsFor(plan, 'long')).toEqual(['plain', 'subject']);
  expect(armsFor(plan, 'short')).toEqual(plan.arms);
});
