import { describe, expect, it } from 'vitest';
import type { Workload } from '../plan/index.ts';
import type { Tally } from '../testing/virtual-bench.ts';
import { runVirtual } from '../testing/virtual-run.ts';

describe('a pilot', () => {
  const pilotOf = async (ms: number, change: Partial<Workload<Tally>>) => {
    const { pilots, sessions } = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 5000 } },
      behave: ({ arm }, { clock }) => clock.sleep(arm === 'subject' ? 3 * ms : ms),
      study: ({ workloads: [, long], ...study }) => ({
        ...study,
        workloads: [{ ...(long as Workload<Tally>), id: 'short', ...change }],
      }),
    });
    for (const { operations, turns } of sessions) {
      for (const { samplesUs } of turns) expect(samplesUs).toHaveLength(operations);
      expect(operations).toBe(pilots[0]?.operations);
    }
    return pilots;
  };

  it('makes turns as long as the fastest arm needs for a millisecond', async () => {
    const [pilot, ...others] = await pilotOf(0.25, {});
    // Four calls of 0.25 ms for three arms, and of 0.75 ms for one.
    expect(pilot).toEqual({ workload: 'short', operations: 4, rounds: 20, roundUs: 6000 });
    expect(others).toEqual([]);
    expect(await pilotOf(0.3, { cycle: 3 })).toMatchObject([{ operations: 6 }]);
  });

  it('has operations timed as one that are shorter than a step of the clock', async () => {
    const ms = 0.25;
    const { pilots, sessions } = await runVirtual({
      options: { length: { rule: 'time', budgetMs: 5000 } },
      clockStepUs: 1000,
      behave: (_call, { clock }) => clock.sleep(ms),
      study: ({ workloads: [, long], ...study }) => ({
        ...study,
        workloads: [{ ...(long as Workload<Tally>), id: 'short' }],
      }),
    });
    expect(pilots).toMatchObject([{ operations: 80, together: true }]);
    const [turn] = sessions[0]?.turns ?? [];
    expect(turn).toMatchObject({ totalUs: 20_000, frames: { out: 80, in: 80 }, roundTrips: 80 });
    expect(turn?.samplesUs).toEqual(Array.from({ length: 80 }, () => 250));
  });

  it('makes sessions so short that twenty have room', async () => {
    const [pilot] = await pilotOf(10, {});
    expect(pilot).toMatchObject({ operations: 1, rounds: Math.round(5000 / 20 / 60) });
  });
});
