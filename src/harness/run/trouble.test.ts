import { describe, expect, it } from 'vitest';
import type { Session } from '../record/index.ts';
import { analyse, spentMs } from '../statistics/index.ts';
import { ROUNDS, roundsIn, runVirtual, type Hands, type Setup } from '../testing/virtual-run.ts';
import { recordOf } from './environment.ts';
import type { World } from './world.ts';

const never = new Promise<void>(() => undefined);
/** In `plan.arms`, and so among the connections of a session. */
const REFERENCE = 1;
const SUBJECT = 2;
const undisturbed = await runVirtual();
/** The second call of the second turn that an arm has in the second session. */
const inRound1 = (place: number) => (undisturbed.sessions[1]?.arms[place]?.warmUp ?? NaN) + 4 + 1;

/** Does something to an arm in the middle of its second turn of the second session. */
const once =
  (place: number, act: NonNullable<Setup['behave']>): NonNullable<Setup['behave']> =>
  (call, hands) =>
    call.connection === 4 + place && call.index === inRound1(place) ? act(call, hands) : undefined;

const voidsOf = ({ turns }: Session) =>
  turns.flatMap(({ round, arm, void: reason }) =>
    reason === undefined ? [] : [[round, arm, reason]],
  );
const wholeVoids = ({ arms }: Session) =>
  arms.flatMap(({ arm, void: reason }) => (reason === undefined ? [] : [[arm, reason]]));

/** The second session ended with the round of the mishap, and all others are whole. */
function expectOneShortSession(sessions: readonly Session[], rounds = 2) {
  const counts = sessions.map((session) => roundsIn(session).length);
  expect(counts.slice(0, 4)).toEqual([3, rounds, 3, 3]);
  // What it lacks is made up for in the end.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
  for (const session of sessions.filter((_, index) => index !== 1)) {
    expect([voidsOf(session), wholeVoids(session)]).toEqual([[], []]);
  }
}

describe('a turn that goes wrong', () => {
  const cases: Array<[string, string, string, NonNullable<Setup['behave']>]> = [
    [
      'its socket closes',
      'closed',
      'the socket closed with code 1006 during a turn',
      ({ socket }) => {
        socket.close(1006);
        return never;
      },
    ],
    ['a call stalls', 'stalled', 'a turn got no answer within 1000 ms', () => never],
    ['a call fails', 'error', 'a turn: no', () => Promise.reject(new RangeError('no'))],
  ];
  it.each(cases)(
    'is its arm’s alone when %s, and the run goes on',
    async (_, reason, detail, act) => {
      const { sessions, end, closed, opened, clock } = await runVirtual({
        behave: once(SUBJECT, act),
      });
      expect(end).toEqual({ type: 'complete', because: 'rounds' });
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
      ({ socket }) => {
        socket.close(1006);
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

describe('a page that is hidden', () => {
  it('has the turn discarded, is waited for, and the time does not count', async () => {
    const presence = presenceOf();
    const { sessions, events, clock, end } = await runVirtual({
      world: presence.world,
      behave: once(SUBJECT, () => {
        presence.hide();
        return undefined;
      }),
    });
    expect(end).toEqual({ type: 'complete', because: 'rounds' });
    const [, second] = sessions as [Session, Session];
    expect(voidsOf(second)).toEqual([[1, 'subject', 'hidden']]);
    const round = roundsIn(second)[1] ?? [];
    expect(round.at(-1)).toMatchObject({
      arm: 'subject',
      detail: 'the page was hidden during a turn',
    });
    expect(events.filter(({ type }) => type === 'waiting')).toEqual([
      { type: 'waiting', for: 'page' },
    ]);
    expect(clock.now()).toBeGreaterThan(60_000);
    expect(spentMs(sessions)).toBeLessThan(10_000);
    expectOneShortSession(sessions);
  });

  it('is waited for before anything is opened', async () => {
    const presence = presenceOf();
    presence.hide();
    const { sessions, events, clock } = await runVirtual({ world: presence.world });
    expect(events[0]).toEqual({ type: 'waiting', for: 'page' });
    expect(clock.now()).toBeGreaterThan(60_000);
    expect(sessions.every((session) => voidsOf(session).length === 0)).toBe(true);
  });
});

describe('an arm that never connects', () => {
  const broken = {
    ...{ id: 'broken', label: 'Broken', system: 'broken', accept: 'in-memory' as const },
    load: () => Promise.resolve(() => Promise.reject(new Error('refused'))),
  };

  it('is told of, left out after three sessions, and the rest is decided', async () => {
    const { sessions, events, end, looks, plan } = await runVirtual({
      options: { length: { rule: 'until-decided' } },
      plan: { budgetMs: 2000 },
      study: (study) => ({ ...study, arms: [...study.arms, broken] }),
      behave: ({ arm, connection }, { clock }) =>
        clock.sleep((arm === 'subject' ? 4 : 2) + (connection % 5) / 1000),
    });
    expect(end?.type).toBe('complete');
    for (const session of sessions.slice(0, 3)) {
      expect(wholeVoids(session)).toEqual([['broken', 'connect']]);
      expect(session.arms.find(({ arm }) => arm === 'broken')?.detail).toBe('the connect: refused');
      expect(session.turns).toHaveLength(4);
    }
    expect(events.filter(({ type }) => type === 'left-out')).toEqual([
      { type: 'left-out', arm: 'broken', why: 'the connect: refused' },
    ]);
    expect(sessions.length).toBeGreaterThan(6);
    for (const { arms } of sessions.slice(3)) expect(arms).toHaveLength(4);
    const options = { reference: 'reference', subjects: ['subject', 'broken'], margin: 0.05 };
    const { subjects } = analyse({ ...recordFrom(plan, sessions), looks }, options);
    expect(subjects.map(({ arm, verdict }) => [arm, verdict])).toEqual([
      ['subject', 'slower'],
      ['broken', 'undecided'],
    ]);
  });

  it('is left out as well when it stalls, or has nothing that counts, every time', async () => {
    const wrongs: Array<NonNullable<Setup['behave']>> = [
      ({ arm, index }) => (arm === 'subject' && index === 30 ? never : undefined),
      ({ arm }) => (arm === 'subject' ? Promise.reject(new Error('no')) : undefined),
    ];
    for (const behave of wrongs) {
      const { sessions, events } = await runVirtual({
        options: { length: { rule: 'time', budgetMs: 10_000 } },
        behave: (call, hands) => behave(call, hands),
      });
      expect(events.filter(({ type }) => type === 'left-out')).toHaveLength(1);
      for (const { arms } of sessions.slice(3))
        expect(arms.map(({ arm }) => arm)).not.toContain('subject');
      expect(sessions.length).toBeGreaterThan(6);
    }
  });
});

describe('a bench that is gone', () => {
  const from =
    (session: number): NonNullable<Setup['onEvent']> =>
    (event, { refuse }) => {
      if (event.type === 'session-ended' && event.session.session === session) refuse(() => true);
    };

  it('is waited for, and the run goes on when it is back', async () => {
    const asked: string[] = [];
    const { sessions, end, events, clock } = await runVirtual({
      onEvent: from(1),
      world: ({ clock: own, refuse }) => ({
        async recover(arm) {
          asked.push(arm);
          await own.sleep(30_000);
          refuse(() => false);
          return { ready: true };
        },
      }),
    });
    expect(end).toEqual({ type: 'complete', because: 'rounds' });
    expect(asked).toEqual(['floor']);
    expect(events.filter(({ type }) => type === 'waiting')).toEqual([
      { type: 'waiting', for: 'bench' },
    ]);
    expect(sessions.map(({ turns }) => turns.length > 0)).toEqual(
      sessions.map((_, index) => index !== 2),
    );
    expect(sessions[2]?.arms.every(({ void: reason }) => reason === 'connect')).toBe(true);
    expect(clock.now()).toBeGreaterThan(30_000);
    expect(spentMs(sessions)).toBeLessThan(10_000);
  });

  it('ends the run with what there is when it does not come back', async () => {
    const { sessions, end, opened, closed } = await runVirtual({
      onEvent: from(1),
      world: () => ({ recover: () => Promise.resolve({ ready: false, why: 'it is gone' }) }),
    });
    expect(end).toEqual({ type: 'lost', why: 'it is gone' });
    expect(sessions).toHaveLength(3);
    expect(closed).toHaveLength(opened.length - 4);
  });

  it('ends the run when connections keep failing although it says that it answers', async () => {
    let asked = 0;
    const { sessions, end, events } = await runVirtual({
      onEvent: from(0),
      world: () => ({
        recover() {
          asked += 1;
          return Promise.resolve({ ready: true });
        },
      }),
    });
    expect(end).toEqual({ type: 'lost', why: 'the connect: refused' });
    expect(sessions).toHaveLength(4);
    expect(asked).toBe(2);
    expect(events.some(({ type }) => type === 'left-out')).toBe(false);
  });
});

describe('an aborted run', () => {
  const moments: Array<[string, (call: { connection: number; index: number }) => boolean]> = [
    ['a warm-up', ({ connection, index }) => connection === 5 && index === 1],
    ['a turn', ({ connection, index }) => connection === 5 && index === inRound1(1)],
  ];
  it.each(moments)('ends at once in %s and keeps the sessions that ended', async (_, here) => {
    const { sessions, end, opened, closed, clock } = await runVirtual({
      behave(call, { abort }) {
        if (!here(call)) return undefined;
        abort.abort();
        return never;
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(sessions).toHaveLength(1);
    expect(opened).toHaveLength(8);
    expect(new Set(closed)).toEqual(new Set(opened));
    // Calls of other arms may still be under way; none follows them.
    await clock.drive(clock.sleep(10));
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['before its first session', 'session-started', 0],
    ['after a session', 'session-ended', 1],
  ] as const)('ends %s', async (_when, type, complete) => {
    const { sessions, end, opened } = await runVirtual({
      onEvent: (event, { abort }) => {
        if (event.type === type) abort.abort();
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(sessions).toHaveLength(complete);
    expect(opened).toHaveLength(4 * complete);
  });

  it('ends while connecting, and closes what opens later', async () => {
    let hands: Hands | undefined;
    const { sessions, end, opened, closed, clock } = await runVirtual({
      world: (own) => {
        hands = own;
        return {
          freshObject: () => {
            if (own.opened.length === 5) own.clock.after(1, () => own.abort.abort());
            return 'object';
          },
        };
      },
    });
    expect(hands?.abort.signal.aborted).toBe(true);
    expect(end).toEqual({ type: 'cancelled' });
    expect(sessions).toHaveLength(1);
    await clock.drive(clock.sleep(100));
    expect(opened).toHaveLength(8);
    expect(new Set(closed)).toEqual(new Set(opened));
  });

  it.each(['page', 'bench'] as const)('ends while it waits for the %s', async (waitsFor) => {
    const untilAborted = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { end, sessions } = await runVirtual({
      world: ({ refuse }) => {
        refuse(() => waitsFor === 'bench');
        const hidden = waitsFor === 'page';
        return {
          presence: { hidden, onHide: () => () => undefined, visible: untilAborted },
          recover: (_arm, signal) => untilAborted(signal),
        };
      },
      onEvent: (event, { abort }) => {
        if (event.type === 'waiting') process.nextTick(() => abort.abort());
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(sessions).toHaveLength(waitsFor === 'page' ? 0 : 1);
  });
});

/** A page that comes back after a minute. */
function presenceOf() {
  let hidden = false;
  const listeners = new Set<() => void>();
  const world = ({ clock }: Hands): Partial<World> => ({
    presence: {
      get hidden() {
        return hidden;
      },
      onHide(callback) {
        listeners.add(callback);
        return () => listeners.delete(callback);
      },
      async visible() {
        await clock.sleep(60_000);
        hidden = false;
      },
    },
  });
  const hide = () => {
    hidden = true;
    for (const listener of listeners) listener();
  };
  return { world, hide };
}

function recordFrom(plan: Awaited<ReturnType<typeof runVirtual>>['plan'], sessions: Session[]) {
  const environment = {
    ...{ setting: 'workerd' as const, origin: '', runtime: 'virtual', clockStepUs: 1 },
    ...{ versions: {}, accept: {} },
  };
  const end = { type: 'complete', because: 'rounds' } as const;
  const soFar = { pilots: [], looks: [], sessions };
  return recordOf({ plan, environment, startedAt: new Date(0), end, ...soFar });
}
