import { describe, expect, it } from 'vitest';
import type { Workload } from '../plan/index.ts';
import type { Tally } from '../testing/virtual-bench.ts';
import { type Hands, only, runVirtual } from '../testing/virtual-run.ts';

const options = { length: { rule: 'time', budgetMs: 5000 } } as const;

describe('a pilot', () => {
  // Calls of the subject take three times as long. How a turn follows from that is in the plan’s tests.
  it.each([
    [0.25, {}, { operations: 4, rounds: 20, roundUs: 6000 }],
    [0.3, { cycle: 3 }, { operations: 6 }],
    [10, {}, { operations: 1, rounds: Math.round((5000 / 20 - 5) / 1.2 / 60) }],
  ])('finds the turn of calls of %d ms, once for all sessions', async (ms, change, expected) => {
    const { pilots, sessions } = await runVirtual({
      options,
      behave: ({ arm }, { clock }) => clock.sleep(arm === 'subject' ? 3 * ms : ms),
      study: only(change),
    });
    expect(pilots).toEqual([expect.objectContaining({ workload: 'short', ...expected })]);
    for (const { operations, turns } of sessions) {
      expect(operations).toBe(expected.operations);
      for (const { samplesUs } of turns) expect(samplesUs).toHaveLength(operations);
    }
  });

  it('has operations timed as one that are shorter than a step of the clock', async () => {
    const { pilots, sessions } = await runVirtual({
      ...{ options, clockStepUs: 1000, study: only({}) },
      behave: (_call, { clock }) => clock.sleep(0.25),
    });
    expect(pilots).toMatchObject([{ operations: 83, together: true }]);
    const [turn] = sessions[0]?.turns ?? [];
    expect(turn).toMatchObject({ totalUs: 20_750, frames: { out: 83, in: 83 }, roundTrips: 83 });
    expect(turn?.samplesUs).toEqual(Array.from({ length: 83 }, () => 250));
  });

  /** A clock as browsers have it that resist fingerprinting. */
  const stepping = (ms: number) => (hands: Hands) => ({
    now: () => Math.floor(hands.clock.now() / ms) * ms,
  });

  it.each([16.67, 100])(
    'has turns of twenty steps of %d ms where it does not see the clock move',
    async (ms) => {
      const { sessions } = await runVirtual({
        ...{ options: { length: { rule: 'fixed', rounds: 2 } }, study: only({}) },
        ...{ clockStepUs: ms * 1000, world: stepping(ms) },
        behave: (_call, { clock }) => clock.sleep(1),
      });
      const turns = sessions.flatMap((session) => session.turns);
      expect(turns.length).toBeGreaterThan(0);
      for (const { samplesUs, totalUs } of turns) {
        expect(samplesUs.length).toBeGreaterThanOrEqual(Math.round(20 * ms));
        expect(totalUs).toBeGreaterThanOrEqual(Math.round(20 * ms * 1000));
      }
    },
  );

  it.each<[string, Partial<Workload<Tally>>]>([
    ['a turn of its own', { turn: 4 }],
    ['an opening', { cold: true }],
  ])('ends a run early whose clock is too coarse for %s', async (_, change) => {
    const { error, sessions } = await runVirtual({
      ...{ options: { length: { rule: 'fixed', rounds: 2 } }, study: only(change) },
      ...{ clockStepUs: 100_000, world: stepping(100) },
    });
    expect(String(error)).toMatch(
      /this browser’s clock moves in steps of 100 ms, which is too coarse for \w+$/,
    );
    expect(sessions).toEqual([]);
  });

  it('begins no run that has no room for four rounds of such turns', async () => {
    const run = { clockStepUs: 100_000, study: only({}), world: stepping(100) };
    const { error, opened } = await runVirtual({ ...run, options });
    expect(String(error)).toContain(
      'too coarse for 4 configurations and 1 operations in 5 s; choose fewer, or a run of 32 s at least',
    );
    expect(opened).toEqual([]);
  });
});
