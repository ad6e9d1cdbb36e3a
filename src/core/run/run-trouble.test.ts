import { describe, expect, it } from 'vitest';
import type { Arm } from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { analyse, spentMs } from '../statistics/index.ts';
import {
  never,
  SUBJECT,
  once,
  voidsOf,
  wholeVoids,
  expectOneShortSession,
  recordFrom,
  roundsIn,
  runVirtual,
  type Hands,
  type Setup,
} from '../testing/virtual-run.ts';
import { type Tally, virtualEnds } from '../testing/virtual-bench.ts';
import { Silences } from '../../wire/bench-client/contact.ts';
import type { RunEvent, World } from './events.ts';
import { openByLink } from '../../wire/links/link.ts';

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
    expect(end).toEqual({ kind: 'complete', why: 'rounds' });
    const [, second] = sessions as [Session, Session];
    expect(voidsOf(second)).toEqual([[1, 'subject', 'hidden']]);
    const round = roundsIn(second)[1] ?? [];
    expect(round.at(-1)).toMatchObject({
      arm: 'subject',
      detail: 'the page was hidden during a turn',
    });
    expect(troubles(events)).toEqual([{ type: 'waiting', for: 'page' }]);
    expect(clock.now()).toBeGreaterThan(60_000);
    expect(spentMs(sessions)).toBeLessThan(10_000);
    expectOneShortSession(sessions);
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
    expect(end?.kind).toBe('complete');
    for (const session of sessions.slice(0, 3)) {
      expect(wholeVoids(session)).toEqual([['broken', 'connect']]);
      expect(session.arms.find(({ arm }) => arm === 'broken')?.detail).toBe('the connect: refused');
      expect(session.turns).toHaveLength(4);
    }
    const why = 'the connect: refused';
    expect(troubles(events)).toEqual(
      plan.workloads.map((workload) => ({ type: 'left-out', arm: 'broken', workload, why })),
    );
    expect(sessions.length).toBeGreaterThan(6);
    for (const { arms } of sessions.slice(3)) expect(arms).toHaveLength(4);
    const options = { reference: 'reference', subjects: ['subject', 'broken'], margin: 0.05 };
    const { subjects } = analyse({ ...recordFrom(plan, sessions), looks }, options);
    expect(subjects.map(({ arm, verdict }) => [arm, verdict])).toEqual([
      ['subject', 'slower'],
      ['broken', 'undecided'],
    ]);
  });

  it('goes on with the other workloads where it stalls at one', async () => {
    const { sessions, events } = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 10_000 }, workloads: ['short', 'long'] },
      behave: ({ arm, index }, hands) =>
        arm === 'subject' && index === 9 && hands.workload() === 'long' ? never : undefined,
    });
    const why = 'a turn got no answer within 1000 ms';
    expect(troubles(events)).toEqual([{ type: 'left-out', arm: 'subject', workload: 'long', why }]);
    const [short, long] = ['short', 'long'].map((id) =>
      sessions.filter(({ workload }) => workload === id).slice(3),
    );
    expect(short?.length).toBeGreaterThan(3);
    expect(short?.every(({ arms }) => arms.some(({ arm }) => arm === 'subject'))).toBe(true);
    expect(long?.length).toBeGreaterThan(3);
    expect(long?.some(({ arms }) => arms.some(({ arm }) => arm === 'subject'))).toBe(false);
  });

  it.each<[string, NonNullable<Setup['behave']>]>([
    ['stalls', ({ arm, index }) => (arm === 'subject' && index === 30 ? never : undefined)],
    [
      'has nothing that counts',
      ({ arm }) => (arm === 'subject' ? Promise.reject(new Error('no')) : undefined),
    ],
  ])('is left out as well when it %s every time', async (_, behave) => {
    const options = { length: { rule: 'time', budgetMs: 10_000 } } as const;
    const { sessions, events } = await runVirtual({ options, behave });
    expect(troubles(events)).toMatchObject([{ type: 'left-out', arm: 'subject' }]);
    for (const { arms } of sessions.slice(3)) {
      expect(arms.map(({ arm }) => arm)).not.toContain('subject');
    }
    expect(sessions.length).toBeGreaterThan(6);
  });
});

describe('a bench that is gone', () => {
  const from =
    (session: number): NonNullable<Setup['onEvent']> =>
    (event, { refuse }) => {
      if (event.type === 'session-ended' && event.session.session === session) refuse(() => true);
    };

  it('is waited for, and the run goes on when it is back', async () => {
    const { sessions, end, events, clock } = await runVirtual({
      onEvent: from(1),
      world: ({ clock: own, refuse }) => ({
        async recover() {
          await own.sleep(30_000);
          refuse(() => false);
          return undefined;
        },
      }),
    });
    expect(end).toEqual({ kind: 'complete', why: 'rounds' });
    expect(troubles(events)).toEqual([benchAwaited]);
    expect(sessions.map(({ turns }) => turns.length > 0)).toEqual(
      sessions.map((_, index) => index !== 2),
    );
    expect(sessions[2]?.arms.every(({ void: reason }) => reason === 'connect')).toBe(true);
    expect(clock.now()).toBeGreaterThan(30_000);
    expect(spentMs(sessions)).toBeLessThan(10_000);
  });

  it.each([
    { workload: 'short', cold: false },
    { workload: 'long', cold: true },
  ])('is waited for although an arm of requests opens nothing: %o', async ({ workload, cold }) => {
    let gone = false;
    const { sessions, end, events } = await runVirtual({
      options: { workloads: [workload], length: { rule: 'fixed', rounds: 8 } },
      study: (study) => ({
        ...study,
        arms: [...study.arms, requests],
        workloads: study.workloads.map((each) => (cold ? { ...each, cold } : each)),
      }),
      onEvent(event, { refuse }) {
        if (event.type !== 'session-ended' || event.session.session !== 1) return;
        gone = true;
        refuse(() => true);
      },
      world: ({ clock, refuse }) => ({
        ends: {
          ...virtualEnds,
          async fetch() {
            await clock.sleep(2);
            if (gone) throw new TypeError('fetch failed', { cause: new Error('refused') });
            return { body: null, text: () => Promise.resolve('') } as Response;
          },
        },
        recover() {
          gone = false;
          refuse(() => false);
          return Promise.resolve(undefined);
        },
      }),
    });
    expect(end?.kind).toBe('complete');
    expect(troubles(events)).toEqual([benchAwaited]);
    const lost = sessions[2]?.arms ?? [];
    expect(lost.map(({ void: reason }) => reason)).toEqual(lost.map(() => 'connect'));
    expect(lost.find(({ arm }) => arm === 'requests')).toMatchObject({
      detail: 'a turn: fetch failed: refused',
    });
    expect(sessions.length).toBeGreaterThan(3);
    for (const session of sessions.filter((_, index) => index !== 2)) {
      expect([voidsOf(session), wholeVoids(session)]).toEqual([[], []]);
    }
  });

  it('is waited for when nothing at all comes back, and no arm is left out', async () => {
    let gone = false;
    const { events, end } = await runVirtual({
      options: { length: { rule: 'fixed', rounds: 12 } },
      study: (study) => ({
        ...study,
        arms: study.arms.map((arm) => ({
          ...arm,
          load: () =>
            arm.load().then((open) => async (opening) => {
              if (gone) await never;
              return open(opening);
            }),
        })),
      }),
      onEvent(event) {
        if (event.type === 'session-ended') gone = event.session.session === 0;
      },
      world: () => ({
        recover() {
          gone = false;
          return Promise.resolve(undefined);
        },
      }),
    });
    expect(end?.kind).toBe('complete');
    expect(troubles(events)).toEqual([benchAwaited]);
  });

  it('ends the run with what there is when it does not come back', async () => {
    const lost = { kind: 'lost', why: 'it is gone', failure: 'refused' } as const;
    const { sessions, end, opened, closed } = await runVirtual({
      onEvent: from(1),
      world: () => ({ recover: () => Promise.resolve(lost) }),
    });
    expect(end).toEqual(lost);
    expect(sessions).toHaveLength(3);
    expect(closed).toHaveLength(opened.length - 4);
  });

  it('ends the run when connections keep failing although it says that it answers', async () => {
    const { sessions, end, events } = await runVirtual({
      onEvent: from(0),
      world: () => ({ recover: () => Promise.resolve(undefined) }),
    });
    expect(end).toEqual({ kind: 'lost', why: 'the connect: refused' });
    expect(sessions).toHaveLength(4);
    expect(troubles(events)).toEqual([benchAwaited, benchAwaited]);
  });
});

describe('a bench that stops answering', () => {
  /** A run by time, on a bench that is silent from its second session on until it is waited for. */
  async function silenced(stops: boolean) {
    let [stoppedAt, noticedAt] = [Infinity, NaN];
    let silence: Silences | undefined;
    const ran = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 4000 } },
      plan: { deadlineMs: 10_000 },
      behave: ({ connection, index }, { clock }) => {
        if (stops && connection === 5 && index > 20) stoppedAt = Math.min(stoppedAt, clock.now());
        return clock.now() >= stoppedAt ? never : clock.sleep(2);
      },
      world: ({ clock }) => {
        silence = new Silences(async () => {
          if (clock.now() < stoppedAt) return;
          await clock.sleep(2000);
          throw new Error('no answer');
        }, clock.now);
        const recover = async () => {
          await clock.sleep(60_000);
          stoppedAt = Infinity;
          stops = false;
          silence?.over();
          return undefined;
        };
        return { now: silence.now, silence, recover };
      },
      onEvent: ({ type }, { clock }) => {
        if (type === 'waiting') noticedAt = clock.now() - stoppedAt;
      },
    });
    const turns = ran.sessions.flatMap((session) => session.turns);
    return { ...ran, noticedAt, counted: turns.filter((turn) => turn.void === undefined).length };
  }

  it('is noticed long before a deadline, costs no time, and the run goes on with what it had left', async () => {
    const [whole, broken] = [await silenced(false), await silenced(true)];
    expect(broken.end).toEqual({ kind: 'complete', why: 'time' });
    expect(troubles(broken.events)).toEqual([benchAwaited]);
    expect(broken.noticedAt).toBeLessThanOrEqual(5000);
    const voids = broken.sessions.flatMap((session) => [...session.arms, ...session.turns]);
    const details = new Set(voids.flatMap(({ detail }) => detail ?? []));
    expect([...details].every((each) => each.startsWith('the other end stopped answering'))).toBe(
      true,
    );
    // Two sessions at most are lost of all that an undisturbed run has.
    expect(broken.sessions.length).toBeGreaterThanOrEqual(whole.sessions.length);
    expect(broken.counted).toBeGreaterThan(0.8 * whole.counted);
  });
});

describe('a workload that no arm can be prepared for', () => {
  it('ends a run by time, of which it spends none', async () => {
    const { sessions, end } = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 10_000 } },
      study: (study) => ({
        ...study,
        workloads: study.workloads.map((each) => ({
          ...each,
          prepare: () => Promise.reject(new Error('no')),
        })),
      }),
    });
    expect(end).toEqual({ kind: 'lost', why: 'its preparation: no' });
    expect(sessions).toHaveLength(3);
    expect(sessions[0]?.arms.map(({ void: reason }) => reason)).toEqual(
      sessions[0]?.arms.map(() => 'error'),
    );
  });
});

/** What is told of trouble, without how far the run is then. */
const troubles = (events: readonly RunEvent[]) =>
  events.flatMap((event) => {
    if (event.type !== 'waiting' && event.type !== 'left-out') return [];
    const { progress, ...told } = event;
    return progress.sessions >= 0 ? [told] : [];
  });
const benchAwaited = { type: 'waiting', for: 'bench' };

/** An arm whose every call is a request. */
const requests: Arm<Tally> = {
  ...{ id: 'requests', label: 'Requests', system: 'requests', accept: 'request' },
  load: () =>
    Promise.resolve(
      openByLink(
        ({ fetch }) => {
          let total = 0;
          const add = async () => {
            await (await fetch('')).text();
            total += 1;
            return total;
          };
          const operations = { add, total: () => Promise.resolve(total) };
          return Promise.resolve({ operations, close: () => undefined });
        },
        { system: 'virtual', arm: 'requests' },
      ),
    ),
};

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
