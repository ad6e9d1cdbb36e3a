import { describe, expect, it } from 'vitest';
import type { Length } from '../plan/index.ts';
import { spentMs } from '../statistics/index.ts';
import { once, runVirtual, type Setup, SUBJECT } from '../testing/virtual-run.ts';

/** How far a run says that it is: after each of its sessions, and in between. */
async function progressOf(length: Length, setup: Setup = {}) {
  const options = { length, workloads: ['short', 'long'] };
  const ran = await runVirtual({ ...setup, options });
  const told = ran.events.flatMap((event) => ('progress' in event ? [event] : []));
  const of = (type: string) => told.flatMap((each) => (each.type === type ? [each.progress] : []));
  return { ...ran, started: of('session-started'), ended: of('session-ended'), of };
}

describe('the progress of a run', () => {
  it('is the part of its time that is spent, dealing with events included', async () => {
    const { started, ended, sessions } = await progressOf(
      { rule: 'time', budgetMs: 2000 },
      { overheadMs: 100 },
    );
    const nothing = { sessions: 0, discarded: 0, decided: [], untilMs: 2000 };
    expect(started[0]).toEqual({ ...nothing, spentMs: 100, share: 0.05, leftMs: 1900 });
    for (const [at, progress] of ended.entries()) {
      const spent = 100 + spentMs(sessions.slice(0, at + 1));
      expect(progress).toMatchObject({ sessions: at + 1, untilMs: 2000, share: spent / 2000 });
      expect([progress.spentMs, progress.leftMs]).toEqual([spent, 2000 - spent]);
    }
  });

  it('counts rounds where those are given, and what they would take that are left', async () => {
    const { started, ended } = await progressOf({ rule: 'fixed', rounds: 6 });
    expect(started[0]).toMatchObject({ untilMs: undefined, share: 0, leftMs: undefined });
    for (const { share, spentMs: spent, leftMs } of ended) {
      expect(leftMs).toBeCloseTo(share === 0 ? NaN : (spent * (1 - share)) / share, 9);
    }
    expect(ended.map(({ share }) => share)).toEqual(ended.map(({ share }) => share).toSorted());
    expect(ended.at(-1)).toMatchObject({ share: 1, leftMs: 0 });
  });

  it('of a run until decided says what is', async () => {
    const { of, plan } = await progressOf(
      { rule: 'until-decided' },
      {
        plan: { budgetMs: 6000 },
        behave: ({ arm, connection }, { clock }) =>
          clock.sleep((arm === 'subject' ? 4 : 2) + (connection % 7) / 1000),
      },
    );
    expect(of('session-ended').map(({ untilMs }) => untilMs)).toContain(6000);
    expect(of('looked')).toMatchObject([{ decided: plan.workloads }]);
  });

  it('counts the turns that are discarded, and a whole session of an arm', async () => {
    const wrong = await runVirtual({ behave: once(SUBJECT, () => 'garble') });
    const discarded = wrong.events.flatMap((event) =>
      event.type === 'session-ended' ? [event.progress.discarded] : [],
    );
    // The outcome is wrong, so that the turn before counts as little as the one that went wrong.
    expect(discarded.slice(0, 3)).toEqual([0, 2, 2]);
    const cold = await runVirtual({
      behave: ({ connection }) => (connection === 4 ? Promise.reject(new Error('no')) : undefined),
    });
    const [, second] = cold.events.filter(({ type }) => type === 'session-ended');
    expect(second).toMatchObject({ progress: { discarded: 1 } });
  });
});
