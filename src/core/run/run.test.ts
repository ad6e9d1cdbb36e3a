import { describe, expect, it } from 'vitest';
import { type Length, type Study, turnOrder, workloadOrder } from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { spentMs } from '../statistics/index.ts';
import { type Tally, virtualBench, VirtualClock } from '../testing/virtual-bench.ts';
import {
  type Act,
  discardedIn,
  once,
  only,
  ROUNDS,
  roundsIn,
  runVirtual,
  type Setup,
  SUBJECT,
} from '../testing/virtual-run.ts';
import { TrafficMeter } from './meters.ts';
import { openSeveral } from './session.ts';

const ofWorkload = (sessions: readonly Session[], id: string) =>
  sessions.filter(({ workload }) => workload === id);
const samplesOf = (sessions: readonly Session[]) =>
  new Set(sessions.flatMap(({ turns }) => turns.flatMap(({ samplesUs }) => samplesUs)));
const both = ['short', 'long'];
const byTime = (budgetMs: number): Length => ({ rule: 'time', budgetMs });

describe('a run', () => {
  it('opens fresh objects, takes turns in the order that the seed gives, and closes all', async () => {
    const { plan, sessions, end, opened, closed, clock } = await runVirtual();
    expect(end).toEqual({ kind: 'complete', why: 'rounds' });
    expect(sessions.map(({ session }) => session)).toEqual(sessions.map((_, index) => index));
    for (const session of sessions) {
      const next = turnOrder(plan, 'short', session.session);
      for (const round of roundsIn(session)) expect(round.map(({ arm }) => arm)).toEqual(next());
    }
    expect(new Set(opened.map(({ url }) => url)).size).toBe(sessions.length * plan.arms.length);
    expect(new Set(closed)).toEqual(new Set(opened));
    expect(clock.pending).toBe(0);
  });

  it('has nothing of another arm under way during a turn', async () => {
    const calls: Array<{ connection: number; index: number; from: number; to: number }> = [];
    const { sessions, plan } = await runVirtual({
      async behave({ arm, connection, index }, { clock }) {
        const call = { connection, index, from: clock.now(), to: Infinity };
        calls.push(call);
        await clock.sleep(arm === 'subject' ? 3 : 2);
        call.to = clock.now();
      },
    });
    const placeOf = (connection: number) => connection % plan.arms.length;
    const timed = calls.filter(({ connection, index }) => {
      const { arms = [] } = sessions[Math.floor(connection / plan.arms.length)] ?? {};
      return index >= (arms[placeOf(connection)]?.warmUp ?? NaN);
    });
    expect(timed).toHaveLength(ROUNDS * plan.arms.length * 4);
    const before = (index: number) => timed[index - 1]?.to ?? 0;
    expect(timed.every(({ from }, index) => from >= before(index))).toBe(true);
    const arms = timed.map(({ connection }) => plan.arms[placeOf(connection)]);
    const turns = sessions.flatMap((session) => session.turns);
    expect(arms.filter((_, index) => index % 4 === 0)).toEqual(turns.map(({ arm }) => arm));
  });

  it('runs as many rounds of every workload as were asked for, a connection for each cold call', async () => {
    const coldly = ({ workloads: [short, long], ...study }: Study<Tally>): Study<Tally> => {
      return { ...study, workloads: [short!, { ...long!, cold: true }] };
    };
    const options = { length: { rule: 'fixed', rounds: 17 } as const, workloads: both };
    const { sessions, opened } = await runVirtual({ options, study: coldly });
    for (const id of both) expect(ofWorkload(sessions, id).flatMap(roundsIn)).toHaveLength(17);
    const cold = ofWorkload(sessions, 'long');
    expect(cold).toHaveLength(9);
    const warmUps = cold.flatMap(({ arms }) => arms.map(({ warmUp }) => warmUp));
    expect(Math.min(...warmUps)).toBe(2);
    // The other workload has one for each session and arm.
    const warmed = warmUps.reduce((sum, operations) => sum + operations, 0);
    expect(opened).toHaveLength(4 * 17 + warmed + 4 * 9);
    // One after the other: none waits for another’s opening.
    expect(samplesOf(cold)).toEqual(new Set([7000]));
  });

  it.each([
    [18_000, 2, 0.04],
    [32_000, 25, 0.05],
  ])(
    'uses its %d ms up with calls of %d ms, in sessions of all workloads',
    async (ms, each, by) => {
      const { sessions, plan, end, clock } = await runVirtual({
        study: sharing,
        options: { workloads: [...both, 'alone'], length: byTime(ms) },
        place: { msPerOperation: each },
        behave: (_call, { clock }) => clock.sleep(each),
      });
      expect(end).toEqual({ kind: 'complete', why: 'time' });
      expect(Math.abs(clock.now() / ms - 1)).toBeLessThan(by);
      expect(clock.now()).toBe(spentMs(sessions));
      const spent = plan.workloads.map((id) => spentMs(ofWorkload(sessions, id)));
      expect(Math.min(...spent)).toBeGreaterThan(0.7 * Math.max(...spent));
      for (const id of plan.workloads) {
        const own = ofWorkload(sessions, id).length;
        expect(Math.abs(own - 10)).toBeLessThanOrEqual(1);
      }
    },
  );

  it('deals with an event before it goes on, and times nothing meanwhile', async () => {
    const log: string[] = [];
    const { sessions } = await runVirtual({
      async onEvent({ type }, { clock }) {
        log.push(`${type} given`);
        await clock.sleep(100_000);
        log.push(`${type} taken`);
      },
    });
    expect(log.length).toBeGreaterThan(40);
    expect(log.every((line, at) => line.endsWith(at % 2 === 0 ? ' given' : ' taken'))).toBe(true);
    expect(spentMs(sessions)).toBeLessThan(10_000);
    expect(samplesOf(sessions)).toEqual(new Set([2000]));
  });

  it('says about once a second how far a long session is, and does not time that', async () => {
    const { events, sessions } = await runVirtual({
      behave: (_call, { clock }) => clock.sleep(100),
      onEvent: ({ type }, { clock }) => (type === 'progress' ? clock.sleep(50_000) : undefined),
    });
    // A round takes 1.6 s, and a session has three.
    expect(events.filter(({ type }) => type === 'progress')).toHaveLength(3 * sessions.length);
    for (const { turnsUs } of sessions) expect(turnsUs).toBe(3 * 1_600_000);
  });

  it('closes all connections when it fails', async () => {
    const { error, closed, opened, clock } = await runVirtual({
      onEvent({ type }) {
        if (type === 'session-ended') throw new Error('cannot draw');
      },
    });
    expect(String(error)).toContain('cannot draw');
    expect(opened).toHaveLength(4);
    expect(new Set(closed)).toEqual(new Set(opened));
    expect(clock.pending).toBe(0);
  });
});

/** Both workloads, and one more that needs connections of its own. */
const sharing = ({ workloads, ...study }: Study<Tally>): Study<Tally> => {
  const [short, long] = workloads.map((each) => ({ ...each, leaves: (done: number) => done }));
  return { ...study, workloads: [short!, long!, { ...workloads[1]!, id: 'alone' }] };
};
const timed: Setup = {
  study: sharing,
  options: { workloads: [...both, 'alone'], length: byTime(6000) },
};

describe('workloads that share connections', () => {
  it('have them one after the other, in an order that the seed replays', async () => {
    const { sessions, plan, opened, end } = await runVirtual(timed);
    expect(end).toEqual({ kind: 'complete', why: 'time' });
    const openings = Map.groupBy(sessions, ({ opening }) => opening);
    const alone = openings.get(undefined) ?? [];
    openings.delete(undefined);
    for (const { workload } of alone) expect(workload).toBe('alone');
    expect([...openings.keys()]).toEqual(Array.from({ length: openings.size }, (_, at) => at));
    for (const [opening = 0, shared] of openings) {
      const order = workloadOrder(plan, opening).filter((id) => id !== 'alone');
      expect(shared.map(({ workload }) => workload)).toEqual(order);
      // Their connections were opened once, in the first of them.
      const [first, second] = shared;
      expect(first?.openUs).toBeGreaterThanOrEqual(5000);
      expect(second?.openUs).toBeLessThan(5000);
      expect(second?.arms[0]?.connectUs).toBe(first?.arms[0]?.connectUs);
    }
    expect(opened).toHaveLength(4 * (openings.size + alone.length));
    expect(spentMs(sessions)).toBeLessThanOrEqual(6000);
    const spent = plan.workloads.map((id) => spentMs(ofWorkload(sessions, id)));
    expect(Math.min(...spent)).toBeGreaterThan(0.7 * Math.max(...spent));
  });

  it('are each checked by what those before them left', async () => {
    const reasonsIn = (sessions: readonly Session[]) =>
      sessions.flatMap((each) => discardedIn(each).arms.map((arm) => [each.workload, ...arm]));
    expect(reasonsIn((await runVirtual(timed)).sessions)).toEqual([]);
    // A call that is lost shows in the workload that lost it, and no other follows on those connections.
    let lost = false;
    const { sessions } = await runVirtual({
      ...timed,
      behave({ arm, connection }, { workload }) {
        if (lost || arm !== 'subject' || connection !== 2 || workload !== 'long') return undefined;
        lost = true;
        return 'lose';
      },
    });
    expect(reasonsIn(sessions)).toEqual([['long', 'subject', 'check']]);
    expect(sessions.findLast(({ opening }) => opening === 0)?.workload).toBe('long');
  });
});

describe('what is timed', () => {
  const usual: Setup = { study: sharing, options: { workloads: both, length: byTime(3000) } };

  it('is the call once an arm is warm, on each connection and at each workload', async () => {
    const calls = new Map<string, number>();
    const count = (key: string) => {
      calls.set(key, (calls.get(key) ?? 0) + 1);
      return calls.get(key) ?? 0;
    };
    const { sessions } = await runVirtual({
      ...usual,
      behave({ arm, connection }, { clock, workload }) {
        // Code of the arm is compiled late, and a connection begins slowly.
        const late = count(arm) <= (arm === 'subject' ? 12 : 0);
        const begins = count(`${connection} ${workload}`) <= 2;
        return clock.sleep(late || begins ? 9 : 2);
      },
    });
    expect(samplesOf(sessions)).toEqual(new Set([2000]));
    for (const { arms } of sessions) {
      for (const { warmUp } of arms) expect(warmUp).toBeGreaterThanOrEqual(2);
    }
  });

  it('is nothing that is made for a call, or looked at after it', async () => {
    let spend: (ms: number) => void = () => undefined;
    const { sessions } = await runVirtual({
      study: only({
        operation() {
          spend(70);
          return (tally) => tally.add();
        },
        wrong() {
          spend(70);
          return undefined;
        },
      }),
      onEvent: (_event, { clock }) => void (spend = clock.spend),
    });
    expect(samplesOf(sessions)).toEqual(new Set([2000]));
  });

  it('is no opening of a connection that was there before', async () => {
    const { sessions } = await runVirtual({
      options: { length: { rule: 'fixed', rounds: 2 } },
      study: only({ cold: true }),
      world: () => ({
        // Eight warm up.
        freshEnds: (object) => ({ wereNew: /-[1-8]$/.test(object), close: () => undefined }),
      }),
    });
    expect(sessions[0]?.turns.map((turn) => turn.discardedBecause)).toEqual(Array(4).fill('kept'));
  });
});

describe('the progress of a run', () => {
  /** How far a run says that it is, by the kind of event. */
  async function progressOf(setup: Setup) {
    const ran = await runVirtual(setup);
    const all = ran.events.flatMap((event) => ('progress' in event ? [event] : []));
    const of = (type: string) =>
      all.filter((event) => event.type === type).map(({ progress }) => progress);
    return { ...ran, started: of('session-started'), ended: of('session-ended') };
  }

  it('is the part of its time that is spent, the time before it included', async () => {
    const options = { length: byTime(2000), workloads: both };
    const { started, ended, sessions } = await progressOf({ options, overheadMs: 100 });
    const nothing = { sessions: 0, discarded: 0, untilMs: 2000 };
    expect(started[0]).toEqual({ ...nothing, spentMs: 100, share: 0.05, leftMs: 1900 });
    for (const [at, progress] of ended.entries()) {
      const spent = 100 + spentMs(sessions.slice(0, at + 1));
      const left = Math.max(0, 2000 - spent);
      const time = { spentMs: spent, share: Math.min(1, spent / 2000), leftMs: left };
      expect(progress).toMatchObject({ sessions: at + 1, untilMs: 2000, ...time });
    }
  });

  it('counts rounds if those are given, and the time of those that are left', async () => {
    const length: Length = { rule: 'fixed', rounds: 6 };
    const { started, ended } = await progressOf({ options: { length, workloads: both } });
    expect(started[0]).toMatchObject({ untilMs: undefined, share: 0, leftMs: undefined });
    for (const { share, spentMs: spent, leftMs } of ended) {
      expect(leftMs).toBeCloseTo((spent * (1 - share)) / share, 9);
    }
    expect(ended.map(({ share }) => share)).toEqual(ended.map(({ share }) => share).toSorted());
    expect(ended.at(-1)).toMatchObject({ share: 1, leftMs: 0 });
  });

  const fails = () => Promise.reject(new Error('no'));
  it.each<[string, Act, number]>([
    // The outcome is wrong, so that the turn before counts as little as the one that went wrong.
    ['turns', once(SUBJECT, () => 'garble'), 2],
    ['a whole session of an arm', once(SUBJECT, fails, 0), 1],
  ])('counts %s that are discarded', async (_, behave, count) => {
    const { ended } = await progressOf({ behave });
    const counts = ended.slice(0, 3).map(({ discarded }) => discarded);
    expect(counts).toEqual([0, count, count]);
  });
});

describe('several connections of an arm', () => {
  it('share its callers out, and have as many calls under way', async () => {
    const underWay = new Map<number, number>();
    const most = new Map<number, number>();
    const { sessions, plan, opened, closed } = await runVirtual({
      study: only({
        concurrency: 6,
        connections: 3,
        wrong: () => undefined,
        check: () => Promise.resolve(undefined),
      }),
      async behave({ connection, index }, { clock }) {
        const now = (underWay.get(connection) ?? 0) + 1;
        underWay.set(connection, now);
        most.set(connection, Math.max(now, most.get(connection) ?? 0));
        await clock.sleep(1 + ((connection + index) % 4));
        underWay.set(connection, (underWay.get(connection) ?? 0) - 1);
      },
    });
    expect(plan.loads).toEqual({ short: { concurrency: 6, connections: 3 } });
    expect([...most.values()]).toEqual(opened.map(() => 2));
    expect(new Set(closed)).toEqual(new Set(opened));
    const objects = Map.groupBy(opened, ({ url }) => url);
    expect(objects.size).toBe(sessions.length * plan.arms.length);
    for (const turn of sessions.flatMap(({ turns }) => turns)) {
      expect(turn.frames.out).toBe(turn.samplesUs.length);
    }
  });

  it('are closed if one is refused', async () => {
    const clock = new VirtualClock();
    const { study, world, closed, refuse } = virtualBench(clock);
    const one = await study.arms[0]?.load();
    let asked = 0;
    refuse(() => (asked += 1) === 3);
    const opening = { ...world.ends, object: 'one', meter: new TrafficMeter(), deadlineMs: 1000 };
    const open = openSeveral(one ?? expect.fail('the virtual bench has no arm'), 4);
    await expect(clock.drive(open(opening))).rejects.toThrow('refused');
    expect(closed).toHaveLength(2);
  });
});
