import { describe, expect, it } from 'vitest';
import { type Begin, type RemoteCaller, Stalled, type Workload } from '../plan/index.ts';
import type { PlannedTurn } from '../record/index.ts';
import {
  type Behaviour,
  type Tally,
  virtualBench,
  VirtualClock,
} from '../testing/virtual-bench.ts';
import { never } from '../testing/virtual-run.ts';
import type { World } from './events.ts';
import { Lane } from './lane.ts';
import { NO_TRAFFIC } from './meters.ts';

interface LaneSetup {
  workload?: Partial<Workload<Tally>>;
  behave?: (clock: VirtualClock) => Behaviour;
  world?: Partial<World>;
  /** Eight timed operations by default. */
  turn?: Partial<PlannedTurn>;
  /** Takes its turns in another place. */
  elsewhere?: (clock: VirtualClock) => Partial<RemoteCaller>;
}

/** One arm’s session with one turn, of eight calls by default. */
async function laneOf({ workload, elsewhere, ...setup }: LaneSetup) {
  const clock = new VirtualClock();
  const { study, world } = virtualBench(clock, setup.behave?.(clock));
  const [, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
  const open = await study.arms[0]?.load();
  if (open === undefined) throw new Error('the virtual bench has no arm');
  const others: RemoteCaller = {
    prepare: () => Promise.resolve(),
    turn: () => Promise.resolve({ timed: { ...NO_TRAFFIC, samplesUs: [7] } }),
    check: () => Promise.resolve(undefined),
  };
  const lane = new Lane<Tally>({
    arm: 'plain',
    async open(opening) {
      const here = await open(opening);
      return elsewhere ? { ...here, elsewhere: { ...others, ...elsewhere(clock) } } : here;
    },
    deadlineMs: 1000,
    world: { ...world, ...setup.world },
    signal: new AbortController().signal,
  });
  lane.turnTo({ ...long, ...workload });
  if (workload?.cold !== true) await clock.drive(lane.open().then(() => lane.prepare()));
  const turn = await clock.drive(lane.turn(0, { leadIn: 0, operations: 8, ...setup.turn }));
  await clock.drive(lane.check());
  lane.close();
  return { turn, lane, clock };
}

/** Samples of calls that take 2 ms each, in µs, and what passes meanwhile. */
const samples = (count: number): number[] => Array.from({ length: count }, () => 2000);
const traffic = (calls: number) => ({
  frames: { out: calls, in: calls },
  bytes: { out: 4 * calls, in: 6 * calls },
});
const calls = { samplesUs: samples(8), ...traffic(8) };
const inARow = { ...calls, roundTrips: 8 };

const anything = { wrong: () => undefined, check: () => Promise.resolve(undefined) };
const waiting = (ms: (index: number) => number) => (clock: VirtualClock) =>
  (({ index }) => clock.sleep(ms(index))) satisfies Behaviour;
/** An operation of two calls, whose time begins with the second if it says so. */
const twice = (says: boolean) => ({
  ...anything,
  operation: () => async (tally: Tally, begin?: Begin) => {
    await tally.add();
    if (says) begin?.();
    return tally.add();
  },
});

const double = { ...traffic(16), roundTrips: 16 };
const three = (tally: Tally) => Promise.all([tally.add(), tally.add(), tally.add()]);
const slowElsewhere = (clock: VirtualClock): Partial<RemoteCaller> => ({
  turn: () => clock.sleep(30_000).then(() => ({ timed: { ...NO_TRAFFIC, samplesUs: [7, 8] } })),
  prepare: () => clock.sleep(2000),
  check: () => clock.sleep(2000).then(() => undefined),
});

/** Calls of which the first two after another arm’s turn are slow: they lead in to the timed ones. */
const switching: LaneSetup = { turn: { leadIn: 2 }, behave: waiting((at) => (at < 2 ? 20 : 2)) };
const together: LaneSetup = { ...switching, turn: { leadIn: 2, together: true } };
const loop = { workload: { concurrency: 2 } };
const prepared = { workload: { ...anything, prepare: (tally: Tally) => tally.add() } };
const threefold = { workload: { ...anything, callsPerOperation: 3, operation: () => three } };
const cold = { workload: { cold: true as const }, turn: { operations: 1 } };
const elsewhere = { workload: { prepare: () => Promise.resolve() }, elsewhere: slowElsewhere };
const slow: LaneSetup = { turn: { together: true }, behave: waiting(() => 300) };
const slowFirst = { ...loop, behave: waiting((index) => (index === 0 ? 20 : 2)) };
const slowly = { samplesUs: samples(8).map(() => 300_000), totalUs: 2_400_000 };
const firstSlowly = { samplesUs: [...samples(7), 20_000], totalUs: 20_000 };
const timed = { samplesUs: samples(8) };
const marked = { ...timed, readings: { 'network/microseconds': 2000 } };
const pushing: LaneSetup = {
  behave:
    () =>
    ({ socket }) =>
      void socket.receive('more'),
};
const pushed = { frames: { out: 8, in: 16 }, bytes: { out: 32, in: 80 } };
const doubly = samples(8).map((us) => 2 * us);

describe('a turn', () => {
  it.each<[string, LaneSetup, object]>([
    ['of calls in a row, apart from connecting and preparing', prepared, inARow],
    ['as one, in which each call has its own deadline', slow, { ...inARow, ...slowly }],
    ['of calls that two messages answer, a round trip each', pushing, { ...inARow, ...pushed }],
    ['of a loop', { workload: { concurrency: 4 } }, { ...calls, totalUs: 4000 }],
    ['after its lead-in, whose frames are not counted', switching, inARow],
    ['as one after its lead-in', together, { ...inARow, totalUs: 16_000 }],
    ['of a loop after its lead-in', { ...switching, ...loop }, { ...calls, totalUs: 8000 }],
    ['of more callers than calls', { workload: { concurrency: 64 } }, { ...calls, totalUs: 2000 }],
    ['of a loop in which one waits and the others go on', slowFirst, { ...calls, ...firstSlowly }],
    ['by operations of several calls', threefold, { ...timed, ...traffic(24) }],
    ['from the begin of an operation', { workload: twice(true) }, { ...double, ...marked }],
    ['from its call, if it has none', { workload: twice(false) }, { ...double, samplesUs: doubly }],
    ['from opening a cold connection', cold, { samplesUs: [7000], ...traffic(1), roundTrips: 1 }],
    ['elsewhere, beyond a deadline', elsewhere, { samplesUs: [7, 8], ...NO_TRAFFIC }],
  ])('is timed %s', async (_, setup, expected) => {
    const { turn, lane } = await laneOf(setup);
    expect(turn).toEqual({ round: 0, arm: 'plain', ...expected });
    expect(lane.failure).toBeUndefined();
  });

  const told = '1 of 10 clients stalled: no answer within 5,000 ms';
  const why = 'a turn got no answer within 1000 ms';
  const fifth = (act: Promise<void>) => (clock: VirtualClock) =>
    (({ index }) => (index === 5 ? act : clock.sleep(2))) satisfies Behaviour;
  const refused = Promise.reject(new Error('no'));
  refused.catch(() => undefined);
  const begun = () => (tally: Tally, begin?: Begin) =>
    tally.add().then(() => {
      begin?.();
      return never;
    });
  const beginning = { workload: { ...anything, operation: begun } };
  const stalled = { elsewhere: () => ({ turn: () => Promise.reject(new Stalled(told)) }) };
  const silent = { elsewhere: () => ({ turn: () => never as Promise<never> }) };
  const later = 'a turn got no answer within 60000 ms';
  it.each<[string, LaneSetup, string, string, number]>([
    ['if it stalls, timed as one', { ...slow, behave: fifth(never) }, 'stalled', why, 1015],
    ['if it stalls in a loop', { ...loop, behave: fifth(never) }, 'stalled', why, 1009],
    ['if it fails', { ...loop, behave: fifth(refused) }, 'error', 'a turn: no', 9],
    ['if it stalls after its begin', beginning, 'stalled', why, 1005],
    ['in the words of a caller elsewhere', stalled, 'stalled', told, 5],
    ['if a caller elsewhere says nothing', silent, 'stalled', later, 60_005],
  ])('is discarded %s, and starts no further calls', async (_, setup, reason, detail, endsAt) => {
    const { turn, clock } = await laneOf(setup);
    expect(turn).toMatchObject({ discardedBecause: reason, detail });
    expect(Math.floor((clock.now() - endsAt) / 1000)).toBe(0);
    await clock.drive(clock.sleep(100));
    expect(clock.pending).toBe(0);
  });

  it('is discarded for a wrong answer in its lead-in, which counts among the operations', async () => {
    const garbled = () => (({ index }) => (index === 0 ? 'garble' : undefined)) satisfies Behaviour;
    const { turn, lane } = await laneOf({ turn: { leadIn: 2 }, behave: garbled });
    const detail = 'answer 1: got -1, expected 1';
    expect(turn).toMatchObject({ discardedBecause: 'check', detail });
    expect(lane.done).toBe(10);
  });

  it('gives no moment to begin to callers of a loop and to cold calls', async () => {
    const given: unknown[] = [];
    const operation = () => (tally: Tally, begin?: Begin) => {
      given.push(begin);
      return tally.add();
    };
    for (const load of [{ concurrency: 2 }, { cold: true as const }]) {
      await laneOf({ workload: { ...anything, ...load, operation }, turn: { operations: 2 } });
    }
    expect(given).toEqual(samples(4).map(() => undefined));
  });
});

const entry = { arm: 'plain', connectUs: 5000, extensions: 'virtual', warmUp: 0 };
const lost = { discardedBecause: 'check', detail: 'the total is 0, expected 8' };
const protocolTo = (object: string) => (object === 'object-1' ? 'h2' : undefined);
it.each<[string, LaneSetup, object]>([
  ['a connection', {}, entry],
  ['the version of HTTP, if it is known', { world: { protocolTo } }, { ...entry, protocol: 'h2' }],
  ['a wrong outcome', { behave: () => () => 'lose' }, { ...entry, ...lost }],
])('the record tells of %s', async (_, setup, expected) => {
  expect((await laneOf(setup)).lane.toRecord()).toEqual(expected);
});
