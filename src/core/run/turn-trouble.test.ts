import { describe, expect, it } from 'vitest';
import type { Session } from '../record/index.ts';
import { analyse } from '../statistics/index.ts';
import {
  never,
  REFERENCE,
  SUBJECT,
  inRound1,
  once,
  voidsOf,
  wholeVoids,
  expectOneShortSession,
  recordFrom,
  ROUNDS,
  roundsIn,
  runVirtual,
  type Setup,
} from '../testing/virtual-run.ts';

const cut: NonNullable<Setup['behave']> = ({ socket }) => {
  socket.close(1006);
  return never;
};

describe('a turn that goes wrong', () => {
  const cases: Array<[string, string, string, NonNullable<Setup['behave']>]> = [
    ['its socket closes', 'closed', 'the socket closed with code 1006 during a turn', cut],
    ['a call stalls', 'stalled', 'a turn got no answer within 1000 ms', () => never],
    ['a call fails', 'error', 'a turn: no', () => Promise.reject(new RangeError('no'))],
  ];
  it.each(cases)(
    'is its arm’s alone when %s, and the run goes on',
    async (_, reason, detail, act) => {
      const { sessions, end, closed, opened, clock } = await runVirtual({
        behave: once(SUBJECT, act),
      });
      expect(end).toEqual({ kind: 'complete', why: 'rounds' });
      expectOneShortSession(sessions);
      const [, second] = sessions as [Session, Session];
      expect(voidsOf(second)).toEqual([[1, 'subject', reason]]);
      expect(wholeVoids(second)).toEqual([]);
      expect(second.turns.find((turn) => turn.void !== undefined)).toMatchObject({
        detail,
        samplesUs: [2000],
        frames: { out: 2, in: 1 },
      });
      expect(second.turns.filter(({ arm }) => arm !== 'subject')).toHaveLength(6);
      expect(new Set(closed)).toEqual(new Set(opened));
      expect(clock.pending).toBe(0);
    },
  );

  it.each<[string, NonNullable<Setup['behave']>]>([
    // In the middle of somebody else’s turn.
    ['after the deadline', (_call, { clock }) => clock.sleep(1005)],
    [
      'as its socket closes',
      (...call) => {
        void cut(...call);
        return Promise.resolve();
      },
    ],
  ])('asks nothing more of that arm when an answer comes %s', async (_, act) => {
    const calls: Array<[connection: number, index: number]> = [];
    await runVirtual({
      behave(call, hands) {
        calls.push([call.connection, call.index]);
        return once(SUBJECT, act)(call, hands);
      },
    });
    const own = calls.flatMap(([connection, index]) => (connection === 4 + SUBJECT ? [index] : []));
    expect(Math.max(...own)).toBe(inRound1(SUBJECT));
  });

  it('has its turn discarded when it fails in another arm’s turn', async () => {
    const { sessions, plan } = await runVirtual({
      behave: once(REFERENCE, (_call, { opened }) => {
        for (const place of [0, SUBJECT, 3]) opened[4 + place]?.close(1006);
        return undefined;
      }),
    });
    const [, second] = sessions as [Session, Session];
    const round = roundsIn(second)[1] ?? [];
    expect(round.map(({ arm }) => arm).toSorted()).toEqual(plan.arms.toSorted());
    const at = round.findIndex(({ arm }) => arm === 'reference');
    for (const [index, turn] of round.entries()) {
      const detail = 'the socket closed with code 1006 during a pause';
      if (index <= at) expect(turn.void).toBeUndefined();
      else expect(turn).toMatchObject({ void: 'closed', detail, samplesUs: [] });
    }
    expectOneShortSession(sessions);
  });

  it('is told of when the arm fails in its warm-up', async () => {
    const { sessions } = await runVirtual({
      behave: ({ connection, index }) =>
        connection === 4 + SUBJECT && index === 1 ? Promise.reject(new Error('cold')) : undefined,
    });
    const [, second] = sessions as [Session, Session];
    expect(wholeVoids(second)).toEqual([['subject', 'error']]);
    expect(second.arms[SUBJECT]).toMatchObject({ detail: 'a turn: cold' });
    expect(second.turns.map(({ arm }) => arm)).not.toContain('subject');
    expectOneShortSession(sessions, 1);
  });

  it('leaves no room for numbers of the arm when it gives a wrong answer', async () => {
    const { sessions, plan } = await runVirtual({ behave: once(SUBJECT, () => 'garble') });
    expectOneShortSession(sessions);
    const [, second] = sessions as [Session, Session];
    expect(voidsOf(second)).toEqual([[1, 'subject', 'check']]);
    const wrong = inRound1(SUBJECT) + 1;
    expect(second.arms[SUBJECT]).toMatchObject({
      void: 'check',
      detail: `answer ${wrong}: got -1, expected ${wrong}`,
    });
    const options = { reference: 'reference', subjects: ['subject'], margin: 0.05 };
    const { arms } = analyse(recordFrom(plan, sessions), options);
    const subject = arms.find(({ arm }) => arm === 'subject');
    expect(subject).toMatchObject({ void: 2, counted: ROUNDS - 2 });
  });

  it('leaves none either when the outcome is wrong in the end', async () => {
    const { sessions } = await runVirtual({ behave: once(SUBJECT, () => 'lose') });
    const [, second] = sessions as [Session, Session];
    expect(roundsIn(second)).toHaveLength(3);
    const done = (second.arms[SUBJECT]?.warmUp ?? NaN) + 3 * 4;
    expect(voidsOf(second)).toEqual([]);
    expect(second.arms[SUBJECT]).toMatchObject({
      void: 'check',
      detail: `the total is ${done - 1}, expected ${done}`,
    });
    expect(second.arms.filter(({ void: reason }) => reason !== undefined)).toHaveLength(1);
  });
});
