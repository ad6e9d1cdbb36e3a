import { makePlan, type Study } from '../harness/plan/index.ts';
import { type MeasuredRecord, TWIN } from '../harness/record/index.ts';
import { planLooks } from '../harness/statistics/index.ts';
import { counterAt } from './count.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, openLiveBench } from './open-live-bench.ts';

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
    workloads: workloads.map((id) => ({ ...unused, id, operations: [load], warmUp: [], check })),
  };
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
  await live.chooseLittle();
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
  await live.expectBlocks(8);
  await live.part('cancel').click();
  await live.expectState('done');
  await expect(live.part('result')).toContainText(/\d+ of 90 blocks/);
  const record = await live.download();
  expect(record.partial).toBe(true);
  expect(record.blocks.length).toBeGreaterThanOrEqual(8);
  expect(record.blocks.length).toBeLessThan(90);
  for (const block of record.blocks) {
    expect(block.void).toBeUndefined();
    expect(block.samplesUs).toHaveLength(100);
  }
});

test('workloads that run only when asked for are unfolded, run, and name who cannot do them', async ({
  page,
}) => {
  const live = await openLiveBench(page, '?workloads=burst,structured,chain');
  const shown = live.element.getByRole('checkbox', { name: /^50 getValue\(\) in one tick/ });
  await expect(shown).toBeVisible();
  await expect(shown).toBeChecked();
  await live.chooseRounds(2);
  await expect(live.element.getByRole('checkbox', { name: /^8 × 1 MB up$/ })).toBeHidden();
  await live.part('run').click();
  await live.expectState('done');
  const lack = live.element.locator('tr[data-workload="structured"][data-lacks]');
  await expect(lack.first()).toContainText(/Cannot do this\. \S.*\./);
  await expect(lack).toHaveCount(4);
  const trips = (arm: string) =>
    live.element
      .locator(`tr[data-workload="chain"][data-arm="${arm}"] [data-slot="roundTrips"]`)
      .textContent();
  expect(await trips('raw-websocket/in-memory')).toBe('3');
  expect(await trips('capnweb/in-memory')).toBe('1');
  const burst = live.element.locator('tr[data-workload="burst"][data-arm="capnweb/in-memory"]');
  await expect(burst.locator('[data-slot="detail"]')).toContainText('ms per call');
  const record = await live.download();
  expect(record.plan.cannot?.map(({ arm }) => arm)).toContain('capnweb/in-memory');
  expect(record.plan.loads).toEqual({ burst: { callsPerOperation: 50 } });
  expect(record.blocks.every((block) => block.void === undefined)).toBe(true);
  await expectAccessible(page);
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
    presses < 30 && !(await run.evaluate((button) => button === document.activeElement));
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

test('until decided, a run ends at the interim analysis that decides everything, and says why', async ({
  page,
}) => {
  const live = await openLiveBench(page, '?arms=lumenize/in-memory');
  await live.chooseOnly(/^100 sequential getValue/);
  await live.element.getByRole('radio', { name: /^Until decided/ }).check();
  await expect(live.part('estimate')).toContainText(/^At most /);
  await live.part('run').click();
  await live.expectState('running');
  await expect(live.element.locator('[data-slot="progress"]')).toContainText(
    /next interim analysis after round 9/,
  );
  await live.expectState('done');
  await expect(live.part('status')).toContainText(/after \d+ rounds|40 rounds of at most 40/);
  await expect(live.part('correction')).toContainText('alpha spending');
  const record = await live.download();
  expect(record.partial).toBeUndefined();
  expect(record.plan).toMatchObject({ rule: 'until-decided', rounds: 40 });
  const rounds = record.blocks.length / record.plan.arms.length;
  expect(planLooks(40)).toContain(rounds);
  await expect(live.part('status')).toContainText(`${rounds} rounds of at most 40`);
});

test.describe('the address of the page', () => {
  test('gives the seed of the order and the choices', async ({ page }) => {
    const live = await openLiveBench(
      page,
      '?seed=7&rounds=5&workloads=get-value,mixed&arms=lumenize/in-memory',
    );
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

  test('gives nothing when it cannot be read: the page’s own choice is run', async ({ page }) => {
    const live = await openLiveBench(page, '?workloads=mixed&seed=seven');
    const words = 'seed: got "seven", expected a whole number from 0 to 4294967295';
    const refusal = live.element.locator('[data-slot="address"]');
    await expect(refusal).toContainText(words);
    await expect(live.part('announce')).toContainText(words);
    await live.expectState('idle');
    expect(
      await live.part('setup').getByRole('checkbox', { checked: true }).count(),
    ).toBeGreaterThan(ARMS.length + 1);
    await expectAccessible(page);
    await live.chooseOnly(/^100 sequential getValue/);
    await live.part('run').click();
    await live.expectState('done');
    await expect(refusal).toContainText(words);
    await expect(refusal).toBeVisible();
    expect((await live.download()).plan.workloads).toEqual(['get-value']);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing hangs over the edge, before, during and after a run', async ({ page }) => {
    const live = await openLiveBench(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(390);
    await live.chooseLittle();
    await live.part('run').click();
    await live.expectBlocks(3);
    // The form above the button was far taller than what takes its place.
    await expect(live.part('cancel')).toBeInViewport();
    expect(await width()).toBeLessThanOrEqual(390);
    await live.expectState('done');
    await expect(live.part('result-heading')).toBeInViewport();
    expect(await width()).toBeLessThanOrEqual(390);
  });
});
