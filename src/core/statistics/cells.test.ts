import { describe, expect, it } from 'vitest';
import type { ArmSession, Load, Session, SessionRecord, Turn } from '../record/index.ts';
import { ARMS, madeUpSessions, type MadeUpSessions, type TurnMaker } from '../testing/fixture.ts';
import { type Cell, cellsOf, spentMs, unitsOf } from './cells.ts';
import { firstToRest, isUnderClock, percentileOf, summarise } from './summary.ts';

const made = (madeUp: Partial<MadeUpSessions> & Pick<MadeUpSessions, 'turn'>) =>
  madeUpSessions({ arms: ARMS, sessions: 2, rounds: 3, ...madeUp });

function cellIn(record: SessionRecord, arm: string): Cell {
  const found = cellsOf([record]).find((each) => each.arm === arm);
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
  const closed = { ...first.turns[at], discardedBecause: 'closed', detail: 'it closed' } as Turn;
  const wrong = { discardedBecause: 'check', detail: 'got 1, expected 2' } as const;
  const refused = { discardedBecause: 'connect', detail: 'refused' } as const;
  const heard = second.turns.filter(({ arm }) => arm !== 'baseline');
  const unheard = { ...withArm(second, 'baseline', refused), turns: heard };
  it.each<[string, string, Partial<Session>, Session, number, string[]]>([
    ['a turn', 'subject', { turns: first.turns.with(at, closed) }, second, 5, ['it closed']],
    ['a session', 'control', {}, withArm(second, 'control', wrong), 3, Array(3).fill(wrong.detail)],
    ['an arm without a turn', 'baseline', {}, unheard, 3, ['refused']],
  ])('leave out %s that is discarded', (_, arm, change, last, counted, details) => {
    const broken = { ...record, sessions: [{ ...first, ...change }, last] };
    const { units, discarded } = cellIn(broken, arm);
    expect([units.length, discarded.length]).toEqual([counted, details.length]);
    expect(unitsOf([broken]).flatMap(({ unit }) => unit.detail ?? [])).toEqual(details);
    expect(cellIn(broken, 'reference').discarded).toEqual([]);
  });

  it('are none of a workload that an arm cannot do', () => {
    const cannot = [{ arm: 'subject', workload: 'two', reason: 'It lacks it.' }];
    const some = made({ workloads: ['one', 'two'], plan: { cannot }, turn: () => [1] });
    expect(cellsOf([some]).map(({ arm, workload }) => `${arm} ${workload}`)).toEqual([
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

  it('has the median over launches of the medians of their turns', () => {
    // A wild turn in each launch moves none of them.
    const launchOf = (ms: number) =>
      made({ turn: ({ round }) => [1000 * ms * (round === 2 ? 50 : 1)] });
    const cells = cellsOf([launchOf(1), launchOf(2), launchOf(9)]);
    const cell = cells.find(({ arm }) => arm === 'subject') as Cell;
    expect([...new Set(cell.units.map(({ session }) => session))]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(summarise(cell)).toMatchObject({ counted: 18, discarded: 0, ms: 2 });
  });

  const readings = { firstUs: 2500, 'network/microseconds': 700 };
  const row = { samplesUs: [1000, 3000], roundTrips: 4, readings };
  const loop = { samplesUs: [4000, 4000, 4000, 8000], totalUs: 8000 };
  const traffic = { frames: { out: 5, in: 5 }, bytes: { out: 50, in: 100 }, roundTrips: 2 };
  it.each<[Load, Partial<Turn>, object]>([
    [{}, row, { ms: 2, firstMs: 2.5, networkMs: 0.7, connectMs: undefined, ...traffic }],
    [{ concurrency: 4 }, loop, { ms: 2, roundTrips: undefined }],
    [{ cold: true }, { samplesUs: [9000] }, { ms: 9, connectMs: 2 }],
    [{}, { discardedBecause: 'connect' }, { counted: 0, discarded: 9, ms: undefined }],
    [{}, { samplesUs: [] }, { counted: 0, discarded: 9, ms: undefined }],
  ])('gives figures for an operation in their units, with the load %j', (load, turn, expected) => {
    expect(summaryOf(() => turn, 3, load)).toMatchObject(expected);
  });

  it('names the reason of most discarded turns, in how many of the sessions', () => {
    const reasons = ['error', 'stalled', 'stalled'] as const;
    const turn: TurnMaker = ({ session, round }) =>
      session === 0
        ? [1000]
        : { discardedBecause: reasons[round] as 'error', detail: `round ${round}` };
    const failure = { reason: 'stalled', detail: 'round 1', sessions: 3, of: 4 };
    expect(summaryOf(turn, 4)).toMatchObject({ counted: 3, discarded: 9, failure });
    // An accident is told only if nothing else counts.
    const hidden: Partial<Turn> = { discardedBecause: 'hidden', samplesUs: [1] };
    expect(summaryOf(({ session }) => (session === 0 ? [1] : hidden), 4).failure).toBeUndefined();
    expect(summaryOf(() => hidden).failure).toMatchObject({ reason: 'hidden' });
  });
});

describe('single samples', () => {
  it.each<[number[], boolean]>([
    [[9, 9, 100], true],
    [[1, 10, 10], false],
    [[9, 10, 11], false],
  ])('of %j µs say nothing by a clock of 1 µs: %s', (samplesUs, isShort) => {
    const coarse = samplesUs.map((us) => 100 * us);
    expect(isUnderClock(cellIn(record, 'subject'), samplesUs, 1)).toBe(isShort);
    expect(isUnderClock(cellIn(record, 'subject'), coarse, 100)).toBe(isShort);
  });

  it.each([
    [50, 1, 1],
    [95, 200, 190.05],
    [99, 1000, 990.01],
  ])('give the p%i from %i on', (percent, fewest, expected) => {
    const upTo = (samples: number) => Array.from({ length: samples }, (_, at) => at + 1);
    expect(percentileOf(upTo(fewest), percent)).toBeCloseTo(expected, 9);
    if (fewest > 1) expect(percentileOf(upTo(fewest - 1), percent)).toBeUndefined();
  });

  it('tell the first of a turn from the rest, and take no slow call for a quick first one', () => {
    const firstOf = (turn: TurnMaker, load: Load = {}) =>
      firstToRest(cellIn(made({ rounds: 4, plan: { loads: { calls: load } }, turn }), 'subject'));
    expect(firstOf(() => [4000, 1000, 1000])).toEqual([expect.closeTo(Math.log(4), 12)]);
    // The slow one has every place equally often.
    const slowAt: TurnMaker = ({ round }) =>
      [0, 1, 2, 3].map((at) => (at === round ? 64_000 : 100));
    expect(firstOf(slowAt)).toEqual([expect.closeTo(0, 12)]);
    expect([firstOf(() => [1000]), firstOf(slowAt, { concurrency: 4 })]).toEqual([[], []]);
  });
});
