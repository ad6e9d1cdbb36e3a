/** Runs that are disturbed: by the reader, by the browser, and by a bench that goes away. */
import type { Page } from '@playwright/test';
import { rowsOfObjects } from '../../bench-workers/testing/rows.ts';
import { type LocalBench, startBench } from '../cli/shared/bench.ts';
import { expect } from './fixtures.ts';
import {
  expectAccessible,
  expectLostConnections,
  labOf,
  type LiveBenchPage,
  openLiveBench,
  reasonsIn,
  test,
} from './live-bench.ts';
import { testSite } from './site.ts';

const LITTLE = 'workloads=get-value&arms=lumenize/in-memory';
/** A run that does not end by itself while a test looks, of short sessions. */
const LONG = labOf(`${LITTLE}&length=300s`);
const GONE = /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|429|426|Failed to load resource/;

/** Begins a long run, and waits until some sessions of it are over. */
async function runSome(page: Page): Promise<LiveBenchPage> {
  const live = await openLiveBench(page, LONG);
  await live.part('run').click();
  await live.expectSessions(2);
  return live;
}

/** Has the pages find a bench with these settings in the place of the usual one. */
async function insteadOf(
  bench: LocalBench,
  vars: Record<string, string>,
  act: (other: LocalBench) => Promise<void>,
): Promise<void> {
  await bench.kill();
  const { root, origin, port } = testSite();
  const other = await startBench({ root, port: port + 1, allowedOrigins: [origin], vars });
  try {
    await act(other);
  } finally {
    await other.stop();
    await bench.restart();
  }
}

test('another tab waits for a run that is cancelled; one that is left asks first, and leaves nothing on the bench @run', async ({
  page,
  context,
  bench,
}) => {
  await insteadOf(bench, { IDLE_SECONDS: '3' }, async ({ disk }) => {
    const live = await runSome(page);
    const second = await openLiveBench(await context.newPage());
    await second.part('run').click();
    await second.expectState('failed');
    await expect(second.part('heading')).toHaveText('Another tab of this site is measuring');
    await live.part('cancel').click();
    await second.expectState('idle');
    await expect(second.slot('told')).toHaveText('The other tab has finished.');
    await expect(second.part('run')).toBeEnabled();
    await live.expectState('done');
    await expect(live.slot('facts')).toContainText('Cancelled after');
    await expect(live.part('tables').locator('table')).toBeVisible();
    expect((await live.download()).partial).toBe(true);

    await live.part('run').click();
    await live.expectSessions(1);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await live.expectState('running');
    await page.close();
    // A database that is just being written to cannot be read.
    const empty = async () => expect(await rowsOfObjects(disk)).toBe(0);
    await expect(empty).toPass({ timeout: 30_000 });
  });
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
  await expect(live.part('heading')).toHaveText('The benchmark server does not answer');
  await expect(live.part('heading')).toBeFocused();
  await expectAccessible(page);
  await bench.restart();

  await live.part('run').click();
  await live.expectSessions(2);
  await setHidden(page, true);
  await live.expectWaiting(/visible again/);
  await setHidden(page, false);
  const before = await live.sessions();
  await live.expectSessions(before + 1);
  await bench.kill();
  await live.expectWaiting(/stopped answering/);
  await bench.restart();
  await live.expectSessions(before + 3);
  await live.part('cancel').click();
  await live.expectState('done');
  const { sessions } = await live.download();
  const lost = sessions.filter((session) => !reasonsIn([session]).includes('hidden'));
  expectLostConnections(lost);
  const counted = sessions.filter(({ turns }) => turns.some((turn) => !turn.void));
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

test('a bench whose day is used up ends the run with what was measured @run', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(GONE);
  // A session takes four of them.
  const day = { objects: 13, messages: 1e6, rows: 1e6, seconds: 1e6 };
  const limits = { GATE: JSON.stringify({ dayParts: 1, day }) };
  await insteadOf(bench, limits, async () => {
    const live = await openLiveBench(page, LONG);
    await live.run();
    await expect(live.slot('facts')).toContainText(
      /^Ended early after .* was lost: .*all readers together have used today’s 13 objects; it opens again at \d/,
    );
    const record = await live.download();
    expect(record.partial).toBe(true);
    expect(record.sessions.filter(({ turns }) => turns.length > 0).length).toBeGreaterThan(1);
  });
});
