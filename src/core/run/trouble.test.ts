import { describe, expect, it } from 'vitest';
import type { Arm, Workload } from '../plan/index.ts';
import { cellsOf, launchValues, ratioOf, spentMs } from '../statistics/index.ts';
import type { Session } from '../record/index.ts';
import { type Tally, virtualEnds } from '../testing/virtual-bench.ts';
import {
  type Act,
  discardedIn,
  type Hands,
  inRound1,
  never,
  only,
  once,
  recordFrom,
  REFERENCE,
  ROUNDS,
  roundsIn,
  runVirtual,
  type Setup,
  SUBJECT,
} from '../testing/virtual-run.ts';
import { Silences } from '../../wire/bench-client/contact.ts';
import { type Link, openByLink } from '../../wire/links/link.ts';
import type { RunEvent, World } from './events.ts';

const complete = { kind: 'complete', why: 'rounds' };
const byTime = { length: { rule: 'time', budgetMs: 10_000 } } as const;
const stalledCall = 'a turn got no answer within 1000 ms';
const nothing = { turns: [], arms: [] };
const benchAwaited = { type: 'waiting', for: 'bench' };

/** Events of trouble, without the progress that comes with them. */
const troubles = (events: readonly RunEvent[]) =>
  events.flatMap((event) => {
    if (event.type !== 'waiting' && event.type !== 'left-out') return [];
    const { progress, ...told } = event;
    return progress.sessions >= 0 ? [told] : [];
  });

const fails = () => Promise.reject(new Error('no'));
const cutAnd =
  (answer: Promise<void>): Act =>
  ({ socket }) => {
    socket.close(1006);
    return answer;
  };
const cut = cutAnd(never);

/** The second session has ended after so many rounds, and all others are whole. */
function expectOneShort(sessions: readonly Session[], rounds: number): Session {
  const counts = sessions.map((session) => roundsIn(session).length);
  expect(counts.slice(0, 4)).toEqual([3, rounds, 3, 3]);
  // Later sessions have the rounds that it lacks.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
  const [first, second, ...others] = sessions as [Session, Session, ...Session[]];
  for (const each of [first, ...others]) expect(discardedIn(each)).toEqual(nothing);
  return second;
}

describe('an arm that goes wrong in one turn', () => {
  const wrong = inRound1(SUBJECT) + 1;
  const garbled = `answer ${wrong}: got -1, expected ${wrong}`;
  const done = inRound1(SUBJECT) - 5 + 3 * 4;
  const lost = `the total is ${done - 1}, expected ${done}`;
  it.each<[string, Act, number, Array<string | undefined>, string]>([
    ['its socket closes', cut, 2, ['closed'], 'the socket closed with code 1006 during a turn'],
    ['a call stalls', () => never, 2, ['stalled'], stalledCall],
    ['a call fails', fails, 2, ['error'], 'a turn: no'],
    ['an answer is wrong', () => 'garble', 2, ['check', 'check'], garbled],
    ['the outcome is wrong', () => 'lose', 3, [undefined, 'check'], lost],
    ['a call of its warm-up fails', fails, 1, [undefined, 'error'], 'a turn: no'],
  ])('is discarded, and the run goes on: %s', async (_, act, rounds, [turn, arm], detail) => {
    const behave = once(SUBJECT, act, rounds === 1 ? 1 : undefined);
    const { sessions, end, closed, opened, clock, plan } = await runVirtual({ behave });
    expect(end).toEqual(complete);
    const second = expectOneShort(sessions, rounds);
    expect(discardedIn(second)).toEqual({
      turns: turn === undefined ? [] : [[1, 'subject', turn]],
      arms: arm === undefined ? [] : [['subject', arm]],
    });
    const details = [...second.turns, ...second.arms].flatMap((each) => each.detail ?? []);
    expect(new Set(details)).toEqual(new Set([detail]));
    const others = second.turns.filter((each) => each.arm !== 'subject');
    expect(others).toHaveLength(3 * rounds);
    expect(new Set(closed)).toEqual(new Set(opened));
    expect(clock.pending).toBe(0);
    // A wrong outcome leaves nothing of the arm’s session.
    const cells = cellsOf([recordFrom(plan, sessions)]);
    const gone = arm === undefined ? 1 : Math.max(1, second.turns.length - others.length);
    expect(cells.find((each) => each.arm === 'subject')?.discarded).toHaveLength(gone);
  });

  it('keeps its samples and its traffic until then', async () => {
    const { sessions } = await runVirtual({ behave: once(SUBJECT, cut) });
    const turn = sessions[1]?.turns.find((each) => each.discardedBecause === 'closed');
    expect(turn).toMatchObject({ samplesUs: [2000], frames: { out: 2, in: 1 } });
  });

  it.each<[string, Act]>([
    // In the middle of another arm’s turn.
    ['after the deadline', (_call, { clock }) => clock.sleep(1005)],
    ['as its socket closes', cutAnd(Promise.resolve())],
  ])('is asked nothing more when an answer comes %s', async (_, act) => {
    const own: number[] = [];
    await runVirtual({
      behave(call, hands) {
        if (call.connection === 4 + SUBJECT) own.push(call.index);
        return once(SUBJECT, act)(call, hands);
      },
    });
    expect(Math.max(...own)).toBe(inRound1(SUBJECT));
  });

  it('has its turn discarded when it fails in another arm’s turn', async () => {
    const { sessions, plan } = await runVirtual({
      behave: once(REFERENCE, (_call, { opened }) => {
        for (const place of [0, SUBJECT, 3]) opened[4 + place]?.close(1006);
        return undefined;
      }),
    });
    const round = roundsIn(expectOneShort(sessions, 2))[1] ?? [];
    expect(round.map(({ arm }) => arm).toSorted()).toEqual(plan.arms.toSorted());
    const at = round.findIndex(({ arm }) => arm === 'reference');
    const detail = 'the socket closed with code 1006 during a pause';
    for (const [index, turn] of round.entries()) {
      if (index <= at) expect(turn.discardedBecause).toBeUndefined();
      else expect(turn).toMatchObject({ discardedBecause: 'closed', detail, samplesUs: [] });
    }
  });
});

it('a hidden page has its turn discarded and is waited for, and the time does not count', async () => {
  let hidden = false;
  const listeners = new Set<() => void>();
  const { sessions, events, clock, end } = await runVirtual({
    world: (hands) => ({
      presence: {
        get hidden() {
          return hidden;
        },
        onHide(callback) {
          listeners.add(callback);
          return () => listeners.delete(callback);
        },
        async visible() {
          await hands.clock.sleep(60_000);
          hidden = false;
        },
      },
    }),
    behave: once(SUBJECT, () => {
      hidden = true;
      for (const listener of listeners) listener();
      return undefined;
    }),
  });
  expect(end).toEqual(complete);
  expect(sessions.flatMap((each) => discardedIn(each).turns)).toEqual([[1, 'subject', 'hidden']]);
  expect(sessions[1]?.turns.at(-1)?.detail).toBe('the page was hidden during a turn');
  expect(troubles(events)).toEqual([{ type: 'waiting', for: 'page' }]);
  expect(clock.now()).toBeGreaterThan(60_000);
  expect(spentMs(sessions)).toBeLessThan(10_000);
});

describe('an arm that keeps failing', () => {
  const broken: Arm<Tally> = {
    id: 'broken',
    label: 'Broken',
    system: 'broken',
    load: () => Promise.resolve(() => Promise.reject(new Error('refused'))),
  };

  it('is left out after three sessions in which it does not connect, and the rest is decided', async () => {
    const { sessions, events, end, plan } = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 2000 } },
      study: (study) => ({ ...study, arms: [...study.arms, broken] }),
      behave: ({ arm, connection }, { clock }) =>
        clock.sleep((arm === 'subject' ? 4 : 2) + (connection % 5) / 1000),
    });
    expect(end?.kind).toBe('complete');
    for (const session of sessions.slice(0, 3)) {
      expect(discardedIn(session).arms).toEqual([['broken', 'connect']]);
      expect(session.turns).toHaveLength(4);
    }
    const why = 'the connect: refused';
    expect(troubles(events)).toEqual([{ type: 'left-out', arm: 'broken', workload: 'short', why }]);
    expect(sessions.length).toBeGreaterThan(6);
    for (const { arms } of sessions.slice(3)) expect(arms).toHaveLength(4);
    const cells = cellsOf([recordFrom(plan, sessions)]);
    const [reference, ...others] = ['reference', 'subject', 'broken'].map((id) =>
      cells.find(({ arm }) => arm === id),
    );
    const ratios = others.map(
      (cell) => cell && reference && ratioOf(launchValues(cell, reference)),
    );
    expect(ratios).toEqual([expect.anything(), undefined]);
    expect(ratios[0]?.value).toBeCloseTo(2, 1);
  });

  const inLong: Act = ({ index }, { workload }) =>
    index === 9 && workload === 'long' ? never : undefined;
  it.each<[string, Act, string, string]>([
    ['stalls', ({ index }) => (index === 30 ? never : undefined), 'short', stalledCall],
    ['has nothing that counts', fails, 'short', 'a turn: no'],
    ['stalls at one of two workloads', inLong, 'long', stalledCall],
  ])('is left out of a workload when it %s every time', async (_, behave, workload, why) => {
    const { sessions, events } = await runVirtual({
      options: { ...byTime, workloads: workload === 'long' ? ['short', 'long'] : ['short'] },
      behave: (call, hands) => (call.arm === 'subject' ? behave(call, hands) : undefined),
    });
    expect(troubles(events)).toEqual([{ type: 'left-out', arm: 'subject', workload, why }]);
    for (const id of new Set(sessions.map((session) => session.workload))) {
      const later = sessions.filter((session) => session.workload === id).slice(3);
      expect(later.length).toBeGreaterThan(3);
      for (const { arms } of later) {
        expect(arms.some(({ arm }) => arm === 'subject')).toBe(id !== workload);
      }
    }
  });

  it('ends a run by time, if it is every arm before its first operation', async () => {
    const { sessions, end } = await runVirtual({
      options: byTime,
      study: only({ prepare: fails }),
    });
    expect(end).toEqual({ kind: 'lost', why: 'its preparation: no' });
    expect(sessions).toHaveLength(3);
    for (const { arms } of sessions)
      for (const arm of arms) expect(arm.discardedBecause).toBe('error');
  });
});

/** An arm whose every call is a request. */
function openRequests({ fetch }: Link) {
  let total = 0;
  const add = async () => {
    await (await fetch('')).text();
    return (total += 1);
  };
  const operations: Tally = { add, total: () => Promise.resolve(total) };
  return Promise.resolve({ operations, close: () => undefined });
}
const requests: Arm<Tally> = {
  id: 'requests',
  label: 'Requests',
  system: 'requests',
  accept: 'request',
  load: () => Promise.resolve(openByLink(openRequests, { system: 'virtual', arm: 'requests' })),
};

describe('a bench that is gone', () => {
  type Recover = (hands: Hands) => ReturnType<NonNullable<World['recover']>>;
  const lost = { kind: 'lost', why: 'it is gone', failure: 'refused' } as const;

  /** A run whose bench is gone after its second session, and is back only if it recovers. */
  async function gone(setup: Setup, recover: Recover, comesBack = true, hangs = false) {
    let isGone = false;
    const answer = { body: null, text: () => Promise.resolve('') } as Response;
    const hanging = (arm: Arm<Tally>): Arm<Tally> => ({
      ...arm,
      async load() {
        const open = await arm.load();
        return (opening) => (isGone && hangs ? (never as Promise<never>) : open(opening));
      },
    });
    return runVirtual({
      ...setup,
      study(study) {
        const found = setup.study?.(study) ?? study;
        return { ...found, arms: found.arms.map(hanging) };
      },
      onEvent(event, { refuse }) {
        if (event.type !== 'session-ended' || event.session.session !== 1) return;
        isGone = true;
        refuse(() => !hangs);
      },
      world: (hands) => ({
        ends: {
          ...virtualEnds,
          async fetch() {
            await hands.clock.sleep(2);
            if (isGone) throw new TypeError('fetch failed', { cause: new Error('refused') });
            return answer;
          },
        },
        async recover() {
          if (comesBack) hands.refuse(() => false);
          isGone &&= !comesBack;
          return recover(hands);
        },
      }),
    });
  }

  const few: Setup = { options: { length: { rule: 'fixed', rounds: 12 } } };
  const asking = (change: Partial<Workload<Tally>>): Setup => ({
    ...few,
    study: (study) => only(change)({ ...study, arms: [...study.arms, requests] }),
  });
  it.each<[string, Setup, boolean?]>([
    ['refuses connections', few],
    ['says nothing at all', few, true],
    ['has an arm that opens nothing', asking({})],
    ['has one with a connection for each call', asking({ cold: true })],
  ])('is waited for, and the run goes on when it is back: one that %s', async (_, setup, hangs) => {
    const awaited: Recover = ({ clock }) => clock.sleep(30_000).then(() => undefined);
    const { sessions, end, events, clock } = await gone(setup, awaited, true, hangs);
    expect(end).toEqual(complete);
    expect(troubles(events)).toEqual([benchAwaited]);
    expect(clock.now()).toBeGreaterThan(30_000);
    expect(spentMs(sessions)).toBeLessThan(10_000);
    for (const [at, session] of sessions.entries()) {
      const reasons = session.arms.map((arm) => arm.discardedBecause);
      if (at !== 2) expect(discardedIn(session)).toEqual(nothing);
      else expect(reasons).toEqual(reasons.map(() => (hangs ? 'stalled' : 'connect')));
    }
    const { detail = '' } = sessions[2]?.arms.find(({ arm }) => arm === 'requests') ?? {};
    expect(['', 'a turn: fetch failed: refused']).toContain(detail);
  });

  const unconnected = { kind: 'lost', why: 'the connect: refused' } as const;
  it.each<[string, Recover, object, number]>([
    ['does not come back', () => Promise.resolve(lost), lost, 1],
    ['only says that it answers', () => Promise.resolve(undefined), unconnected, 3],
  ])('ends the run with what there is when it %s', async (_, recover, end, failed) => {
    const ran = await gone({}, recover, false);
    expect(ran.end).toEqual(end);
    expect(troubles(ran.events)).toHaveLength(Math.min(failed, 2));
    expect([ran.sessions.length, ran.closed.length]).toEqual([2 + failed, 8]);
  });
});

/** A run by time, on a bench that is silent from its second session on until it is waited for. */
async function silenced(stops: boolean) {
  let [stoppedAt, noticedAt] = [Infinity, NaN];
  const ran = await runVirtual({
    options: { length: { rule: 'time', budgetMs: 4000 } },
    plan: { deadlineMs: 10_000 },
    behave: ({ connection, index }, { clock }) => {
      if (stops && connection === 5 && index > 20) stoppedAt = Math.min(stoppedAt, clock.now());
      return clock.now() >= stoppedAt ? never : clock.sleep(2);
    },
    world: ({ clock }) => {
      const noAnswer = () => clock.sleep(2000).then(() => Promise.reject(new Error('no answer')));
      const ask = () => (clock.now() < stoppedAt ? Promise.resolve() : noAnswer());
      const silence = new Silences(ask, clock.now);
      const recover = async () => {
        await clock.sleep(60_000);
        [stoppedAt, stops] = [Infinity, false];
        silence.over();
        return undefined;
      };
      return { now: silence.now, silence, recover };
    },
    onEvent: ({ type }, { clock }) => {
      if (type === 'waiting') noticedAt = clock.now() - stoppedAt;
    },
  });
  const turns = ran.sessions.flatMap((session) => session.turns);
  return {
    ...ran,
    noticedAt,
    counted: turns.filter((turn) => turn.discardedBecause === undefined).length,
  };
}

it('a bench that stops answering is noticed before a deadline, and costs no time', async () => {
  const [whole, broken] = [await silenced(false), await silenced(true)];
  expect(broken.end).toEqual({ kind: 'complete', why: 'time' });
  expect(troubles(broken.events)).toEqual([benchAwaited]);
  expect(broken.noticedAt).toBeLessThanOrEqual(5000);
  const voids = broken.sessions.flatMap((session) => [...session.arms, ...session.turns]);
  for (const { detail = 'the other end' } of voids) expect(detail).toMatch(/^the other end/);
  // Two sessions at most are lost of all that an undisturbed run has.
  expect(broken.sessions.length).toBeGreaterThanOrEqual(whole.sessions.length);
  expect(broken.counted).toBeGreaterThan(0.8 * whole.counted);
});

describe('an aborted run', () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const onAbort = () => reject(signal.reason as Error);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort);
    });
  const abortIn = (at?: number): Setup => ({
    behave: once(
      REFERENCE,
      (_call, { abort }) => {
        abort.abort();
        return never;
      },
      at,
    ),
  });
  const abortAt = (type: RunEvent['type']): Setup => ({
    onEvent(event, { abort }) {
      if (event.type === type) abort.abort();
    },
  });
  const connecting: Setup = {
    world: ({ opened, clock, abort }) => ({
      freshObject() {
        if (opened.length === 5) clock.after(1, () => abort.abort());
        return 'object';
      },
    }),
  };
  const hidden: Setup['world'] = () => ({
    presence: { hidden: true, onHide: () => () => undefined, visible: untilAborted },
  });
  const refused: Setup['world'] = ({ refuse }) => {
    refuse(() => true);
    return { recover: untilAborted };
  };
  it.each<[string, Setup, sessions: number, opened: number]>([
    ['in a warm-up', abortIn(1), 1, 8],
    ['in a turn', abortIn(), 1, 8],
    ['while connecting', connecting, 1, 8],
    ['before its first session', abortAt('session-started'), 0, 0],
    ['after a session', abortAt('session-ended'), 1, 4],
    ['while it waits for the page', { ...abortAt('waiting'), world: hidden }, 0, 0],
    ['while it waits for the bench', { ...abortAt('waiting'), world: refused }, 1, 4],
  ])('ends at once %s, and closes what opens later', async (_, setup, count, connections) => {
    const { sessions, end, opened, closed, clock } = await runVirtual(setup);
    expect(end).toEqual({ kind: 'cancelled' });
    await clock.drive(clock.sleep(100));
    expect([sessions.length, opened.length]).toEqual([count, connections]);
    if (setup.world !== refused) expect(new Set(closed)).toEqual(new Set(opened));
    expect(clock.pending).toBe(0);
  });
});
