import { startBench } from '../cli/shared/bench.ts';
import { expect, test } from './fixtures.ts';
import { labOf, type LiveBenchPage, openLiveBench, test as runningTest } from './live-bench.ts';
import { testSite } from './site.ts';

/** A little of each study that a page can run. */
const little = {
  'lumenize-vs-capnweb':
    'workloads=get-value,echo-2500x8&arms=raw-websocket/in-memory,lumenize/in-memory,capnweb/in-memory,twin&rounds=2&seed=7',
  streams: 'workloads=fan-out-20&arms=capnweb/callback,trpc/websocket,lumenize/downstream&rounds=1',
  'call-delay': 'workloads=calls-10&rounds=1',
  'page-to-worker':
    'workloads=echo&arms=capnweb/worker,kkrpc/frame,birpc/sandbox,comlink/frame-port&rounds=2',
};

/** Runs what an address of the lab asks for, to a record in which nothing failed. */
async function run(live: LiveBenchPage) {
  await live.run();
  await expect(live.part('tables').locator('table').first()).toBeVisible();
  const record = await live.download();
  const all = record.sessions.flatMap((session) => [...session.arms, ...session.turns]);
  expect(all.flatMap(({ detail }) => detail ?? [])).toEqual([]);
  return { ...record, turns: record.sessions.flatMap(({ turns }) => turns) };
}

runningTest(
  'the lab runs each study, against a bench on another origin too, and replays a plan @run',
  async ({ page, watched }) => {
    const site = testSite();
    const bench = await startBench({
      ...{ root: site.root, port: 0, allowedOrigins: [site.origin] },
    });
    const { origin } = bench;
    watched.expectErrors(new RegExp(`^asked (http|ws)://${new URL(origin).host}/`));
    try {
      const choices = `${little['lumenize-vs-capnweb']}&origin=${origin}`;
      const live = await openLiveBench(page, labOf(choices));
      const record = await run(live);
      expect(record).toMatchObject({
        seed: 7,
        environment: { origin, thread: 'worker' },
        plan: {
          ...{ rule: 'fixed', rounds: 2, workloads: ['get-value', 'echo-2500x8'] },
          loads: { 'echo-2500x8': { callsPerOperation: 8, bytesPerOperation: 40_000 } },
        },
      });
      expect(await live.part('plan-link').getAttribute('href')).toContain(`&origin=${origin}`);
      await live.part('plan-link').click();
      await expect(live.part('run')).toBeEnabled();
      const again = await run(live);
      expect([again.seed, again.plan]).toEqual([record.seed, record.plan]);
      expect(again.turns.map(({ arm }) => arm)).toEqual(record.turns.map(({ arm }) => arm));
      // No other page may ask it.
      watched.expectErrors(/Content Security Policy|violates the document/);
      await openLiveBench(page);
      const asking = page.evaluate(
        (address) => fetch(address).then(() => 'answered'),
        `${origin}/bench/about`,
      );
      await expect(asking).rejects.toThrow('Failed to fetch');
    } finally {
      await bench.stop();
    }
    const streams = await run(await openLiveBench(page, labOf(little.streams, 'streams')));
    expect(new Set(streams.turns.map(({ arm }) => arm)).size).toBe(6);
    for (const { readings } of streams.turns)
      expect(readings).toMatchObject({ listeners: 20, lost: 0 });
    await run(await openLiveBench(page, labOf(little['call-delay'], 'call-delay')));
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    const inPage = await openLiveBench(page, labOf(little['page-to-worker'], 'page-to-worker'));
    const { environment } = await run(inPage);
    expect(environment).toMatchObject({ setting: 'page', thread: 'page', accept: {} });
    expect([...asked]).toEqual([site.origin]);
  },
);

test('the address follows the form, whose limits name what they leave out', async ({ page }) => {
  const live = await openLiveBench(page, '/lab/');
  const { element } = live;
  await element.getByText('More operations').click();
  for (const box of await element.locator('input[type="checkbox"][name="workloads"]').all())
    await box.check();
  await expect(live.slot('told')).toContainText('Left out, to stay within a minute and 20\u00a0MB');
  await element.getByRole('checkbox', { name: 'Allow more' }).check();
  await expect(live.slot('told')).not.toContainText('Left out');
  await element.getByRole('radio', { name: 'Rounds' }).check();
  await expect.poll(() => new URL(page.url()).search).toMatch(/&rounds=40&limit=none$/);
  const { search } = new URL(page.url());
  await page.reload();
  await expect(element.getByRole('radio', { name: 'Rounds' })).toBeChecked();
  await element.getByText('Advanced').click();
  await element.locator('[name="seed"]').fill('-7');
  await expect(live.slot('told')).toContainText('Seed of the order: ');
  await expect(element.locator('[data-part="run"]')).toBeDisabled();
  expect(new URL(page.url()).search).toBe(search);
});

test('an address that cannot be read is named', async ({ page }) => {
  await page.goto('/lab/?workload=mixed');
  const live = page.locator('live-bench:visible');
  await expect(live.locator('[data-slot="told"]')).toContainText(
    'got "workload=mixed", expected names',
  );
});
