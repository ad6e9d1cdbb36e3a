import { startBench } from '../cli/shared/bench.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks } from './all-cases.ts';
import { labOf, type LiveBenchPage, openLiveBench } from './live-bench.ts';
import { testSite } from './site.ts';

const ARMS = 'raw-websocket/in-memory,lumenize/in-memory,capnweb/in-memory,twin';
const LITTLE = `workloads=get-value,echo-2500x8&arms=${ARMS}&rounds=2`;

async function run(live: LiveBenchPage) {
  await live.run();
  return live.download();
}

test('an address of the lab replays its plan, and so does the link below the result @run', async ({
  page,
}) => {
  const live = await openLiveBench(page, labOf(`${LITTLE}&seed=7`));
  const record = await run(live);
  expect(record).toMatchObject({
    seed: 7,
    plan: {
      ...{ rule: 'fixed', rounds: 2, workloads: ['get-value', 'echo-2500x8'] },
      arms: ARMS.split(','),
      loads: { 'echo-2500x8': { callsPerOperation: 8, bytesPerOperation: 40_000 } },
    },
  });
  await expect(live.part('tables').locator('table')).toHaveCount(2);
  const order = ({ sessions }: typeof record) =>
    sessions.map(({ workload, turns }) => [workload, turns.map(({ arm }) => arm)]);
  await live.part('plan-link').click();
  await expect(live.part('run')).toBeEnabled();
  const again = await run(live);
  expect([again.seed, again.plan]).toEqual([record.seed, record.plan]);
  expect(order(again)).toEqual(order(record));
});

test('the address follows the form, whose limits name what they leave out', async ({ page }) => {
  const live = await openLiveBench(page, '/lab/');
  const { element } = live;
  await element.getByText('More operations').click();
  for (const box of await element.locator('input[name="workload"]').all()) await box.check();
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
  await expect(live.slot('told')).toContainText('seed: got "-7", expected a whole number');
  await expect(element.locator('[data-part="run"]')).toBeDisabled();
  expect(new URL(page.url()).search).toBe(search);
});

test('the lab reaches a bench on another origin, and no other page does @run', async ({
  page,
  site,
  watched,
}) => {
  const bench = await startBench({
    ...{ root: testSite().root, port: 0, allowedOrigins: [site.origin] },
  });
  const { origin } = bench;
  try {
    watched.expectErrors(new RegExp(`^asked (http|ws)://${new URL(origin).host}/`));
    const live = await openLiveBench(page, labOf(`${LITTLE}&origin=${origin}`));
    // In a worker, as against the site's own.
    expect((await run(live)).environment).toMatchObject({ origin, thread: 'worker' });
    expect(await live.part('plan-link').getAttribute('href')).toContain(`&origin=${origin}`);
    watched.expectErrors(/Content Security Policy|violates the document/);
    await openLiveBench(page);
    const reached = await page.evaluate(
      (address) =>
        fetch(address).then(
          () => true,
          () => false,
        ),
      `${origin}/bench/about`,
    );
    expect(reached).toBe(false);
  } finally {
    await bench.stop();
  }
});

test('an address that cannot be read is named', async ({ page }) => {
  await page.goto('/lab/?workload=mixed');
  const live = page.locator('live-bench:visible');
  await expect(live.locator('[data-slot="told"]')).toContainText('got "workload=mixed"');
});

for (const { colorScheme, width } of looks) {
  test(`is accessible, ${colorScheme}, ${width} px wide, and nothing hangs over the edge`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await openLiveBench(page, labOf('workloads=mixed,echo-2500x8&origin=http://localhost:8788'));
    expect(await violations(page)).toEqual([]);
    await expectFits(page);
  });
}
