import { describe, expect, it } from 'vitest';
import { makePlan, type Length } from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { madeUpSessions } from '../testing/fixture.ts';
import { virtualBench, VirtualClock } from '../testing/virtual-bench.ts';
import { type RunSoFar, RunState } from './state.ts';

const { study } = virtualBench(new VirtualClock());
const { sessions, pilots } = madeUpSessions({
  arms: ['floor', 'reference', 'subject', 'twin'],
  workloads: ['short', 'long'],
  sessions: 40,
  rounds: 4,
  // With the two milliseconds of opening and that of warm-up, every session takes a second.
  turn: () => [997_000 / 16],
});
const [short, long] = sessions as [Session, Session];
const pilot = pilots[0] as (typeof pilots)[number];

function stateOf(length: Length, before?: RunSoFar) {
  const plan = { ...makePlan(study, { length }, 1, 0.5) };
  if (length.rule === 'until-decided') Object.assign(plan, { budgetMs: 20_000, moreMs: 10_000 });
  const state = new RunState(plan, before);
  const session = (of: Session) => {
    state.take({ type: 'session-started', workload: of.workload, besidesMs: 0 });
    state.take({ type: 'session-ended', session: of, pilot: { ...pilot, workload: of.workload } });
  };
  return { state, session };
}
const time = (seconds: number): Length => ({ rule: 'time', budgetMs: seconds * 1000 });

describe('the progress of a run', () => {
  it('starts with nothing done and all of the time left', () => {
    expect(stateOf(time(10)).state.progress).toEqual({
      ...{ sessions: 0, discarded: 0, workloads: 2, decided: [] },
      ...{ spentMs: 0, untilMs: 10_000, open: false, share: 0, leftMs: 10_000 },
    });
  });

  it('is the part of the time that is spent', () => {
    const { state, session } = stateOf(time(10));
    session(short);
    session(long);
    expect(state.progress).toMatchObject({
      sessions: 2,
      spentMs: 2000,
      share: 0.2,
      leftMs: 8000,
    });
  });

  it('grows inside a session by what the pilot found of a round', () => {
    const { state, session } = stateOf(time(10));
    session(short);
    state.take({ type: 'session-started', workload: 'short', besidesMs: 0 });
    state.take({ type: 'progress', rounds: 2 });
    expect(state.progress.spentMs).toBeCloseTo(1000 + (2 * pilot.roundUs) / 1000, 9);
    state.take({ type: 'session-ended', session: short, pilot });
    expect(state.progress.spentMs).toBe(2000);
  });

  it('counts rounds where those are given', () => {
    const { state, session } = stateOf({ rule: 'fixed', rounds: 8 });
    expect(state.progress).toMatchObject({ untilMs: undefined, share: 0, leftMs: undefined });
    session(short);
    expect(state.progress).toMatchObject({ share: 4 / 16, leftMs: 3000 });
    state.take({ type: 'session-started', workload: 'long', besidesMs: 0 });
    state.take({ type: 'progress', rounds: 2 });
    expect(state.progress.share).toBe(6 / 16);
    state.take({ type: 'session-ended', session: long, pilot });
    for (const each of [short, long]) session(each);
    expect(state.progress).toMatchObject({ share: 1, leftMs: 0 });
  });

  it('of a run until decided knows its end at the latest, and what is decided', () => {
    const { state, session } = stateOf({ rule: 'until-decided' });
    session(short);
    expect(state.progress).toMatchObject({ untilMs: 20_000, open: true, share: 0.05, decided: [] });
    const look = { atMs: 10_000, workloads: { short: 5, long: 5 } };
    state.take({ type: 'looked', look, decided: ['short'] });
    expect(state.progress).toMatchObject({ untilMs: 20_000, decided: ['short'] });
  });

  it('of a run that is kept going begins at its last look', () => {
    const looks = [
      { atMs: 10_000, workloads: { short: 5, long: 5 } },
      { atMs: 20_000, workloads: { long: 15 } },
    ];
    const before = { pilots, looks, sessions: sessions.slice(0, 20) };
    const { state, session } = stateOf({ rule: 'until-decided' }, before);
    expect(state.progress).toMatchObject({
      sessions: 20,
      untilMs: 30_000,
      share: 0,
      decided: ['short'],
    });
    session(long);
    expect(state.progress).toMatchObject({ spentMs: 21_000, share: 0.1, leftMs: 9000 });
  });

  it('holds what it found before and since, with a pilot of each workload that has turns', () => {
    const spoilt = (session: Session) => ({
      ...session,
      turns: session.turns.map((turn) => ({ ...turn, void: 'closed' as const })),
    });
    const before = { pilots: [], looks: [], sessions: [spoilt(short)] };
    const { state, session } = stateOf(time(10), before);
    for (const each of [spoilt(long), long, long]) session(each);
    expect(state.soFar.sessions).toEqual([spoilt(short), spoilt(long), long, long]);
    expect(state.soFar.pilots).toEqual([{ ...pilot, workload: 'long' }]);
    expect(before.sessions).toHaveLength(1);
  });

  it('counts what is discarded: turns, and whole sessions of an arm', () => {
    const [first, ...rest] = short.turns as [Session['turns'][0], ...Session['turns']];
    const one: Session = { ...short, turns: [{ ...first, void: 'closed' }, ...rest] };
    const whole = { ...short, arms: short.arms.map((arm) => ({ ...arm })) };
    Object.assign(whole.arms[0] ?? {}, { void: 'check' });
    const never = { ...whole, turns: whole.turns.filter(({ arm }) => arm !== 'floor') };
    const { state, session } = stateOf(time(10));
    for (const [made, discarded] of [
      [one, 1],
      [whole, 5],
      [never, 6],
      [short, 6],
    ] as const) {
      session(made);
      expect(state.progress.discarded).toBe(discarded);
    }
  });
});
