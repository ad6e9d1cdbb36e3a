import { describe, expect, it } from 'vitest';
import { recordOf } from '../../harness/assemble.ts';
import { makePlan, type PlanOptions } from '../../harness/plan.ts';
import { madeUpRecord } from '../../harness/statistics-fixture.ts';
import { planLooks } from '../../harness/statistics-looks.ts';
import { virtualBench, type Behaviour } from '../../harness/testing/virtual-bench.ts';
import { VirtualClock } from '../../harness/testing/virtual-clock.ts';
import { take } from './take.ts';

/** Takes a run of one workload on the virtual bench. */
async function run(
  options: PlanOptions,
  delayMs: (arm: string) => number,
  { maxMs = Infinity, cancelAfter = Infinity } = {},
) {
  const clock = new VirtualClock();
  // Every call a little longer than the one before, so that no two blocks are alike.
  let calls = 0;
  const behave: Behaviour = ({ arm }) => clock.sleep(delayMs(arm) + 1e-6 * (calls += 1));
  const bench = virtualBench(clock, behave);
  const plan = makePlan(bench.study, { workloads: ['short'], ...options }, 7);
  const controller = new AbortController();
  let ended = 0;
  const taken = await clock.drive(
    take({
      study: bench.study,
      plan,
      origin: 'http://bench',
      world: bench.world,
      signal: controller.signal,
      maxMs,
      onEvent(event) {
        if (event.type === 'block-ended') ended += 1;
        if (ended === cancelAfter) controller.abort();
      },
    }),
  );
  return { plan, ...taken };
}

describe('take', () => {
  const alike = () => 2;
  const differs = (arm: string) => (arm === 'subject' ? 4 : 2);

  it('runs a fixed plan to its end, whatever it finds', async () => {
    const { blocks, end, plan } = await run({ rounds: 12 }, differs);
    expect(end).toEqual({ type: 'complete', because: 'rounds' });
    expect(blocks).toHaveLength(plan.blocks.length);
  });

  it('stops at the first planned look that decides everything', async () => {
    const { blocks, end, plan } = await run({ rounds: 40, rule: 'until-decided' }, differs);
    expect(end).toEqual({ type: 'complete', because: 'decided' });
    expect(blocks).toHaveLength((planLooks(40)[0] ?? 0) * plan.arms.length);
  });

  it('stops when its time is up, and that is no partial record', async () => {
    const { blocks, end, plan } = await run({ rounds: 40, rule: 'until-decided' }, alike, {
      maxMs: 100,
    });
    expect(end).toEqual({ type: 'complete', because: 'time' });
    expect(blocks.length).toBeLessThan(plan.blocks.length);
    const { environment } = madeUpRecord({ arms: ['a'], rounds: 1, block: () => [1] });
    const startedAt = new Date(0);
    const record = recordOf({ plan, environment, startedAt, complete: true, blocks });
    expect(record.partial).toBeUndefined();
    expect(record.plan.rule).toBe('until-decided');
  });

  it('keeps what is complete when it is cancelled', async () => {
    const { blocks, end } = await run({ rounds: 12 }, alike, { cancelAfter: 5 });
    expect(end).toEqual({ type: 'cancelled' });
    expect(blocks).toHaveLength(5);
  });
});
