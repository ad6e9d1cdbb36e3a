import { describe, expect, it } from 'vitest';
import { madeUpSessions } from '../testing/fixture.ts';
import type { SessionRecord } from './record.ts';
import type { ArmSession, Session } from './session.ts';
import { readRecord, writeRecord, writtenSession } from './index.ts';

const record = madeUpSessions({
  arms: ['one', 'two', 'control'],
  workloads: ['calls', 'loop'],
  sessions: 2,
  rounds: 3,
  plan: { loads: { loop: { concurrency: 2 } } },
  turn: ({ arm, workload, session, round }) => ({
    samplesUs: [300, 300 + round, 900 * session + arm.length],
    ...(arm === 'two' && { readings: { 'server/rest': 1000 + round } }),
    ...(workload === 'loop' ? { totalUs: 2000 + round } : { roundTrips: 3 }),
  }),
});
const first = record.sessions[0] as Session;
const again = (given: SessionRecord) => readRecord(writeRecord(given), 'r.json') as SessionRecord;
const withFirst = (session: Session): SessionRecord => ({
  ...record,
  sessions: record.sessions.with(0, session),
});

describe('sessions written and read', () => {
  it('are the same, turn by turn in their order', () => {
    expect(first.turns.map(({ arm }) => arm)).not.toEqual(
      first.turns.map(({ arm }) => arm).toSorted(),
    );
    expect(again(record)).toEqual(record);
    expect(again({ ...record, sessions: [] })).toEqual({ ...record, sessions: [] });
  });

  it('stand one in a line', () => {
    const lines = writeRecord(record).split('\n');
    expect(lines.filter((line) => line.includes('"samplesUs"'))).toHaveLength(4);
  });

  it('keep discarded turns in full, in their places', () => {
    const turns = first.turns
      .with(4, {
        ...(first.turns[4] as Session['turns'][number]),
        ...{ samplesUs: [5], discardedBecause: 'closed', detail: 'the socket closed' },
      })
      .slice(0, 6);
    const broken = withFirst({ ...first, turns });
    expect(again(broken)).toEqual(broken);
  });

  it('have places for 36 arms', () => {
    const of = (count: number) =>
      madeUpSessions({
        arms: Array.from({ length: count }, (_, at) => `arm-${at}`),
        sessions: 1,
        turn: ({ arm, round }) => [100 * Number(arm.slice(4)) + round],
      });
    expect(again(of(36))).toEqual(of(36));
    expect(() => again(of(37))).toThrow('sessions[0].arms');
  });

  it('tell what went out from what came in', () => {
    const traffic = { frames: { out: 3, in: 5 }, bytes: { out: 70, in: 11 } };
    const turns = first.turns.map((turn) => ({ ...turn, ...traffic }));
    expect(again(withFirst({ ...first, turns })).sessions[0]?.turns[0]).toMatchObject(traffic);
  });

  it('keep arms that never had a turn, and those discarded as a whole', () => {
    const [, two, control] = first.arms as [ArmSession, ArmSession, ArmSession];
    const arms: ArmSession[] = [
      { arm: 'one', warmUp: 0, discardedBecause: 'connect', detail: 'refused' },
      { ...two, discardedBecause: 'check', detail: 'the counter holds 1, expected 2' },
      control,
    ];
    const turns = first.turns.filter(({ arm }) => arm !== 'one');
    const broken = withFirst({ ...first, arms, turns });
    expect(again(broken)).toEqual(broken);
    const nothing = withFirst({ ...first, turns: [] });
    expect(again(nothing)).toEqual(nothing);
  });
});

describe('a session that cannot be', () => {
  const written = JSON.parse(writeRecord(record)) as { sessions: unknown[] };
  const text = writtenSession(first);
  const [one, ...rest] = text.arms;
  const few = { ...one, turns: { ...one?.turns, samplesUs: '8c 8d*3' } };
  const slow = { ...one, discardedBecause: 'slow' };
  const nothing = { out: 0, in: 0 };
  const turn = { round: 9, arm: 'one', samplesUs: [], frames: nothing, bytes: nothing };
  const lost = { ...turn, discardedBecause: 'closed' };

  it.each<[string, object, string]>([
    [
      'an arm that is none',
      { order: text.order.replace('2', '3') },
      'expected places from 0 to 2, ',
    ],
    ['more turns than samples', { order: `${text.order} 0` }, 'expected 12 numbers, for 4 turns'],
    [
      'too few samples',
      { arms: [few, ...rest] },
      'r.json: ✖ expected 9 numbers, for 3 turns of the order, got "8c 8d*3"\n  → at sessions[0].arms[0].turns.samplesUs',
    ],
    [
      'no samples at all',
      { arms: [{ arm: 'one', warmUp: 0 }, ...rest] },
      'the order, got nothing\n',
    ],
    ['a discarded turn of a round that was not', { discarded: [lost] }, 'that stands in the order'],
    [
      'more idle time than there was',
      { load: { idle: 1.01 } },
      'got 1.01\n  → at sessions[0].load.idle',
    ],
    [
      'more than all processors',
      { load: { system: 1.01 } },
      'got 1.01\n  → at sessions[0].load.system',
    ],
    [
      'less idle time than none',
      { load: { idle: -0.01 } },
      'got -0.01\n  → at sessions[0].load.idle',
    ],
    ['no operation in a turn', { operations: 0 }, 'got 0\n  → at sessions[0].operations'],
    [
      'a reason that is none',
      { arms: [slow, ...rest] },
      'got "slow"\n  → at sessions[0].arms[0].disc',
    ],
  ])('is one with %s', (_what, change, message) => {
    const sessions = [{ ...text, ...change }];
    expect(() => readRecord(JSON.stringify({ ...written, sessions }), 'r.json')).toThrow(message);
  });
});
