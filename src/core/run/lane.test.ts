import { describe, expect, it } from 'vitest';
import { type RemoteCaller, Stalled, type Workload } from '../plan/index.ts';
import {
  type Behaviour,
  type Tally,
  virtualBench,
  VirtualClock,
} from '../testing/virtual-bench.ts';
import { only, runVirtual } from '../testing/virtual-run.ts';
import type { World } from './events.ts';
import { Lane } from './lane.ts';
import { NO_TRAFFIC } from './meters.ts';

interface LaneSetup {
  behave?: (clock: VirtualClock) => Behaviour;
  world?: (clock: VirtualClock) => Partial<World>;
  operations?: number;
  /** Whether the turn is timed as one. */
  together?: boolean;
  /** Takes its turns in another place. */
  elsewhere?: (clock: VirtualClock) => Partial<RemoteCaller>;
}

/** One arm’s session with one turn, of eight calls unless told otherwise. */
async function laneOf(change: Partial<Workload<Tally>>, setup: LaneSetup = {}) {
  const clock = new VirtualClock();
  const { study, world, opened, closed } = virtualBench(clock, setup.behave?.(clock));
  const [, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
  const open = await study.arms[0]?.load();
  if (open === undefined) throw new Error('the virtual bench has no arm');
  const lane = new Lane({
    arm: 'floor',
    open: async (opening) => {
      const connection = await open(opening);
      const { elsewhere } = setup;
      const taken = { timed: { ...NO_TRAFFIC, samplesUs: [7] } };
      const others: RemoteCaller = {
        prepare: () => Promise.resolve(),
        turn: () => Promise.resolve(taken),
        check: () => Promise.resolve(undefined),
      };
      return { ...connection, ...(elsewhere && { elsewhere: { ...others, ...elsewhere(clock) } }) };
    },
    deadlineMs: 1000,
    world: { ...world, ...setup.world?.(clock) },
    signal: new AbortController().signal,
  });
  lane.turnTo({ ...long, ...change });
  if (change.cold !== true) await clock.drive(lane.open().then(() => lane.prepare()));
  const turn = await clock.drive(lane.turn(0, setup.operations ?? 8, setup.together));
  await clock.drive(lane.check());
  lane.close();
  return { turn, lane, clock, opened, closed };
}

const never = new Promise<void>(() => undefined);
/** Samples of calls that take 2 ms each, in µs. */
const calls = (count: number): number[] => Array.from({ length: count }, () => 2000);
const anything = { wrong: () => undefined, check: () => Promise.resolve(undefined) };

describe('calls in a row', () => {
  it('are timed one by one, apart from connecting', async () => {
    const { turn, lane } = await laneOf({});
    expect(turn).toEqual({
      ...{ round: 0, arm: 'floor', samplesUs: calls(8) },
      ...{ frames: { out: 8, in: 8 }, bytes: { out: 32, in: 48 }, roundTrips: 8 },
    });
    expect(lane.toRecord()).toEqual({
      ...{ arm: 'floor', connectUs: 5000, extensions: 'virtual', warmUp: 0 },
    });
  });

  it('are kept with the version of HTTP, where the runtime tells it of the object', async () => {
    const protocolTo = (object: string) => (object === 'object-1' ? 'h2' : undefined);
    const { lane } = await laneOf({}, { world: () => ({ protocolTo }) });
    expect(lane.toRecord()).toMatchObject({ protocol: 'h2' });
    const other = await laneOf({}, { world: () => ({ protocolTo: () => undefined }) });
    expect(other.lane.toRecord().protocol).toBeUndefined();
  });

  it('do not count what prepared the object', async () => {
    const seen: number[] = [];
    const { turn } = await laneOf({
      ...anything,
      prepare: (tally) => tally.add(),
      check: async (_tally, done) => void seen.push(done),
    });
    expect(turn).toMatchObject({ frames: { out: 8, in: 8 }, roundTrips: 8 });
    expect(seen).toEqual([8]);
  });
});

describe('operations that are timed as one', () => {
  const slow = (clock: VirtualClock) => () => clock.sleep(300);
  it('have a deadline each, not one for all of them', async () => {
    const { turn } = await laneOf({}, { behave: slow, together: true });
    expect(turn).not.toHaveProperty('void');
    expect(turn.totalUs).toBe(2_400_000);
  });
});

describe('a turn in which one call goes wrong', () => {
  const why = 'a turn got no answer within 1000 ms';
  it.each([
    ['timed as one', { together: true }, {}, never, { void: 'stalled', detail: why }],
    ['in a closed loop', {}, { concurrency: 2 }, never, { void: 'stalled', detail: why }],
    ['in a closed loop', {}, { concurrency: 2 }, 'no', { void: 'error', detail: 'a turn: no' }],
  ] as const)(
    'is discarded, %s, and starts no further ones',
    async (_, setup, load, act, voided) => {
      const behave = (clock: VirtualClock) => (call: { index: number }) => {
        if (call.index !== 5) return clock.sleep(2);
        return act === 'no' ? Promise.reject(new Error(act)) : act;
      };
      const { turn, clock } = await laneOf(load, { ...setup, behave });
      expect(turn).toMatchObject(voided);
      await clock.drive(clock.sleep(100));
      expect(clock.pending).toBe(0);
    },
  );
});

describe('a closed loop', () => {
  it('keeps so many calls under way, and times each and the whole', async () => {
    const { turn } = await laneOf({ concurrency: 4 });
    expect(turn.samplesUs).toEqual(calls(8));
    expect(turn).toMatchObject({ totalUs: 4000, frames: { out: 8, in: 8 } });
    expect(turn).not.toHaveProperty('roundTrips');
    expect(turn).not.toHaveProperty('void');
    // With more callers than there are calls it takes no longer.
    expect((await laneOf({ concurrency: 64 })).turn.totalUs).toBe(2000);
  });

  it('lets the other callers go on while one waits', async () => {
    const slow = (clock: VirtualClock) => (call: { index: number }) =>
      clock.sleep(call.index === 0 ? 20 : 2);
    const { turn } = await laneOf({ concurrency: 2 }, { behave: slow });
    expect(turn).toMatchObject({ samplesUs: [...calls(7), 20_000], totalUs: 20_000 });
  });
});

describe('calls that say when they begin', () => {
  /** An operation that begins after 2 ms, and is answered 2 ms later, unless it begins never. */
  const marked = (begins = true) => ({
    ...anything,
    operation: () => async (tally: Tally, begin?: () => void) => {
      if (begins) {
        await tally.add();
        begin?.();
      }
      return tally.add();
    },
  });

  it('are timed from then, and no caller of a loop gives them a moment', async () => {
    for (const begins of [true, false]) {
      // Where they do not say it, from the call.
      expect((await laneOf(marked(begins))).turn.samplesUs).toEqual(calls(8));
    }
    const given: unknown[] = [];
    const operation = () => (tally: Tally, begin?: () => void) => {
      given.push(begin);
      begin?.();
      return tally.add();
    };
    for (const load of [{ concurrency: 2 }, { cold: true as const }]) {
      const { turn } = await laneOf({ ...anything, ...load, operation }, { operations: 2 });
      expect(turn.samplesUs.length).toBe(2);
    }
    expect(given).toEqual(Array.from({ length: 4 }, () => undefined));
  });

  it('have until the deadline from the call on, whenever they begin', async () => {
    const operation = () => async (tally: Tally, begin?: () => void) => {
      await tally.add();
      begin?.();
      return never;
    };
    const { turn, clock } = await laneOf({ ...anything, operation });
    expect(turn).toMatchObject({
      ...{ samplesUs: [], void: 'stalled' },
      detail: 'a turn got no answer within 1000 ms',
    });
    expect(clock.now()).toBeLessThan(5 + 1000 + 2);
  });

  it('make a turn no longer than its time allows, the time before the beginning included', async () => {
    const { pilots } = await runVirtual({ study: only({ ...marked(), fromMarker: true }) });
    // Four arms of 4 ms each, of which a sample has 2.
    expect(pilots).toMatchObject([{ operations: 1, roundUs: 16_000 }]);
  });
});

describe('a cold call', () => {
  const cold = { cold: true as const };

  it('is timed from creating the connection to the first answer', async () => {
    const { turn, lane } = await laneOf(cold, { operations: 1 });
    expect(turn).toEqual({
      ...{ round: 0, arm: 'floor', samplesUs: [7000], roundTrips: 1 },
      ...{ frames: { out: 1, in: 1 }, bytes: { out: 4, in: 6 } },
    });
    expect(lane.toRecord().connectUs).toBe(5000);
  });

  it('has a connection of its own in every round of a run', async () => {
    const { sessions, opened } = await runVirtual({
      options: { length: { rule: 'fixed', rounds: 3 } },
      study: only(cold),
    });
    expect(sessions.map(({ turns }) => turns.length)).toEqual([4, 4, 4]);
    expect(opened).toHaveLength(12);
    // One after the other: none waits for another’s opening.
    const samples = sessions.flatMap(({ turns }) => turns.flatMap(({ samplesUs }) => samplesUs));
    expect(new Set(samples)).toEqual(new Set([7000]));
  });
});

describe('an operation of several calls', () => {
  it('is one sample, and has no count of round trips', async () => {
    const burst = (tally: Tally) => Promise.all([tally.add(), tally.add(), tally.add()]);
    const { turn } = await laneOf(
      {
        ...anything,
        callsPerOperation: 3,
        operation: () => burst,
        wrong: (answers) => (JSON.stringify(answers) === '[[1,2,3],[4,5,6]]' ? undefined : 'other'),
      },
      { operations: 2 },
    );
    expect(turn).toMatchObject({ samplesUs: [2000, 2000], frames: { out: 6, in: 6 } });
    expect(turn).not.toHaveProperty('roundTrips');
    expect(turn).not.toHaveProperty('void');
  });
});

describe('what is taken elsewhere', () => {
  it('may take longer than one operation may', async () => {
    const slow = (clock: VirtualClock): Partial<RemoteCaller> => ({
      async turn() {
        await clock.sleep(30_000);
        return { timed: { ...NO_TRAFFIC, samplesUs: [7, 8] } };
      },
      prepare: () => clock.sleep(2000),
      async check() {
        await clock.sleep(2000);
        return undefined;
      },
    });
    const prepare = () => Promise.resolve();
    const { turn, lane } = await laneOf({ prepare }, { elsewhere: slow });
    expect(turn).toEqual({ round: 0, arm: 'floor', samplesUs: [7, 8], ...NO_TRAFFIC });
    expect(lane.failure).toBeUndefined();
  });

  it('stalls in the words of whoever took it', async () => {
    const told = '1 of 10 clients stalled: no answer within 5,000 ms';
    const { turn } = await laneOf(
      {},
      { elsewhere: () => ({ turn: () => Promise.reject(new Stalled(told)) }) },
    );
    expect([turn.void, turn.detail]).toEqual(['stalled', told]);
  });

  it('is given up where nobody says anything any more', async () => {
    const { turn, clock } = await laneOf(
      {},
      { elsewhere: () => ({ turn: () => never as Promise<never> }) },
    );
    expect([turn.void, turn.detail]).toEqual(['stalled', 'a turn got no answer within 60000 ms']);
    expect(clock.now()).toBeLessThan(62_000);
  });
});
