import { describe, expect, it } from 'vitest';
import { only, runVirtual } from '../testing/virtual-run.ts';

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
    expect(pilots).toMatchObject([{ operations: 80, together: true }]);
    const [turn] = sessions[0]?.turns ?? [];
    expect(turn).toMatchObject({ totalUs: 20_000, frames: { out: 80, in: 80 }, roundTrips: 80 });
    expect(turn?.samplesUs).toEqual(Array.from({ length: 80 }, () => 250));
  });
});
