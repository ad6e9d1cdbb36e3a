import { describe, expect, it } from 'vitest';
import { turnOrder } from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { spentMs } from '../statistics/index.ts';
import { type Hands, ROUNDS, roundsIn, runVirtual, type Setup } from '../testing/virtual-run.ts';

const untilDecided: Setup = {
  options: { length: { rule: 'until-decided' }, workloads: ['short', 'long'] },
  plan: { budgetMs: 6000 },
};
/** The subject takes twice as long in `short`; in `long` nobody can tell. */
const noisy = ({ arm, connection }: { arm: string; connection: number }, hands: Hands) => {
  const slow = arm === 'subject' ? 2 : 1;
  const wild = arm === 'subject' ? 1 + ((connection * 7919) % 97) / 50 : 1;
  return hands.clock.sleep(
    2 * (hands.workload() === 'short' ? slow : wild) + (connection % 7) / 1000,
  );
};
const ofWorkload = (sessions: readonly Session[], id: string) =>
  sessions.filter(({ workload }) => workload === id);

describe('a run', () => {
  it('takes turns in the order that the seed gives, each session anew', async () => {
    const { plan, sessions, end } = await runVirtual();
    expect(end).toEqual({ kind: 'complete', why: 'rounds' });
    expect(sessions.map(({ session }) => session)).toEqual(sessions.map((_, index) => index));
    for (const session of sessions) {
      const next = turnOrder(plan, 'short', session.session);
      for (const round of roundsIn(session)) expect(round.map(({ arm }) => arm)).toEqual(next());
    }
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
    const armOf = (connection: number) => plan.arms[connection % plan.arms.length];
    const timed = calls.filter(({ connection, index }) => {
      const arms = sessions[Math.floor(connection / plan.arms.length)]?.arms ?? [];
      return index >= (arms.find(({ arm }) => arm === armOf(connection))?.warmUp ?? NaN);
    });
    expect(timed).toHaveLength(ROUNDS * plan.arms.length * 4);
    for (const [index, call] of timed.entries()) {
      expect(call.from).toBeGreaterThanOrEqual(timed[index - 1]?.to ?? 0);
    }
    const turns = sessions.flatMap((session) => session.turns);
    expect(
      timed.filter((_, index) => index % 4 === 0).map((call) => armOf(call.connection)),
    ).toEqual(turns.map(({ arm }) => arm));
  });

  it('opens a fresh object for every arm of a session, and closes all', async () => {
    const { sessions, opened, closed, clock, plan } = await runVirtual();
    expect(opened).toHaveLength(sessions.length * plan.arms.length);
    expect(new Set(opened.map(({ url }) => url)).size).toBe(opened.length);
    expect(new Set(closed)).toEqual(new Set(opened));
    expect(clock.pending).toBe(0);
  });

  it('has as many sessions as an interval needs on a machine that has become slower', async () => {
    let sessions = 0;
    const ran = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 60_000 } },
      // As fast as the pilot found it in the first session only.
      behave: (_call, { clock }) => clock.sleep(sessions === 0 ? 2 : 40),
      onEvent({ type }) {
        if (type === 'session-ended') sessions += 1;
      },
    });
    expect(ran.pilots[0]?.rounds).toBe(20);
    expect(ran.sessions.length).toBeGreaterThanOrEqual(8);
  });

  it('runs as many rounds of every workload as were asked for', async () => {
    const length = { rule: 'fixed', rounds: 17 } as const;
    const { sessions, looks } = await runVirtual({
      options: { length, workloads: ['short', 'long'] },
    });
    for (const id of ['short', 'long']) {
      const own = ofWorkload(sessions, id);
      expect(own.flatMap((session) => roundsIn(session))).toHaveLength(17);
    }
    expect(looks).toEqual([]);
  });

  it('ends after the time that was asked for, without a look', async () => {
    const { sessions, looks, end, clock } = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 2000 }, workloads: ['short', 'long'] },
    });
    expect(end).toEqual({ kind: 'complete', why: 'time' });
    expect(spentMs(sessions)).toBeLessThanOrEqual(2000);
    expect(spentMs(sessions)).toBeGreaterThan(1700);
    // Opening and checking are part of it.
    expect(clock.now()).toBe(spentMs(sessions));
    const [short, long] = ['short', 'long'].map((id) => spentMs(ofWorkload(sessions, id)));
    expect(Math.abs((short ?? 0) / (long ?? 0) - 1)).toBeLessThan(0.2);
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
    for (const [index, line] of log.entries()) {
      expect(line).toMatch(index % 2 === 0 ? / given$/ : / taken$/);
    }
    expect(spentMs(sessions)).toBeLessThan(10_000);
    const samples = sessions.flatMap(({ turns }) => turns.flatMap(({ samplesUs }) => samplesUs));
    expect(new Set(samples)).toEqual(new Set([2000]));
  });

  it('says about once a second how far a long session is, and does not time that', async () => {
    const { events, sessions } = await runVirtual({
      behave: (_call, { clock }) => clock.sleep(100),
      onEvent: async ({ type }, { clock }) => {
        if (type === 'progress') await clock.sleep(50_000);
      },
    });
    // A round takes 1.6 s, and a session has three.
    expect(events.filter(({ type }) => type === 'progress')).toHaveLength(3 * sessions.length);
    for (const { turnsUs } of sessions) expect(turnsUs).toBe(3 * 1_600_000);
  });

  it('closes all connections when dealing with an event fails, and fails the same', async () => {
    const { error, closed, opened, clock } = await runVirtual({
      onEvent({ type }) {
        if (type === 'session-ended') throw new Error('cannot draw');
      },
    });
    expect(error).toEqual(new Error('cannot draw'));
    expect(opened).toHaveLength(4);
    expect(new Set(closed)).toEqual(new Set(opened));
    expect(clock.pending).toBe(0);
  });
});

describe('a run until decided', () => {
  it('ends at its first look, half way, when everything is decided then', async () => {
    const { sessions, looks, end, events } = await runVirtual({
      ...untilDecided,
      behave: ({ arm, connection }, { clock }) =>
        clock.sleep((arm === 'subject' ? 4 : 2) + (connection % 7) / 1000),
    });
    expect(end).toEqual({ kind: 'complete', why: 'decided' });
    const counts = {
      short: ofWorkload(sessions, 'short').length,
      long: ofWorkload(sessions, 'long').length,
    };
    expect(looks).toEqual([{ atMs: Math.round(spentMs(sessions)), workloads: counts }]);
    expect(spentMs(sessions)).toBeLessThanOrEqual(3000);
    expect(spentMs(sessions)).toBeGreaterThan(2500);
    expect(events.at(-2)).toMatchObject({ type: 'looked', decided: ['short', 'long'] });
    expect(events.at(-1)).toEqual({ type: 'ended', end });
  });

  it('gives the time of decided workloads to the others, and looks again at its end', async () => {
    const { sessions, looks, end } = await runVirtual({ ...untilDecided, behave: noisy });
    expect(end).toEqual({ kind: 'complete', why: 'time' });
    expect(looks.map(({ workloads }) => Object.keys(workloads).toSorted())).toEqual([
      ['long', 'short'],
      ['long'],
    ]);
    const [half] = looks;
    const before = (half?.workloads.short ?? 0) + (half?.workloads.long ?? 0);
    expect(new Set(sessions.slice(before).map(({ workload }) => workload))).toEqual(
      new Set(['long']),
    );
    expect(spentMs(ofWorkload(sessions, 'long'))).toBeGreaterThan(4000);
    expect(spentMs(sessions)).toBeLessThanOrEqual(6000);
    expect(spentMs(sessions)).toBeGreaterThan(5500);
    expect(looks.at(-1)?.workloads.long).toBe(ofWorkload(sessions, 'long').length);
  });
});
