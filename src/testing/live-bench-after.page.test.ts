/** What is there of a run beside it and after it: its result on the page, and other tabs of the site. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { LiveBenchPage } from './live-bench.ts';
import { expectAccessible, openLiveBench, withQuickClock } from './open-live-bench.ts';

const LITTLE = '?workloads=get-value&arms=lumenize/in-memory&rounds=2';

/** Waits until the address of the page holds its result. */
const expectKept = (page: Page) => expect(page).toHaveURL(/#own=2\./);

test('a finished result is still there after a reload, and on the way back', async ({ page }) => {
  const live = await openLiveBench(page, LITTLE);
  await live.run();
  await expectKept(page);
  const answers = await live.part('answers').textContent();
  const expectSame = async (again: LiveBenchPage) => {
    await again.expectState('shared');
    await expect(again.part('answers')).toHaveText(answers ?? '');
  };
  await page.reload();
  await expectSame(live);
  await expectAccessible(page);
  await page.goto('/results/');
  await page.goBack();
  await expectSame(live);
  // Who goes on to something else has left it.
  await live.part('same').click();
  await live.expectState('done');
  await live.part('change').click();
  await expect(page).not.toHaveURL(/#/);
  await page.reload();
  await live.expectState('idle');
});

test('a second tab says that another one measures, waits for it, and can be cancelled', async ({
  page,
  context,
}) => {
  const first = await openLiveBench(page, LITTLE.replace('rounds=2', 'length=300s'));
  await first.part('run').click();
  await first.expectSessions(1);
  const second = await openLiveBench(await context.newPage(), LITTLE);
  const wait = second.part('retry');
  await second.part('run').click();
  await second.expectState('failed');
  await expect(second.part('failure')).toHaveAttribute('data-kind', 'busy');
  await expect(second.part('failure')).toContainText('Another tab of this site is measuring');
  await expectAccessible(second.page);
  await wait.click();
  await expect(second.part('status')).toContainText('Waiting until the run in another tab');
  await second.part('cancel').click();
  await second.expectState('idle');
  await second.part('run').click();
  await second.expectState('failed');
  await wait.click();
  await second.expectState('starting');
  await first.part('cancel').click();
  await first.expectState('done');
  await second.expectState('done');
  // Nobody is in the way any more.
  await first.part('again').click();
  await first.expectState('running');
});

test('a damaged result in the address is told of, and the page is as new', async ({ page }) => {
  const live = await openLiveBench(page, `${LITTLE}#own=2.damaged`);
  const told = page.locator('live-bench [data-slot="address"]');
  await expect(told).toContainText('cannot be shown. This link is damaged');
  await live.expectState('idle');
  await page.reload();
  await expect(told).toHaveText('');
});

test('a run that is undecided can be kept going', async ({ page }) => {
  // A clock so quick that its time is over after too few sessions for an interval.
  withQuickClock(page, 5000);
  const live = await openLiveBench(page, '?workloads=cold&arms=lumenize/in-memory');
  // By how long a file of the page took to come, which on a busy machine is long for one that is near.
  await expect(live.part('estimate')).toContainText(/At most (18|32|60).s and/);
  await live.run();
  const record = await live.download();
  expect(record.plan.rule).toBe('until-decided');
  expect(record.looks.length).toBeGreaterThan(0);
  await expect(live.part('go-on')).toContainText(/Keep going measures for about 30.s more\./);
  // With that clock it is over before anybody asks whether it runs.
  const ran = live.element.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const watching = new MutationObserver(() => {
          if (element.getAttribute('data-state') !== 'running') return;
          watching.disconnect();
          resolve();
        });
        watching.observe(element, { attributes: true });
      }),
  );
  await live.part('keep-going').click();
  await ran;
  await live.expectState('done');
  const longer = await live.download();
  expect(longer.sessions.length).toBeGreaterThan(record.sessions.length);
  expect(longer.sessions.slice(0, record.sessions.length)).toEqual(record.sessions);
  expect(longer.looks).toHaveLength(record.looks.length + 1);
  expect(longer.looks.at(-1)?.atMs).toBeGreaterThan(record.looks.at(-1)?.atMs ?? 0);
});
