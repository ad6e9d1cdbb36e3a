import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectAccessible,
  expectLostConnections,
  labOf,
  openLiveBench,
  reasonsIn,
  withoutWorkers,
} from './live-bench.ts';

const LITTLE = 'workloads=get-value&arms=lumenize/in-memory';
const GONE = /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/;

test('a bench that is killed and comes back costs a session, not the run', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(GONE);
  const live = await openLiveBench(page, labOf(`${LITTLE}&rounds=100`));
  await live.part('run').click();
  await live.expectSessions(2);
  await bench.kill();
  await live.expectWaiting(/stopped answering/);
  await bench.restart();
  await live.expectState('done');
  const record = await live.download();
  expect(record.partial).toBeUndefined();
  const counted = record.sessions.filter(({ turns }) => turns.some((turn) => !turn.void));
  expect(counted.length).toBeGreaterThan(2);
  expectLostConnections(record.sessions);
});

test('a bench that stays away ends the run with what was measured', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(GONE);
  // Time runs by itself in the page; the minute of waiting is skipped, not waited for.
  await page.clock.install();
  await withoutWorkers(page);
  const live = await openLiveBench(page, labOf(`${LITTLE}&length=300s`));
  await live.part('run').click();
  await live.expectSessions(3);
  await bench.kill();
  await live.expectWaiting(/stopped answering/);
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return live.element.getAttribute('data-state');
    })
    .toBe('done');
  await expect(live.slot('facts')).toContainText(/^Ended early after .* was lost: /);
  expect((await live.download()).environment.thread).toBe('page');
  await bench.restart();
});

test('a hidden page costs a turn at most and pauses the run until it is seen again', async ({
  page,
}) => {
  const live = await openLiveBench(page, labOf(`${LITTLE}&length=300s`));
  await live.part('run').click();
  await live.expectSessions(2);
  await setHidden(page, true);
  await live.expectWaiting(/visible again/);
  await setHidden(page, false);
  await live.expectSessions(3);
  await live.part('cancel').click();
  await live.expectState('done');
  // None where it was hidden between two turns.
  expect(['', 'hidden']).toContain(reasonsIn((await live.download()).sessions).join());
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

test('a bench that does not answer is told of, and Run tries again', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(GONE);
  const live = await openLiveBench(page, labOf(`${LITTLE}&rounds=2`));
  await bench.kill();
  await live.part('run').click();
  await live.expectState('failed');
  await expect(live.part('heading')).toHaveText('The benchmark server does not answer');
  await expect(live.part('heading')).toBeFocused();
  await expectAccessible(page);
  await bench.restart();
  await live.run();
});
