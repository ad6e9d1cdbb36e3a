import { expect, it } from 'vitest';
import { virtualBench, VirtualClock } from '../testing/virtual-bench.ts';
import { only, runVirtual } from '../testing/virtual-run.ts';
import { TrafficMeter } from './meters.ts';
import { openSeveral } from './session.ts';

it('shares callers out among connections to one object, which all have as many calls under way', async () => {
  const underWay = new Map<number, number>();
  const most = new Map<number, number>();
  const { sessions, plan, opened, closed } = await runVirtual({
    study: only({
      concurrency: 6,
      connections: 3,
      wrong: () => undefined,
      check: () => Promise.resolve(undefined),
    }),
    async behave({ connection, index }, { clock }) {
      const now = (underWay.get(connection) ?? 0) + 1;
      underWay.set(connection, now);
      most.set(connection, Math.max(now, most.get(connection) ?? 0));
      await clock.sleep(1 + ((connection + index) % 4));
      underWay.set(connection, (underWay.get(connection) ?? 0) - 1);
    },
  });
  expect(plan.loads).toEqual({ short: { concurrency: 6, connections: 3 } });
  expect([...most.values()]).toEqual(opened.map(() => 2));
  expect(new Set(closed)).toEqual(new Set(opened));
  const objects = Map.groupBy(opened, ({ url }) => url);
  expect(objects.size).toBe(sessions.length * plan.arms.length);
  for (const turn of sessions.flatMap(({ turns }) => turns)) {
    expect(turn.frames.out).toBe(turn.samplesUs.length);
  }
});

it('closes those that are open if one is refused', async () => {
  const clock = new VirtualClock();
  const { study, world, closed, refuse } = virtualBench(clock);
  const one = await study.arms[0]?.load();
  let asked = 0;
  refuse(() => (asked += 1) === 3);
  const opening = { ...world.ends, object: 'one', meter: new TrafficMeter(), deadlineMs: 1000 };
  const open = openSeveral(one ?? expect.fail('the virtual bench has no arm'), 4);
  await expect(clock.drive(open(opening))).rejects.toThrow('refused');
  expect(closed).toHaveLength(2);
});
