import { describe, expect, it } from 'vitest';
import { type Length, type Study, turnOrder, workloadOrder } from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { spentMs } from '../statistics/index.ts';
import type { Tally } from '../testing/virtual-bench.ts';
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

  it('has as many sessions as an interval needs on a machine that has become slower', async () => {
    let sessions = 0;
    const ran = await runVirtual({
      options: { length: byTime(60_000) },
      // As fast as the pilot found it in the first session only.
      behave: (_call, { clock }) => clock.sleep(sessions === 0 ? 2 : 40),
      onEvent({ type }) {
        if (type === 'session-ended') sessions += 1;
      },
    });
    expect(ran.pilots[0]?.rounds).toBe(20);
    expect(ran.sessions.length).toBeGreaterThanOrEqual(8);
  });

  it('runs as many rounds of every workload as were asked for, a connection for each cold call', async () => {
    const coldly = ({ workloads: [short, long], ...study }: Study<Tally>): Study<Tally> => {
      return { ...study, workloads: [short!, { ...long!, cold: true }] };
    };
    const options = { length: { rule: 'fixed', rounds: 17 } as const, workloads: both };
    const { sessions, looks, opened } = await runVirtual({ options, study: coldly });
    for (const id of both) expect(ofWorkload(sessions, id).flatMap(roundsIn)).toHaveLength(17);
    expect(looks).toEqual([]);
    const cold = ofWorkload(sessions, 'long');
    expect(cold).toHaveLength(17);
    expect(opened).toHaveLength(4 * sessions.length);
    // One after the other: none waits for another’s opening.
    expect(samplesOf(cold)).toEqual(new Set([7000]));
  });

  it('ends after the time that was asked for, opening and checking included, without a look', async () => {
    const { sessions, looks, end, clock } = await runVirtual({
      options: { length: byTime(2000), workloads: both },
    });
    expect(end).toEqual({ kind: 'complete', why: 'time' });
    expect(spentMs(sessions)).toBeLessThanOrEqual(2000);
    expect(spentMs(sessions)).toBeGreaterThan(1700);
    expect(clock.now()).toBe(spentMs(sessions));
    const [short = 0, long = 0] = both.map((id) => spentMs(ofWorkload(sessions, id)));
    expect(Math.abs(short / long - 1)).toBeLessThan(0.2);
    expect(looks).toEqual([]);
  });

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

  const failing: Setup['onEvent'] = ({ type }) => {
    if (type === 'session-ended') throw new Error('cannot draw');
  };
  it.each<[string, Setup, number]>([
    ['cannot draw', { onEvent: failing }, 4],
    ['clock is too coarse (16.67 ms)', { clockStepUs: 16_670 }, 0],
  ])('closes all connections when it fails: %s', async (message, setup, connections) => {
    const { error, closed, opened, clock } = await runVirtual(setup);
    expect(String(error)).toContain(message);
    expect(opened).toHaveLength(connections);
    expect(new Set(closed)).toEqual(new Set(opened));
    expect(clock.pending).toBe(0);
  });
});

const untilDecided: Setup = {
  options: { length: { rule: 'until-decided' }, workloads: both },
  plan: { budgetMs: 6000 },
};
const twiceAsLong: Act = ({ arm, connection }, { clock }) =>
  clock.sleep((arm === 'subject' ? 4 : 2) + (connection % 7) / 1000);
/** The subject takes twice as long in `short`; in `long` it cannot be told. */
const noisy: Act = (call, hands) => {
  if (hands.workload === 'short') return twiceAsLong(call, hands);
  const wild = call.arm === 'subject' ? 1 + ((call.connection * 7919) % 97) / 50 : 1;
  return hands.clock.sleep(2 * wild + (call.connection % 7) / 1000);
};

describe('a run until decided', () => {
  it('ends at its first look, half way, if everything is decided then', async () => {
    const ran = await runVirtual({ ...untilDecided, behave: twiceAsLong });
    const { sessions, looks, end, events } = ran;
    expect(end).toEqual({ kind: 'complete', why: 'decided' });
    const [short, long] = both.map((id) => ofWorkload(sessions, id).length);
    expect(looks).toEqual([{ atMs: Math.round(spentMs(sessions)), workloads: { short, long } }]);
    expect(spentMs(sessions)).toBeLessThanOrEqual(3000);
    expect(spentMs(sessions)).toBeGreaterThan(2500);
    const last = { type: 'looked', decided: both, progress: { decided: both } };
    expect(events.slice(-2)).toMatchObject([last, { type: 'ended', end }]);
  });

  it('gives the time of decided workloads to the others, and looks again at its end', async () => {
    const { sessions, looks, end } = await runVirtual({ ...untilDecided, behave: noisy });
    expect(end).toEqual({ kind: 'complete', why: 'time' });
    const looked = looks.map(({ workloads }) => Object.keys(workloads).toSorted().join());
    expect(looked).toEqual(['long,short', 'long']);
    const { short = 0, long = 0 } = looks[0]?.workloads ?? {};
    for (const { workload } of sessions.slice(short + long)) expect(workload).toBe('long');
    expect(spentMs(ofWorkload(sessions, 'long'))).toBeGreaterThan(4000);
    expect(spentMs(sessions)).toBeLessThanOrEqual(6000);
    expect(spentMs(sessions)).toBeGreaterThan(5500);
    expect(looks.at(-1)?.workloads.long).toBe(ofWorkload(sessions, 'long').length);
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

  it('warm up once on each connection if a round takes most of a session', async () => {
    const { sessions } = await runVirtual({
      ...timed,
      options: { workloads: both, length: byTime(6000) },
      behave: (_call, { clock }) => clock.sleep(20),
    });
    const openings = Map.groupBy(sessions, ({ opening }) => opening);
    expect(openings.size).toBeGreaterThan(3);
    for (const [opening, shared] of openings) {
      const warmed = shared.map(({ arms }) => new Set(arms.map(({ warmUp }) => warmUp > 0)));
      // In the first of all, neither has run before.
      expect(warmed).toEqual([new Set([true]), new Set([opening === 0])]);
    }
  });
});

describe('a pilot', () => {
  // Calls of the subject take three times as long. How a turn follows from that is in the plan’s tests.
  it.each([
    [0.25, {}, { operations: 4, rounds: 17, roundUs: 6000 }],
    [0.3, { cycle: 3 }, { operations: 6 }],
    [10, {}, { operations: 1, rounds: 2 }],
  ])('finds the turn of calls of %d ms, once for all sessions', async (ms, change, expected) => {
    const { pilots, sessions, events } = await runVirtual({
      options: { length: byTime(2500) },
      behave: ({ arm }, { clock }) => clock.sleep(arm === 'subject' ? 3 * ms : ms),
      study: only(change),
    });
    expect(pilots).toEqual([expect.objectContaining({ workload: 'short', ...expected })]);
    const told = events.flatMap((event) => (event.type === 'session-ended' ? [event.pilot] : []));
    expect(told).toEqual([...pilots, ...sessions.slice(1).map(() => undefined)]);
    for (const { operations, turns } of sessions) {
      expect(operations).toBe(expected.operations);
      for (const { samplesUs } of turns) expect(samplesUs).toHaveLength(operations);
    }
  });

  it('has operations timed as one that are shorter than a step of the clock', async () => {
    const { pilots, sessions } = await runVirtual({
      options: { length: byTime(2500) },
      clockStepUs: 1000,
      study: only({}),
      behave: (_call, { clock }) => clock.sleep(0.25),
    });
    expect(pilots).toMatchObject([{ operations: 83, together: true }]);
    const [turn] = sessions[0]?.turns ?? [];
    expect(turn).toMatchObject({ totalUs: 20_750, frames: { out: 83, in: 83 }, roundTrips: 83 });
    expect(turn?.samplesUs).toEqual(Array.from({ length: 83 }, () => 250));
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
    const nothing = { sessions: 0, discarded: 0, decided: [], untilMs: 2000 };
    expect(started[0]).toEqual({ ...nothing, spentMs: 100, share: 0.05, leftMs: 1900 });
    for (const [at, progress] of ended.entries()) {
      const spent = 100 + spentMs(sessions.slice(0, at + 1));
      const time = { spentMs: spent, share: spent / 2000, leftMs: 2000 - spent };
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
