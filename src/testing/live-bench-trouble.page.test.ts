/** Runs that are disturbed: by the reader, by the browser, and by a bench that goes away. */
import type { Page } from '@playwright/test';
import { rowsOfObjects } from '../../bench-workers/testing/rows.ts';
import { discarded } from '../core/testing/fixture.ts';
import { readRecordFile } from '../cli/shared/files.ts';
import { driveLiveBench, type PageRun } from '../cli/shared/live-bench-driver.ts';
import { expect } from './fixtures.ts';
import { expectAccessible, labOf, LiveBenchPage, openLiveBench, test } from './live-bench.ts';
import { testSite } from './site.ts';

/** A run that does not end by itself while a test looks. A longer one warms up for longer on a busy machine. */
const LONG = labOf('workloads=get-value&arms=lumenize/in-memory&length=60s');
const GONE = /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|429|426|Failed to load resource/;

// A test waits until the objects that it left are gone.
test.use({ benchVars: { IDLE_SECONDS: '5' } });

/** A run as `measure --browser` asks for it; long enough that only Ctrl-C ends it. */
const asked: PageRun = {
  study: { id: 'lumenize-vs-capnweb' },
  ...{ workloads: ['get-value'], arms: ['lumenize/in-memory'] },
  length: { rule: 'time', budgetMs: 60_000 },
  seed: 7,
};

test('another tab waits for a run that Ctrl-C cancels; one that is left asks first, and leaves nothing on the bench @run', async ({
  page,
  context,
  bench,
}) => {
  const live = new LiveBenchPage(page);
  const interrupt = new AbortController();
  const driven = driveLiveBench(page, testSite().origin, asked, interrupt.signal);
  await live.expectSessions(1);
  const second = await openLiveBench(await context.newPage());
  await second.part('run').click();
  await second.expectState('failed');
  await expect(second.slot('who')).toHaveText('Another tab of this site is measuring.');
  interrupt.abort();
  const { file = '' } = await driven;
  expect(await readRecordFile(file)).toMatchObject({ partial: true });
  await expect(live.slot('told')).toContainText('stopped after');
  await expect(live.part('tables').locator('table')).toBeVisible();
  await second.expectState('idle');
  await expect(second.slot('told')).toHaveText('The other tab has finished.');
  await expect(second.part('run')).toBeEnabled();

  await live.part('run').click();
  await live.expectSessions(1);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await live.expectState('running');
  await page.close();
  // A database that is just being written to cannot be read.
  const empty = async () => expect(await rowsOfObjects(bench.disk)).toBe(0);
  await expect(empty).toPass({ timeout: 30_000 });
});

test('a bench that does not answer is told of; a hidden page and a bench that is killed cost a session, not the run @run', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(GONE);
  const live = await openLiveBench(page, LONG);
  await bench.kill();
  await live.part('run').click();
  await live.expectState('failed');
  await expect(live.slot('who')).toHaveText('The benchmark server does not answer.');
  await expect(live.part('told')).toBeFocused();
  await expectAccessible(page);
  await bench.restart();

  await live.part('run').click();
  await live.expectSessions(1);
  await setHidden(page, true);
  await live.expectWaiting(/visible again/);
  await setHidden(page, false);
  const before = await live.sessions();
  await live.expectSessions(before + 1);
  await bench.kill();
  await live.expectWaiting(/stopped answering/);
  await bench.restart();
  // Besides those that were hidden, lost their bench, or found none yet.
  await live.expectSessions(before + 5);
  await live.part('cancel').click();
  await live.expectState('done');
  const { sessions } = await live.download();
  const others = discarded({ sessions }).filter(({ reason }) => reason !== 'hidden');
  expect(others).not.toEqual([]);
  // A call made after the end and before the event that tells of it fails by itself.
  const lost = /^(closed|connect|stalled): |^error: .*(closed|failed|not open)/i;
  for (const { reason, detail } of others) expect(`${reason}: ${detail}`).toMatch(lost);
  const counted = sessions.filter(({ turns }) => turns.some((turn) => !turn.discardedBecause));
  expect(counted.length).toBeGreaterThan(1);
});

/** What a browser does when its tab goes to the back; Playwright keeps every tab in front. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (value ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
