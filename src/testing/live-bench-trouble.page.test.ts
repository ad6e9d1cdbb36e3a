import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectLostConnections, type LiveBenchPage, reasonsIn } from './live-bench.ts';
import { expectAccessible, openLiveBench, withoutWorkers } from './open-live-bench.ts';

test('a bench that is killed and comes back costs a session, not the run', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/);
  const live = await openLiveBench(page);
  await live.chooseOnly(/^Sequential getValue/);
  await live.chooseRounds(100);
  await live.part('run').click();
  await live.expectSessions(2);
  await bench.kill();
  await live.expectState('waiting');
  await bench.restart();
  await live.expectState('done');
  const record = await live.download();
  expect(record.partial).toBeUndefined();
  const counted = record.sessions.filter(({ turns }) => turns.some((turn) => !turn.void));
  expect(counted.length).toBeGreaterThan(2);
  expectLostConnections(record.sessions);
  await expect(live.part('discarded')).toContainText(/closed|open|connect/);
});

test('a bench that stays away ends the run with what was measured', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/);
  // Time runs by itself in the page; the minute of waiting is skipped, not waited for.
  await page.clock.install();
  await withoutWorkers(page);
  const little = '?workloads=get-value&arms=lumenize/in-memory&length=300s';
  const live = await openLiveBench(page, little);
  await live.part('run').click();
  await live.expectSessions(3);
  await bench.kill();
  await live.expectState('waiting');
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return live.element.getAttribute('data-state');
    })
    .toBe('done');
  await expect(live.part('result-heading')).toContainText(/^ *Your result, after/);
  await bench.restart();
});

test.describe('without a worker the run happens on the page, and says so:', () => {
  async function expectOnPage(live: LiveBenchPage, because: string): Promise<void> {
    await live.chooseLittle();
    await live.run();
    await expect(live.part('notices')).toContainText(`ran on the page itself, because ${because}`);
    await expect(live.part('facts')).toContainText('the page’s own');
    const record = await live.download();
    expect(record.environment.thread).toBe('page');
    expect(record.sessions).toHaveLength(2);
  }

  test('the browser has none', async ({ page }) => {
    await withoutWorkers(page);
    await expectOnPage(await openLiveBench(page), 'this browser has no workers');
  });

  test('its file does not arrive', async ({ page, watched }) => {
    watched.expectErrors(/ERR_FAILED|Failed to load resource/);
    await page.route(/\/worker-[^/]*\.js/, (route) => route.abort());
    await expectOnPage(await openLiveBench(page), 'its worker could not be loaded');
  });
});

test('a hidden page costs a turn at most and pauses the run until it is seen again', async ({
  page,
}) => {
  const live = await openLiveBench(page, '?arms=lumenize/in-memory');
  await live.part('run').click();
  await live.expectSessions(2);
  await setHidden(page, true);
  await live.expectState('waiting');
  await expect(live.part('status')).toContainText(/hidden|visible/);
  await setHidden(page, false);
  await live.expectState('running');
  await live.part('cancel').click();
  await live.expectState('done');
  const record = await live.download();
  // None where it was hidden between two turns.
  expect(['', 'hidden']).toContain(reasonsIn(record.sessions).join());
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

test.describe('a failure has its own words and a way on:', () => {
  test('the bench does not answer', async ({ page, bench, watched }) => {
    watched.expectErrors(/ERR_CONNECTION_REFUSED|Failed to load resource/);
    const live = await openLiveBench(page);
    await live.chooseLittle();
    await bench.kill();
    await live.part('run').click();
    await live.expectState('failed');
    await expect(live.part('failure')).toHaveAttribute('data-kind', 'unreachable');
    await expect(live.part('failure-heading')).toBeFocused();
    await expectAccessible(page);
    await bench.restart();
    await live.part('retry').click();
    await live.expectState('done');
  });

  test('WebSockets are blocked', async ({ page, watched }) => {
    // Asked why over plain HTTP, the bench says that it expects an upgrade.
    watched.expectErrors(/WebSocket|426/);
    await withoutWorkers(page);
    // What a proxy does that lets HTTP through and cuts everything else.
    await page.routeWebSocket(/.*/, (socket) => void socket.close({ code: 1011 }));
    const live = await openLiveBench(page);
    await live.part('run').click();
    await live.expectState('failed');
    await expect(live.part('failure')).toHaveAttribute('data-kind', 'blocked');
  });

  test('the bench refuses more connections', async ({ page, bench, site, watched }) => {
    watched.expectErrors(/WebSocket|429|426|Failed to load resource/);
    const { startBench } = await import('../cli/shared/bench.ts');
    await bench.kill();
    const limited = await startBench({
      root: site.root,
      port: bench.port,
      allowedOrigins: [site.origin],
      vars: { GATE: '{"page":{"sockets":0}}' },
    });
    try {
      const live = await openLiveBench(page);
      await live.part('run').click();
      await live.expectState('failed');
      await expect(live.part('failure')).toHaveAttribute('data-kind', 'refused');
      await expect(live.part('failure')).toContainText('your address has 0 sockets open');
      await expect(live.part('failure')).toContainText(/again after \d.*npm install and npm start/);
    } finally {
      await limited.stop();
      await bench.restart();
    }
  });

  test('an operation that stalls is reported, and the run goes on', async ({ page, watched }) => {
    watched.expectErrors(/426/);
    await withoutWorkers(page);
    let sockets = 0;
    // A network that swallows the first answer to a call in one session of the run.
    await page.routeWebSocket(/lumenize\/hibernating/, (socket) => {
      const server = socket.connectToServer();
      sockets += 1;
      let swallows = sockets === 1;
      server.onMessage((message) => {
        if (swallows && String(message).includes('"batch"')) swallows = false;
        else socket.send(message);
      });
    });
    const live = await openLiveBench(page);
    await live.chooseLittle();
    await live.run();
    const record = await live.download();
    expect(reasonsIn(record.sessions)).toEqual(['stalled']);
    const after = record.sessions.at(-1);
    expect(after?.turns.some(({ arm }) => arm === 'lumenize/hibernating')).toBe(true);
    await expect(live.part('discarded')).toContainText('got no answer within 10000 ms');
  });

  test('the browser has no WebSocket', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'WebSocket');
    });
    const live = await openLiveBench(page);
    await live.part('run').click();
    await live.expectState('failed');
    await expect(live.part('failure')).toHaveAttribute('data-kind', 'no-websocket');
  });
});
