import { readFile } from 'node:fs/promises';
import { LONGEST, packFinding } from '../share/index.ts';
import { oldLinks } from '../share/testing/old-links.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { LiveBenchPage } from './live-bench.ts';
import { openLiveBench } from './open-live-bench.ts';
import { publishedFinding } from './published.ts';

test('a run is kept, and opened again from the list @run', async ({ page }) => {
  const live = await openLiveBench(page);
  await live.chooseLittle();
  await live.run();
  await expect(live.element.locator('[data-slot="kept"]')).toContainText('kept in this browser');
  const answers = await live.part('answers').textContent();
  await page.goto('/results/');
  const items = page.locator('my-results li:has(time)');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText('1 workload');
  await items.getByRole('link', { name: /^Open/ }).click();
  const kept = new LiveBenchPage(page);
  await kept.expectState('shared');
  await expect(page.getByRole('heading', { name: 'Your result' })).toBeVisible();
  await expect(kept.part('answers')).toHaveText(answers ?? '');
});

test('where the browser keeps nothing, the result stands and says so @run', async ({ page }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem.bind(localStorage);
    // Starlight’s own scripts do not survive it.
    Storage.prototype.setItem = (key, value) => {
      if (!key.startsWith('roundtrip')) return setItem(key, value);
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  const live = await openLiveBench(page);
  await live.chooseLittle();
  await live.run();
  await expect(live.element.locator('[data-slot="kept"]')).toContainText(
    'only the address of this page holds the result',
  );
  expect((await live.download()).plan.workloads).toEqual(['get-value']);
});

test('a link opens the result in another profile, which runs the same beside it @run', async ({
  page,
  browser,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  const live = await openLiveBench(page, '?seed=7');
  await live.chooseLittle();
  await live.run();
  await live.part('link').click();
  await expect(live.element.locator('[data-slot="note"]')).toContainText('Copied');
  await live.unfoldResult();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/result\/#r=2\./);
  expect(link.length).toBeLessThan(6000);
  const sentence = await live.part('answers').locator('[data-slot="sentence"]').first().innerText();

  const [figure] = await Promise.all([page.waitForEvent('download'), live.part('svg').click()]);
  const svg = await readFile(await figure.path(), 'utf8');
  expect(svg).not.toContain('var(');
  const named = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
    const inside = (name: string) => drawing.querySelector(`svg > ${name}`)?.textContent;
    return { title: inside('title'), desc: inside('desc') };
  }, svg);
  expect(named.title).toBe(sentence);
  expect(named.desc).toContain(site.origin);
  await live.part('propose').click();
  await expect(live.part('entry-text')).toHaveValue(
    /^---\nstudy: "lumenize-vs-capnweb"\nplace: \d/,
  );
  // The site under test has no repository.
  await expect(live.element.getByText('Report a problem')).toHaveCount(0);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  const sockets: string[] = [];
  theirs.on('websocket', (socket) => sockets.push(socket.url()));
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: /^Somebody’s result/ })).toBeVisible();
  const own = new LiveBenchPage(theirs);
  await own.expectState('shared');
  const panel = own.part('result');
  await expect(panel).toContainText(sentence.replace('From here', 'From there'));
  await expect(panel.locator('svg').first()).toBeVisible();
  expect(sockets).toEqual([]);
  await panel.getByRole('button', { name: 'Run the same from here' }).click();
  await own.expectState('done');
  const key = own.part('key');
  for (const whose of ['Quoted', 'Measured here', 'Theirs', 'Yours']) {
    await expect(key).toContainText(whose);
  }
  expect(await own.download()).toMatchObject({
    seed: 7,
    plan: { rule: 'fixed', rounds: 2, workloads: ['get-value'] },
  });
  await other.close();
});

const publishedLink = () => packFinding(publishedFinding());

test('a link that was made before is opened', async ({ page }) => {
  const [old] = oldLinks;
  await page.goto(`/result/#r=${old?.text}`);
  await expect(page.getByRole('heading', { name: /^Somebody’s result/ })).toBeVisible();
  await expect(new LiveBenchPage(page).part('origin')).toContainText('23 November 2026');
});

test.describe('a link to a result', () => {
  for (const width of [1280, 390]) {
    test(`is shown whole at ${width} px, and sends nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/result/#r=${await publishedLink()}`);
      const panel = page.locator('live-bench:visible [data-part="result"]');
      await expect(panel).toContainText('From there');
      await expect(panel).toContainText('Measured here');
      await expect(panel.locator('svg').first()).toBeVisible();
      await expectFits(page);
      if (width === 390) expect(await violations(page)).toEqual([]);
    });
  }

  test('that is damaged or foreign gets a message and shows no result', async ({ page }) => {
    const sound = await publishedLink();
    expect(sound.length).toBeLessThanOrEqual(LONGEST);
    await page.goto('/result/');
    await expect(page.locator('shared-result')).toHaveAttribute('data-state', 'none');
    const fragments = [
      `own=${sound.slice(0, -1)}`,
      `r=${sound.slice(0, -1)}`,
      `r=${sound.slice(0, 200)}`,
      `r=3${sound.slice(1)}`,
      'r=',
      'r=2.',
      'r=1.',
      'r=%3Cscript%3Ealert(1)%3C/script%3E',
      'r=1.<img src=x onerror=alert(1)>',
      'mine=1',
      'https://example.org/',
      '__proto__=1',
    ];
    for (const fragment of fragments) {
      await page.evaluate((hash) => (location.hash = hash), `#${fragment}`);
      await expect(page.getByRole('alert'), fragment).toContainText(
        /damaged|no link to a result|cannot read/,
      );
      await expect(page.locator('live-bench:visible')).toHaveCount(0);
      await page.evaluate(() => (location.hash = ''));
      await expect(page.locator('shared-result')).toHaveAttribute('data-state', 'none');
    }
  });
});
