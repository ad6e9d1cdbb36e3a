import { startBench } from '../cli/shared/bench.ts';
import { readRecordFile } from '../cli/shared/files.ts';
import { driveLiveBench, type PageRun } from '../cli/shared/live-bench-driver.ts';
import { oneOfEach } from './all-cases.ts';
import { expect, test } from './fixtures.ts';
import { labOf, LiveBenchPage, openLiveBench, test as runningTest } from './live-bench.ts';
import { testSite } from './site.ts';

/** A little of the other studies that a page can run: one on a bench, at night both; and one in the page. */
const onBench = {
  streams: 'workloads=fan-out-20&arms=capnweb/callback,lumenize/downstream&rounds=1',
  'call-delay': 'workloads=calls-10&rounds=1',
};
const IN_PAGE =
  'workloads=echo&arms=capnweb/worker,kkrpc/frame,birpc/sandbox,comlink/frame-port&rounds=1';

/** A run as `measure --browser` asks for it. */
const asked: PageRun = {
  study: { id: 'lumenize-vs-capnweb' },
  ...{ workloads: ['get-value', 'echo-2500x8'], arms: ['lumenize/in-memory'] },
  length: { rule: 'fixed', rounds: 1 },
  seed: 7,
};

/** Runs what an address of the lab asks for, to a record in which nothing failed. */
async function runWhole(live: LiveBenchPage) {
  await live.run();
  await expect(live.part('tables').locator('table').first()).toBeVisible();
  const record = await live.download();
  const all = record.sessions.flatMap((session) => [...session.arms, ...session.turns]);
  expect(all.flatMap(({ detail }) => detail ?? [])).toEqual([]);
  return { ...record, turns: record.sessions.flatMap(({ turns }) => turns) };
}

runningTest(
  'the lab runs what measure --browser asks for, on a bench of another origin, replays its plan, and runs other studies @run',
  async ({ page, watched }) => {
    const site = testSite();
    const bench = await startBench({
      ...{ root: site.root, port: 0, allowedOrigins: [site.origin] },
    });
    const { origin } = bench;
    watched.expectErrors(new RegExp(`^asked (http|ws)://${new URL(origin).host}/`));
    try {
      const { signal } = new AbortController();
      const run = { ...asked, bench: origin };
      const { file = '' } = await driveLiveBench(page, site.origin, run, signal);
      const live = new LiveBenchPage(page);
      const record = await live.download();
      expect(await readRecordFile(file)).toEqual(record);
      expect(record).toMatchObject({
        seed: 7,
        environment: { origin, thread: 'worker', setting: 'workerd' },
        plan: {
          ...{ rule: 'fixed', rounds: 1, workloads: asked.workloads },
          arms: ['raw-websocket/in-memory', 'lumenize/in-memory', 'capnweb/in-memory', 'control'],
          loads: { 'echo-2500x8': { callsPerOperation: 8, bytesPerOperation: 40_000 } },
        },
      });
      expect(await live.part('plan-link').getAttribute('href')).toContain(`&origin=${origin}`);
      await live.part('plan-link').click();
      await expect(live.part('run')).toBeEnabled();
      const again = await runWhole(live);
      // Turns follow from the distance, which on a busy machine may look another time like far.
      const { turns: first, ...plan } = record.plan;
      const { turns: second, ...samePlan } = again.plan;
      expect([again.seed, samePlan]).toEqual([record.seed, plan]);
      expect(Object.keys(second)).toEqual(Object.keys(first));
      const order = record.sessions.flatMap(({ turns }) => turns.map(({ arm }) => arm));
      expect(again.turns.map(({ arm }) => arm)).toEqual(order);
      // No other page may ask it.
      watched.expectErrors(/Content Security Policy|violates the document/);
      await openLiveBench(page);
      const about = `${origin}/bench/about`;
      const asking = page.evaluate((address) => fetch(address).then(() => 'answered'), about);
      await expect(asking).rejects.toThrow('Failed to fetch');
    } finally {
      await bench.stop();
    }
    for (const [study, choices] of oneOfEach(Object.entries(onBench), () => 'bench')) {
      const { turns } = await runWhole(await openLiveBench(page, labOf(choices, study)));
      if (study !== 'streams') continue;
      for (const { readings } of turns) expect(readings).toMatchObject({ listeners: 20, lost: 0 });
    }
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    const inPage = await openLiveBench(page, labOf(IN_PAGE, 'page-to-worker'));
    const { environment } = await runWhole(inPage);
    expect(environment).toMatchObject({ setting: 'page', thread: 'page', accept: {} });
    expect([...origins]).toEqual([site.origin]);
  },
);

test('the address follows the form', async ({ page }) => {
  const live = await openLiveBench(page, '/lab/');
  const { element } = live;
  await element.getByRole('radio', { name: 'Rounds' }).check();
  await expect.poll(() => new URL(page.url()).search).toMatch(/&rounds=40$/);
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
    'The address names what this form does not have: workload=mixed.',
  );
});
