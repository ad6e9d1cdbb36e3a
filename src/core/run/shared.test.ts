import { describe, expect, it } from 'vitest';
import { type Study, workloadOrder } from '../plan/index.ts';
import { spentMs } from '../statistics/index.ts';
import type { Tally } from '../testing/virtual-bench.ts';
import { runVirtual, type Setup } from '../testing/virtual-run.ts';

/** Both workloads, and one more that needs connections of its own. */
const sharing = (study: Study<Tally>): Study<Tally> => ({
  ...study,
  workloads: [
    ...study.workloads.map((workload) => ({ ...workload, leaves: (done: number) => done })),
    { ...study.workloads[1]!, id: 'alone' },
  ],
});
const workloads = ['short', 'long', 'alone'];
const timed: Setup = {
  study: sharing,
  options: { workloads, length: { rule: 'time', budgetMs: 6000 } },
};

describe('workloads that share connections', () => {
  it('have them one after the other, in an order that the seed replays', async () => {
    const { sessions, plan, opened, end } = await runVirtual(timed);
    expect(end).toEqual({ kind: 'complete', why: 'time' });
    const openings = Map.groupBy(sessions, ({ opening }) => opening);
    const alone = openings.get(undefined) ?? [];
    openings.delete(undefined);
    expect(new Set(alone.map(({ workload }) => workload))).toEqual(new Set(['alone']));
    expect([...openings.keys()]).toEqual(Array.from({ length: openings.size }, (_, at) => at));
    for (const [opening = 0, shared] of openings) {
      const order = workloadOrder(plan, opening).filter((id) => id !== 'alone');
      expect(shared.map(({ workload }) => workload)).toEqual(order);
      // Their connections were opened once, in the first of them.
      const [first, second] = shared;
      expect(first?.openUs).toBeGreaterThanOrEqual(5000);
      expect(second?.openUs).toBeLessThan(5000);
      expect(second?.arms[0]?.connectUs).toBe(first?.arms[0]?.connectUs);
    }
    expect(new Set([...openings.values()].map(([first]) => first?.workload)).size).toBe(2);
    expect(opened).toHaveLength(4 * (openings.size + alone.length));
    expect(spentMs(sessions)).toBeLessThanOrEqual(6000);
    const spent = workloads.map((id) => spentMs(sessions.filter((each) => each.workload === id)));
    expect(Math.min(...spent)).toBeGreaterThan(0.7 * Math.max(...spent));
  });

  it('are each checked by what those before them left', async () => {
    const right = await runVirtual(timed);
    const reasons = right.sessions.flatMap(({ arms }) => arms.flatMap((arm) => arm.void ?? []));
    expect(reasons).toEqual([]);
    // A call that is lost shows in the workload that lost it, and no other follows on those connections.
    let lost = false;
    const { sessions } = await runVirtual({
      ...timed,
      behave({ arm, connection }, hands) {
        if (lost || arm !== 'subject' || connection !== 2 || hands.workload() !== 'long') return;
        lost = true;
        return 'lose';
      },
    });
    const first = sessions.filter(({ opening }) => opening === 0);
    expect(first.at(-1)?.workload).toBe('long');
    for (const { workload, arms } of first) {
      const subject = arms.find(({ arm }) => arm === 'subject');
      expect(subject?.void).toBe(workload === 'long' ? 'check' : undefined);
    }
  });

  it('warm up once on each connection where a round takes most of a session', async () => {
    const { sessions } = await runVirtual({
      ...timed,
      options: { workloads: ['short', 'long'], length: { rule: 'time', budgetMs: 6000 } },
      behave: (_call, { clock }) => clock.sleep(20),
    });
    const openings = Map.groupBy(sessions, ({ opening }) => opening);
    expect(openings.size).toBeGreaterThan(3);
    for (const [opening, shared] of openings) {
      const warmed = shared.map(({ arms }) => arms.every(({ warmUp }) => warmUp > 0));
      const cold = shared.map(({ arms }) => arms.every(({ warmUp }) => warmUp === 0));
      // In the first of all, neither has run before.
      expect(warmed).toEqual([true, opening === 0]);
      expect(cold).toEqual([false, opening !== 0]);
    }
  });

  it('leave their time to the others once they are decided', async () => {
    const { sessions, looks } = await runVirtual({
      study: sharing,
      options: { workloads: ['short', 'long'], length: { rule: 'until-decided' } },
      plan: { budgetMs: 6000, moreMs: 2000 },
      behave: ({ arm, connection }, hands) =>
        hands.clock.sleep(
          hands.workload() === 'short'
            ? (arm === 'subject' ? 4 : 2) + (connection % 7) / 1000
            : 2 + ((connection * 7919) % 13) / 10,
        ),
    });
    expect(Object.keys(looks[1]?.workloads ?? {})).toEqual(['long']);
    const half = (looks[0]?.workloads.short ?? 0) + (looks[0]?.workloads.long ?? 0);
    for (const { workload, opening } of sessions.slice(half)) {
      expect([workload, opening]).toEqual(['long', undefined]);
    }
  });
});
