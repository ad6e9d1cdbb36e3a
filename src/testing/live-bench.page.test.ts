import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { makePlan } from '../harness/plan.ts';
import type { MeasuredRecord } from '../harness/record.ts';
import { planLooks } from '../harness/statistics-looks.ts';
import { TWIN, type Study } from '../harness/study.ts';
import { counterAt } from './count.ts';
import { expect, test } from './fixtures.ts';
import { LiveBenchPage } from './live-bench.ts';

const ARMS = [
  'raw-websocket/in-memory',
  'raw-websocket/hibernating',
  'lumenize/hibernating',
  'lumenize/in-memory',
  'capnweb/in-memory',
  'twin',
];
const WORKLOADS = ['increment', 'get-value', 'mixed'];
const ROUNDS = 5;

/** As much of a record's study as laying out its plan takes. */
function studyOf({ plan: { arms, workloads, deadlineMs } }: MeasuredRecord): Study<never> {
  const unused = { label: '', question: '', title: '', subjects: [], margin: 0.05 };
  const load = () => Promise.reject(new Error('this study is never run'));
  const check = () => Promise.resolve(undefined);
  return {
    ...unused,
    id: 'replayed',
    floor: 'raw-websocket/in-memory',
    reference: 'capnweb/in-memory',
    deadlineMs,
    arms: arms
      .filter((id) => id !== TWIN)
      .map((id) => ({ ...unused, id, system: '', accept: 'in-memory' as const, load })),
    workloads: workloads.map((id) => ({ ...unused, id, operations: [], warmUp: [], check })),
  };
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('live-bench').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/**
 * Takes the workers away, so that the run happens on the page: what Playwright puts in the place
 * of the page's sockets and of its clock does not reach into a worker.
 */
async function withoutWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
  });
}

async function openLiveBench(page: Page, search = ''): Promise<LiveBenchPage> {
  const live = new LiveBenchPage(page);
  await live.open(search);
  return live;
}

test('a run of everything: from Run to a result whose counters stand on the server', async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on('websocket', (socket) => addresses.push(socket.url()));
  const live = await openLiveBench(page);
  await expectAccessible(page);
  await live.part('run').click();
  await live.expectState('running');
  const workers = page.workers();
  expect(workers).toHaveLength(1);
  // Its headers are the page’s: without them its clock would be the coarse one.
  expect(await workers[0]?.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(live.part('cancel')).toBeFocused();
  await expect(live.part('samples').locator('svg').first()).toBeVisible();
  await live.expectState('done');
  await expect(live.part('result-heading')).toBeFocused();

  for (const workload of WORKLOADS) {
    for (const arm of ARMS) {
      const row = live.element.locator(`tr[data-workload="${workload}"][data-arm="${arm}"]`);
      await expect(row).toContainText(/\d\.\d+\s?ms/);
    }
    for (const arm of ['lumenize/hibernating', 'lumenize/in-memory']) {
      const ratio = live.element.locator(
        `[data-ratio][data-workload="${workload}"][data-arm="${arm}"]`,
      );
      const [value, low, high] = await Promise.all(
        ['data-ratio', 'data-low', 'data-high'].map(async (name) =>
          Number(await ratio.first().getAttribute(name)),
        ),
      );
      expect(low).toBeGreaterThan(0);
      expect(low).toBeLessThanOrEqual(value ?? NaN);
      expect(high).toBeGreaterThanOrEqual(value ?? NaN);
    }
  }
  await expect(live.part('ratio-drawing').locator('svg').first()).toBeVisible();

  const record = await live.download();
  expect(record.partial).toBeUndefined();
  expect(record.blocks).toHaveLength(ROUNDS * ARMS.length * WORKLOADS.length);
  expect(record.blocks.filter((block) => block.void !== undefined)).toEqual([]);
  expect(record.blocks.every(({ samplesUs }) => samplesUs.length === 100)).toBe(true);
  expect(page.workers()).toHaveLength(0);
  expect(record.environment).toMatchObject({
    setting: 'workerd',
    thread: 'worker',
    runtime: /^Chromium \d+$/.exec(record.environment.runtime)?.[0],
  });
  // Cap’n Web sends push, pull and release for each call; the others one frame each way.
  const frames = (arm: string) => record.blocks.find((block) => block.arm === arm)?.frames;
  expect(frames('raw-websocket/in-memory')).toEqual({ out: 100, in: 100 });
  expect(frames('lumenize/hibernating')).toEqual({ out: 100, in: 100 });
  expect(frames('capnweb/in-memory')).toEqual({ out: 300, in: 100 });

  // Each object was used by one block: 120 writes, 60, or none; the preflight’s looks as well.
  expect(new Set(addresses).size).toBe(addresses.length);
  const counted = await Promise.all(addresses.map(counterAt));
  const held = (value: number) => counted.filter((each) => each === value).length;
  const blocksOfOne = ROUNDS * ARMS.length;
  expect([held(120), held(60), held(0)]).toEqual([blocksOfOne, blocksOfOne, blocksOfOne + 1]);

  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('the result can be copied as Markdown, and the run repeated', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  const live = await openLiveBench(page);
  await live.chooseOnly(/^100 sequential getValue/);
  await live.part('run').click();
  await live.expectState('done');
  await live.part('copy').click();
  await expect(live.element.getByRole('status')).toContainText(/copied/i);
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain('| Arm |');
  expect(markdown).toMatch(/takes \d\.\d+× Cap’n Web’s time/);
  await live.part('again').click();
  await live.expectState('running');
  await live.expectState('done');
});

test('Cancel in the middle leaves a partial result that is consistent', async ({ page }) => {
  const live = await openLiveBench(page);
  await live.part('run').click();
  await live.expectBlocks(24);
  await live.part('cancel').click();
  await live.expectState('done');
  await expect(live.part('result')).toContainText(/\d+ of 90 blocks/);
  const record = await live.download();
  expect(record.partial).toBe(true);
  expect(record.blocks.length).toBeGreaterThanOrEqual(20);
  expect(record.blocks.length).toBeLessThan(90);
  for (const block of record.blocks) {
    expect(block.void).toBeUndefined();
    expect(block.samplesUs).toHaveLength(100);
  }
});

test('everything works with the keyboard alone', async ({ page }) => {
  const live = await openLiveBench(page);
  const workloads = live.element.getByRole('group', { name: 'Workloads' }).getByRole('checkbox');
  await workloads.first().focus();
  await page.keyboard.press('Space');
  await expect(workloads.first()).not.toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(workloads.nth(1)).not.toBeChecked();
  const run = live.part('run');
  for (
    let presses = 0;
    presses < 15 && !(await run.evaluate((button) => button === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await live.expectState('running');
  await expect(live.part('cancel')).toBeFocused();
  await live.expectBlocks(3);
  await page.keyboard.press('Enter');
  await live.expectState('done');
  await page.keyboard.press('Tab');
  await expect(live.part('again')).toBeFocused();
});

test('a bench that is killed and comes back costs a block, not the run', async ({
  page,
  bench,
  watched,
}) => {
  watched.expectErrors(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/);
  const live = await openLiveBench(page);
  await live.chooseOnly(/^100 sequential getValue/);
  await live.part('run').click();
  await live.expectBlocks(6);
  await bench.kill();
  await live.expectState('waiting');
  await bench.restart();
  await live.expectState('done');
  const record = await live.download();
  expect(record.partial).toBeUndefined();
  expect(record.blocks).toHaveLength(30);
  const voids = record.blocks.flatMap((block) => block.void ?? []);
  expect(voids.length).toBeGreaterThan(0);
  expect(voids.length).toBeLessThan(15);
  expect(voids.every((reason) => ['closed', 'connect', 'stalled'].includes(reason))).toBe(true);
  await expect(live.part('voids')).toContainText(/closed|open|connect/);
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
  const live = await openLiveBench(page);
  await live.chooseOnly(/^100 sequential getValue/);
  await live.part('run').click();
  await live.expectBlocks(6);
  await bench.kill();
  await live.expectState('waiting');
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return live.element.getAttribute('data-state');
    })
    .toBe('done');
  await expect(live.part('result')).toContainText(/\d+ of 30 blocks/);
  await bench.restart();
});

test.describe('without a worker the run happens on the page, and says so:', () => {
  async function expectOnPage(live: LiveBenchPage, because: string): Promise<void> {
    await live.chooseOnly(/^100 sequential getValue/);
    await live.part('run').click();
    await live.expectState('done');
    await expect(live.part('notices')).toContainText(`ran on the page itself, because ${because}`);
    await expect(live.part('facts')).toContainText('the page’s own');
    const record = await live.download();
    expect(record.environment.thread).toBe('page');
    expect(record.blocks).toHaveLength(30);
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

test('until decided, a run ends at the look that decides everything, and says why', async ({
  page,
}) => {
  const live = await openLiveBench(page);
  await live.chooseOnly(/^100 sequential getValue/);
  await live.element.getByRole('radio', { name: /^Until decided/ }).check();
  await expect(live.part('estimate')).toContainText(/^At most /);
  await live.part('run').click();
  await live.expectState('running');
  await expect(live.element.locator('[data-slot="progress"]')).toContainText(
    /next look after round 9/,
  );
  await live.expectState('done');
  await expect(live.part('status')).toContainText(/after \d+ rounds|40 rounds of at most 40/);
  await expect(live.part('correction')).toContainText('alpha spending');
  const record = await live.download();
  expect(record.partial).toBeUndefined();
  expect(record.plan).toMatchObject({ rule: 'until-decided', rounds: 40 });
  const rounds = record.blocks.length / ARMS.length;
  expect(planLooks(40)).toContain(rounds);
  await expect(live.part('status')).toContainText(`${rounds} rounds of at most 40`);
});

test.describe('the address of the page', () => {
  test('gives the seed of the order and the choices', async ({ page }) => {
    const live = await openLiveBench(page, '?seed=7&rounds=5&workloads=get-value,mixed');
    await live.part('run').click();
    await live.expectState('done');
    const record = await live.download();
    expect(record.seed).toBe(7);
    expect(record.plan.workloads).toEqual(['get-value', 'mixed']);
    const plan = makePlan(studyOf(record), { rounds: 5 }, 7);
    expect(record.blocks.map(({ round, arm, workload }) => ({ round, arm, workload }))).toEqual(
      plan.blocks,
    );
  });

  test('is refused when it cannot be read', async ({ page }) => {
    const live = await openLiveBench(page, '?seed=seven');
    await live.expectState('failed');
    await expect(live.part('failure')).toHaveAttribute('data-kind', 'address');
    await expect(live.part('failure')).toContainText(
      'seed: got "seven", expected a whole number from 0 to 4294967295',
    );
    await expectAccessible(page);
    await live.part('failure-change').click();
    await live.part('run').click();
    await live.expectState('failed');
    expect(page.workers()).toHaveLength(0);
  });
});

test('a hidden page voids its block and pauses the run until it is seen again', async ({
  page,
}) => {
  const live = await openLiveBench(page);
  await live.part('run').click();
  await live.expectBlocks(3);
  await setHidden(page, true);
  await live.expectState('waiting');
  await expect(live.part('status')).toContainText(/hidden|visible/);
  await setHidden(page, false);
  await live.expectState('running');
  await live.part('cancel').click();
  await live.expectState('done');
  const record = await live.download();
  expect(
    record.blocks.map((block) => block.void).filter((reason) => reason === 'hidden'),
  ).toHaveLength(1);
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
    await live.chooseOnly(/^100 sequential getValue/);
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
    const { startBench } = await import('../cli/local/bench.ts');
    await bench.kill();
    const limited = await startBench({
      root: site.root,
      port: bench.port,
      allowedOrigins: [site.origin],
      vars: { CONNECTIONS_PER_MINUTE: '0' },
    });
    try {
      const live = await openLiveBench(page);
      await live.part('run').click();
      await live.expectState('failed');
      await expect(live.part('failure')).toHaveAttribute('data-kind', 'refused');
      await expect(live.part('failure')).toContainText(/again after \d/);
    } finally {
      await limited.stop();
      await bench.restart();
    }
  });

  test('an operation that stalls is reported, and the run goes on', async ({ page, watched }) => {
    watched.expectErrors(/426/);
    await withoutWorkers(page);
    let frames = 0;
    // A network that swallows one answer, in the middle of a block.
    await page.routeWebSocket(/lumenize\/hibernating/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        frames += 1;
        if (frames !== 60) socket.send(message);
      });
    });
    const live = await openLiveBench(page);
    await live.chooseOnly(/^100 sequential getValue/);
    await live.part('run').click();
    await live.expectState('done');
    const record = await live.download();
    const stalled = record.blocks.filter((block) => block.void === 'stalled');
    expect(stalled).toHaveLength(1);
    expect(stalled[0]?.samplesUs).toHaveLength(39);
    expect(record.blocks).toHaveLength(30);
    await expect(live.part('voids')).toContainText('operation 40 of 100');
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

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing hangs over the edge, before, during and after a run', async ({ page }) => {
    const live = await openLiveBench(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(390);
    await live.chooseOnly(/^100 sequential getValue/);
    await live.part('run').click();
    await live.expectBlocks(3);
    expect(await width()).toBeLessThanOrEqual(390);
    await live.expectState('done');
    expect(await width()).toBeLessThanOrEqual(390);
  });
});
