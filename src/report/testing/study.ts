/** A small study and a record of it, for the tests of what a result shows. */
import type { Study } from '../../harness/plan/index.ts';
import { type SessionRecord, type Turn, CONTROL } from '../../harness/record/index.ts';
import type { RunEnded } from '../../harness/run/index.ts';
import { madeUpSessions } from '../../harness/testing/fixture.ts';
import { resultOf, type Result } from '../model.ts';

const connect = () => Promise.reject(new Error('this study is never run'));
const arm = (id: string, label: string) => ({
  id,
  label,
  system: id.split('/')[0] ?? id,
  accept: 'in-memory' as const,
  load: () => Promise.resolve(connect),
});

export const study: Study<unknown> = {
  id: 'one-vs-other',
  title: 'One against the other',
  question: 'Which takes longer?',
  arms: [arm('raw/in-memory', 'Raw'), arm('one/in-memory', 'One'), arm('other/in-memory', 'Other')],
  baseline: 'raw/in-memory',
  reference: 'other/in-memory',
  subjects: ['one/in-memory'],
  margin: 0.05,
  deadlineMs: 1000,
  workloads: [
    {
      id: 'work',
      label: '4 calls | in a row',
      question: 'How long does a call take?',
      operation: () => () => Promise.resolve(),
      wrong: () => undefined,
      check: () => Promise.resolve(undefined),
    },
  ],
};

/** Time of an operation of each arm, in µs. */
const paceUs: Record<string, number> = {
  'raw/in-memory': 1000,
  'one/in-memory': 3000,
  'other/in-memory': 2000,
  [CONTROL]: 2000,
};

/**
 * A record of sessions of two rounds in which every arm keeps its pace but for a wobble of a per
 * cent or two. Each takes a second, after 0.1 s of connecting.
 */
export function recordFor(
  sessions: number,
  change: (turn: Turn, session: number) => Turn = (same) => same,
): SessionRecord {
  const arms = Object.keys(paceUs);
  const record = madeUpSessions({
    ...{ arms, workloads: ['work'], sessions, rounds: 2, clockStepUs: 5 },
    turn: ({ arm: id, session, round }) => {
      const wobble = 1 + (((session * 7 + round + arms.indexOf(id) * 3) % 5) - 2) / 200;
      return {
        samplesUs: Array.from({ length: 4 }, () => Math.round((paceUs[id] ?? 0) * wobble)),
        ...{ frames: { out: 4, in: 4 }, bytes: { out: 400, in: 160 }, roundTrips: 4 },
      };
    },
  });
  return {
    ...record,
    study: study.id,
    startedAt: '2026-11-21T14:22:09.123Z',
    seed: 7,
    environment: {
      ...record.environment,
      origin: 'http://localhost:8788',
      runtime: 'Chromium 156',
      versions: { one: '1.0.0' },
      commit: '0123456789abcdef',
      dirty: true,
    },
    sessions: record.sessions.map((session) => ({
      ...session,
      ...{ openUs: 100_000, warmUpUs: 100_000, turnsUs: 800_000 },
      turns: session.turns.map((turn) => change(turn, session.session)),
      arms: session.arms.map((each) => {
        return { ...each, connectUs: 5000, extensions: 'permessage-deflate' };
      }),
    })),
  };
}

/** The record without an arm, for the reason that its plan gives. */
export function withoutArm(record: SessionRecord, arm: string, reason: string): SessionRecord {
  return {
    ...record,
    plan: { ...record.plan, cannot: [{ arm, workload: 'work', reason }] },
    sessions: record.sessions.map((session) => ({
      ...session,
      arms: session.arms.filter((each) => each.arm !== arm),
      turns: session.turns.filter((turn) => turn.arm !== arm),
    })),
  };
}

const QUOTED = {
  times: [],
  setting: 'wrangler-dev' as const,
};

/** What is shown of a record. */
export function shownOf(
  record: SessionRecord,
  end: RunEnded = { type: 'complete', because: 'rounds' },
): Result {
  return resultOf({
    study,
    record,
    end,
    isolated: true,
    beside: { quoted: QUOTED },
  });
}
