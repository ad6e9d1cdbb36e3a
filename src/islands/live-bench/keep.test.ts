import { describe, expect, it } from 'vitest';
import { madeUpSessions } from '../../harness/testing/fixture.ts';
import { summaryOf } from './keep.ts';

const record = madeUpSessions({
  arms: ['a', 'b'],
  workloads: ['get-value', 'mixed'],
  ...{ sessions: 3, rounds: 2 },
  turn: ({ arm, workload, session }) => ({
    samplesUs: [100, 300].map((us) => us * (arm === 'a' ? 1 : 2) + session),
    bytes: { out: 40, in: workload === 'mixed' ? 60 : 20 },
  }),
});

describe('summaryOf', () => {
  it('holds the median and the bytes of an operation for each arm', () => {
    expect(summaryOf(record)).toEqual({
      study: 'made-up',
      startedAt: '2026-11-20T12:00:00Z',
      setting: 'workerd',
      runtime: 'Node 24',
      workload: 'mixed',
      arms: [
        { arm: 'a', msPerOperation: 0.201, bytesPerOperation: 50 },
        { arm: 'b', msPerOperation: 0.401, bytesPerOperation: 50 },
      ],
    });
  });

  it('takes another workload where the first was not run', () => {
    const workloads = ['get-value'];
    const sessions = record.sessions.filter(({ workload }) => workload === 'get-value');
    const summary = summaryOf({ ...record, plan: { ...record.plan, workloads }, sessions });
    expect(summary?.workload).toBe('get-value');
    expect(summary?.arms[0]?.bytesPerOperation).toBe(30);
  });

  it('leaves out discarded turns, and is nothing where no turn counts', () => {
    const without = (...arms: string[]) => ({
      ...record,
      sessions: record.sessions.map((session) => ({
        ...session,
        turns: session.turns.map((turn) =>
          arms.includes(turn.arm) ? { ...turn, void: 'closed' as const } : turn,
        ),
      })),
    });
    expect(summaryOf(without('a', 'b'))).toBeUndefined();
    expect(summaryOf(without('a'))?.arms.map(({ arm }) => arm)).toEqual(['b']);
  });
});
