/** A little of every study whose other ends are not those of calls: a run is whole, and answers what was asked. */
import { expect, test } from './fixtures.ts';
import { expectAccessible, labOf, openLiveBench } from './live-bench.ts';

const cases = [
  {
    study: 'streams',
    choices:
      'workloads=fan-out-20&arms=capnweb/callback,trpc/websocket,lumenize/downstream&rounds=1',
    arms: 6,
    readings: { listeners: 20, lost: 0 },
  },
  { study: 'call-delay', choices: 'workloads=burst-10&rounds=1', arms: undefined },
  {
    study: 'page-to-worker',
    choices: 'workloads=echo&arms=capnweb/worker,kkrpc/frame,birpc/sandbox,comlink/port&rounds=2',
    arms: undefined,
    environment: { setting: 'page', thread: 'page', accept: {} },
  },
] as const;

for (const { study, choices, arms, ...expected } of cases) {
  test(`${study} @run`, async ({ page, site }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    const live = await openLiveBench(page, labOf(choices, study));
    await live.run();
    await expectAccessible(page);
    await expect(live.part('tables').locator('table').first()).toBeVisible();
    const { sessions, environment } = await live.download();
    const all = sessions.flatMap((session) => [...session.arms, ...session.turns]);
    expect(all.flatMap(({ detail }) => detail ?? [])).toEqual([]);
    const turns = sessions.flatMap((session) => session.turns);
    if (arms !== undefined) expect(new Set(turns.map(({ arm }) => arm)).size).toBe(arms);
    if ('readings' in expected) {
      for (const { readings } of turns) expect(readings).toMatchObject(expected.readings);
    }
    if (!('environment' in expected)) return;
    expect(environment).toMatchObject(expected.environment);
    expect(new Set(asked)).toEqual(new Set([site.origin]));
  });
}
