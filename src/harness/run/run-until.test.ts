import { describe, expect, it } from 'vitest';
import { makePlan, type PlanOptions } from '../plan/index.ts';
import { planLooks } from '../statistics/index.ts';
import { madeUpRecord } from '../testing/fixture.ts';
import { virtualBench, type Behaviour } from '../testing/virtual-bench.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { recordOf } from './environment.ts';
import { type RunEvent, runUntil } from './run.ts';
import type { World } from './world.ts';

interface Setup {
  maxMs?: number;
  world?: Partial<World>;
  onEvent?: (event: RunEvent, controller: AbortController) => Promise<void> | void;
  clock?: VirtualClock;
  /** The connection, from 0, whose socket closes at its first call. */
  lost?: number;
}

/** Runs one workload on the virtual bench. */
async function runVirtual(
  options: PlanOptions,
  delayMs: (arm: string) => number,
  { maxMs = Infinity, world, onEvent, clock = new VirtualClock(), lost }: Setup = {},
) {
  // Every call a little longer than the one before, so that no two blocks are alike.
  let calls = 0;
  const behave: Behaviour = ({ arm, connection, socket }) => {
    if (connection === lost) socket.close(1006);
    return clock.sleep(delayMs(arm) + 1e-6 * (calls += 1));
  };
  const bench = virtualBench(clock, behave);
  const plan = makePlan(bench.study, { workloads: ['short'], ...options }, 7);
  const controller = new AbortController();
  const running = runUntil({
    study: bench.study,
    plan,
    origin: 'http://bench',
    world: { ...bench.world, ...world },
    signal: controller.signal,
    maxMs,
    onEvent: (event) => onEvent?.(event, controller),
  });
  return { plan, ...(await clock.drive(running)) };
}

describe('runUntil', () => {
  const alike = () => 2;
  const differs = (arm: string) => (arm === 'subject' ? 4 : 2);

  it('runs a fixed plan to its end, whatever it finds', async () => {
    const { blocks, end, plan } = await runVirtual({ rounds: 12 }, differs);
    expect(end).toEqual({ type: 'complete', because: 'rounds' });
    expect(blocks).toHaveLength(plan.blocks.length);
  });

  it('stops at the first planned look that decides everything', async () => {
    const { blocks, end, plan } = await runVirtual({ rounds: 40, rule: 'until-decided' }, differs);
    expect(end).toEqual({ type: 'complete', because: 'decided' });
    expect(blocks).toHaveLength((planLooks(40)[0] ?? 0) * plan.arms.length);
  });

  it('stops when its time is up, and that is no partial record', async () => {
    const { blocks, end, plan } = await runVirtual({ rounds: 40, rule: 'until-decided' }, alike, {
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
    let ended = 0;
    const { blocks, end } = await runVirtual({ rounds: 12 }, alike, {
      onEvent(event, controller) {
        if (event.type === 'block-ended') ended += 1;
        if (ended === 5) controller.abort();
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(blocks).toHaveLength(5);
  });

  it('does not count the time in which the page is hidden or the bench is awaited', async () => {
    const clock = new VirtualClock();
    const standStill = () => clock.sleep(100_000);
    let hidden = false;
    const { blocks, end, plan } = await runVirtual({ rounds: 40, rule: 'until-decided' }, alike, {
      clock,
      maxMs: 50_000,
      world: {
        presence: {
          get hidden() {
            return hidden;
          },
          onHide: () => () => undefined,
          async visible() {
            await standStill();
            hidden = false;
          },
        },
        async recover() {
          await standStill();
          return { ready: true };
        },
      },
      onEvent(event) {
        hidden ||= event.type === 'block-ended' && event.index === 2;
      },
      lost: 5,
    });
    expect(blocks.filter((block) => block.void === 'closed')).toHaveLength(1);
    expect(clock.now()).toBeGreaterThan(200_000);
    expect(end).not.toEqual({ type: 'complete', because: 'time' });
    expect(blocks.length).toBeGreaterThan(plan.arms.length);
  });

  it('goes on only when an event is dealt with', async () => {
    const clock = new VirtualClock();
    const log: string[] = [];
    await runVirtual({ rounds: 1 }, alike, {
      clock,
      async onEvent({ type }) {
        log.push(`${type} given`);
        await clock.sleep(10);
        log.push(`${type} taken`);
      },
    });
    expect(log.length).toBeGreaterThan(8);
    for (const [index, line] of log.entries()) {
      expect(line).toMatch(index % 2 === 0 ? / given$/ : / taken$/);
    }
  });

  it('closes the connection when dealing with an event fails, and fails the same', async () => {
    const clock = new VirtualClock();
    const bench = virtualBench(clock);
    const plan = makePlan(bench.study, { rounds: 1, workloads: ['long'] }, 7);
    const running = runUntil({
      study: bench.study,
      plan,
      origin: 'http://bench',
      world: bench.world,
      signal: new AbortController().signal,
      maxMs: Infinity,
      onEvent({ type }) {
        if (type === 'block-ended') throw new Error('cannot draw');
      },
    });
    await expect(clock.drive(running)).rejects.toThrow('cannot draw');
    expect(bench.closed).toHaveLength(1);
  });
});
