import { describe, expect, it } from 'vitest';
import type { ArmSession, Load, Session, SessionRecord, Turn } from '../record/index.ts';
import { ARMS, madeUpSessions, type MadeUpSessions, type TurnMaker } from '../testing/fixture.ts';
import { type Cell, cellsOf, spentMs, unitsOf } from './cells.ts';
import { isUnderClock, summarise } from './summary.ts';

const made = (madeUp: Partial<MadeUpSessions> & Pick<MadeUpSessions, 'turn'>) =>
  madeUpSessions({ arms: ARMS, sessions: 2, rounds: 3, ...madeUp });

function cellIn(record: SessionRecord, arm: string): Cell {
  const found = cellsOf(record).find((each) => each.arm === arm);
  if (found === undefined) throw new Error(`no cell of ${arm}`);
  return found;
}

const record = made({ turn: ({ session, round }) => [1000 + 10 * session + round] });
const [first, second] = record.sessions as [Session, Session];
const withArm = (session: Session, arm: string, change: Partial<ArmSession>): Session => ({
  ...session,
  arms: session.arms.map((each) => (each.arm === arm ? { ...each, ...change } : each)),
});

describe('the cells of sessions', () => {
  it('hold every turn with its session and its connection', () => {
    const { units } = cellIn(record, 'subject');
    const places = units.map(({ session, round, samplesUs }) => [session, round, ...samplesUs]);
    expect(places.slice(0, 3)).toEqual([0, 1, 2].map((round) => [0, round, 1000 + round]));
    expect(places.slice(3)).toEqual([0, 1, 2].map((round) => [1, round, 1010 + round]));
    expect(units[0]).toMatchObject({ connectUs: 2000, extensions: '' });
  });

  const at = first.turns.findIndex(({ arm }) => arm === 'subject');
  const closed = { ...first.turns[at], void: 'closed', detail: 'it closed' } as Turn;
  const wrong = { void: 'check', detail: 'got 1, expected 2' } as const;
  const refused = { void: 'connect', detail: 'refused' } as const;
  const heard = second.turns.filter(({ arm }) => arm !== 'baseline');
  const unheard = { ...withArm(second, 'baseline', refused), turns: heard };
  it.each<[string, string, Partial<Session>, Session, number, string[]]>([
    ['a turn', 'subject', { turns: first.turns.with(at, closed) }, second, 5, ['it closed']],
    ['a session', 'twin', {}, withArm(second, 'twin', wrong), 3, Array(3).fill(wrong.detail)],
    ['an arm without a turn', 'baseline', {}, unheard, 3, ['refused']],
  ])('leave out %s that is discarded', (_, arm, change, last, counted, details) => {
    const broken = { ...record, sessions: [{ ...first, ...change }, last] };
    const { units, discarded } = cellIn(broken, arm);
    expect([units.length, discarded.length]).toEqual([counted, details.length]);
    expect(unitsOf(broken).flatMap(({ unit }) => unit.detail ?? [])).toEqual(details);
    expect(cellIn(broken, 'reference').discarded).toEqual([]);
  });

  it('are none of a workload that an arm cannot do', () => {
    const cannot = [{ arm: 'subject', workload: 'two', reason: 'It lacks it.' }];
    const some = made({ workloads: ['one', 'two'], plan: { cannot }, turn: () => [1] });
    expect(cellsOf(some).map(({ arm, workload }) => `${arm} ${workload}`)).toEqual([
      ...ARMS.map((arm) => `${arm} one`),
      ...ARMS.filter((arm) => arm !== 'subject').map((arm) => `${arm} two`),
    ]);
  });

  it('know the time that sessions took, opening and all', () => {
    expect(spentMs(record.sessions)).toBeCloseTo((first.turnsUs + second.turnsUs) / 1000 + 6, 9);
  });
});

describe('a summary', () => {
  const summaryOf = (turn: TurnMaker, sessions = 3, load: Load = {}) =>
    summarise(cellIn(made({ sessions, plan: { loads: { calls: load } }, turn }), 'subject'));

  it('has medians over sessions of the medians of their turns', () => {
    // Session medians 1, 2, 3, 4, 5 ms; a wild turn in each moves none of them.
    const wild = (round: number) => (round === 2 ? 50 : 1);
    const summary = summaryOf(({ session, round }) => [1000 * (session + 1) * wild(round)], 5);
    expect(summary).toMatchObject({ counted: 15, void: 0, connectMs: undefined });
    const interval = { low: 1, high: 5, level: 0.9375 };
    expect(summary.msPerOperation).toEqual({ estimate: 3, interval });
  });

  const row = { samplesUs: [1000, 3000], roundTrips: 4, readings: { firstUs: 2500 } };
  const loop = { samplesUs: [4000, 4000, 4000, 8000], totalUs: 8000 };
  const times = { msPerOperation: { estimate: 2 }, operationsPerSecond: { estimate: 500 } };
  const traffic = {
    framesPerOperation: { out: 5, in: 5 },
    bytesPerOperation: { out: 50, in: 100 },
    roundTripsPerOperation: 2,
  };
  const none = { counted: 0, void: 9, msPerOperation: undefined };
  it.each<[Load, Partial<Turn>, object]>([
    [{}, row, { ...times, ...traffic, firstMs: 2.5, megabytesPerSecond: undefined }],
    [{ concurrency: 4 }, loop, { ...times, roundTripsPerOperation: undefined }],
    [{ bytesPerOperation: 4000 }, { samplesUs: [2000] }, { megabytesPerSecond: { estimate: 2 } }],
    [{ cold: true }, { samplesUs: [9000] }, { connectMs: { estimate: 2 } }],
    [{}, { samplesUs: [0] }, { operationsPerSecond: undefined }],
    [{}, { void: 'connect' }, none],
  ])('gives figures for an operation in their units, with the load %j', (load, turn, expected) => {
    expect(summaryOf(() => turn, 3, load)).toMatchObject(expected);
  });

  it('has bare round trips, if the other end answers them', () => {
    const sessions = record.sessions.map((each) => withArm(each, 'subject', { networkUs: 1250 }));
    expect(summarise(cellIn({ ...record, sessions }, 'subject')).networkMs).toBe(1.25);
  });

  it('names the reason of most discarded turns, in how many of the sessions', () => {
    const reasons = ['error', 'stalled', 'stalled'] as const;
    const turn: TurnMaker = ({ session, round }) =>
      session === 0 ? [1000] : { void: reasons[round] as 'error', detail: `round ${round}` };
    const failure = { reason: 'stalled', detail: 'round 1', sessions: 3, of: 4 };
    expect(summaryOf(turn, 4)).toMatchObject({ counted: 3, void: 9, failure });
    // An accident is told only if nothing else counts.
    const hidden: Partial<Turn> = { void: 'hidden', samplesUs: [1] };
    expect(summaryOf(({ session }) => (session === 0 ? [1] : hidden), 4).failure).toBeUndefined();
    expect(summaryOf(() => hidden).failure).toMatchObject({ reason: 'hidden' });
  });

  it.each<[number[], boolean]>([
    [[9, 9, 100], true],
    [[1, 10, 10], false],
    [[9, 10, 11], false],
  ])('says nothing of single samples of %j µs by a clock of 1 µs: %s', (samplesUs, isShort) => {
    const coarse = samplesUs.map((us) => 100 * us);
    expect(isUnderClock(cellIn(record, 'subject'), samplesUs, 1)).toBe(isShort);
    expect(isUnderClock(cellIn(record, 'subject'), coarse, 100)).toBe(isShort);
  });
});
