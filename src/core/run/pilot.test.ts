import { describe, expect, it } from 'vitest';
import { only, runVirtual } from '../testing/virtual-run.ts';

const options = { length: { rule: 'time', budgetMs: 2500 } } as const;

describe('a pilot', () => {
  // Calls of the subject take three times as long. How a turn follows from that is in the plan’s tests.
  it.each([
    [0.25, {}, { operations: 4, rounds: 17, roundUs: 6000 }],
    [0.3, { cycle: 3 }, { operations: 6 }],
    [10, {}, { operations: 1, rounds: 2 }],
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

  it.each([
    [{}, 16_670, 'clock is too coarse (16.67 ms). A run needs steps of 10 ms or less: turn off'],
    [{ turn: 4 }, 100_000, 'clock is too coarse (100 ms)'],
  ])('begins no run of %o by a clock that is too coarse', async (change, clockStepUs, message) => {
    const { error, opened } = await runVirtual({ options, clockStepUs, study: only(change) });
    expect(String(error)).toContain(message);
    expect(opened).toEqual([]);
  });
});
