import { turnOrder } from '../harness/plan/index.ts';
import { installedVersion } from '../systems/lumenize-rpc/bundling.ts';
import { counterAt } from './count.ts';
import { expectFits } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { reasonsIn } from './live-bench.ts';
import { watchScripts } from './loaded-scripts.ts';
import { allCases } from './all-cases.ts';
import { expectAccessible, openLiveBench } from './open-live-bench.ts';

/** Whether this site’s implementation runs in the place of the published library, which is said then. */
const standsIn = installedVersion === undefined;
const SUBJECTS = [
  ...(standsIn ? [] : ['lumenize-rpc/hibernating']),
  'lumenize/hibernating',
  'lumenize/in-memory',
];
const ARMS = [
  'raw-websocket/in-memory',
  'raw-websocket/hibernating',
  ...SUBJECTS,
  'capnweb/in-memory',
  'twin',
];
/** As many sessions. */
const ROUNDS = allCases ? 40 : 10;
const WORKLOADS = allCases ? ['increment', 'get-value', 'mixed'] : ['increment', 'mixed'];

test('a run of everything: from Run to a result whose counters stand on the server', async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on('websocket', (socket) => addresses.push(socket.url()));
  const loaded = watchScripts(page);
  // So few rounds are a session each, and enough for an interval, however busy the machine is.
  const live = await openLiveBench(page, `?rounds=${ROUNDS}&workloads=${WORKLOADS.join()}`);
  await live.part('run').click();
  await live.expectState('running');
  const workers = page.workers();
  expect(workers).toHaveLength(1);
  // Its headers are the page’s: without them its clock would be the coarse one.
  expect(await workers[0]?.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(live.part('cancel')).toBeFocused();
  await expect(live.part('so-far').locator('svg').first()).toBeVisible();
  await live.expectState('done');
  await expect(live.part('result-heading')).toBeFocused();

  for (const workload of WORKLOADS) {
    for (const arm of ARMS) {
      const row = live.element.locator(`tr[data-workload="${workload}"][data-arm="${arm}"]`);
      await expect(row).toContainText(/\d\.\d+\s?ms/);
    }
    for (const arm of SUBJECTS) {
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
  // The answer, its figure and why it is so are the first screen; all else is folded.
  await expect(live.part('answers').locator('li')).toHaveCount(WORKLOADS.length);
  for (const answer of await live.part('answers').locator('li').all()) {
    await expect(answer).toContainText(/^From here, .+: .+\d\sms.*\(\d[\d.]*×, .+\)/);
  }
  await expect(live.part('beside-drawing').locator('svg')).toHaveAttribute(
    'aria-label',
    /Cap’n Web, quoted: \d.*measured here: .*yours: \d/,
  );
  // On a busy machine the same by hand may take longer, and then nothing is drawn.
  const why = live.part('why');
  await expect(why.locator('svg')).toBeVisible({ visible: await why.isVisible() });
  // But for the line that says whose implementation ran.
  const said = standsIn ? ['implementation'] : [];
  const [height = NaN, ...lines] = await Promise.all(
    ['result', ...said].map(async (name) => (await live.part(name).boundingBox())?.height ?? NaN),
  );
  expect(lines.reduce((rest, line) => rest - line, height)).toBeLessThanOrEqual(900);
  await expect(live.part('implementation')).toBeVisible({ visible: standsIn });

  const record = await live.download();
  expect(record.partial).toBeUndefined();
  expect(record.plan).toMatchObject({ rule: 'fixed', rounds: ROUNDS });
  expect(reasonsIn(record.sessions)).toEqual([]);
  for (const session of record.sessions) {
    for (const { samplesUs } of session.turns) expect(samplesUs).toHaveLength(session.operations);
  }
  expect(page.workers()).toHaveLength(0);
  // What was not asked for is not loaded: of the RPC libraries, the two of the title alone.
  expect([...loaded()].toSorted()).toEqual(['capnweb', 'lumenize', 'plot', 'zod']);
  expect(record.environment).toMatchObject({
    setting: 'workerd',
    thread: 'worker',
    runtime: /^Chromium \d+$/.exec(record.environment.runtime)?.[0],
  });
  // Cap’n Web sends push, pull and release for each call; the others one frame each way.
  const perOperation = (arm: string) => {
    const turns = record.sessions.flatMap((session) =>
      session.turns.filter((turn) => turn.arm === arm),
    );
    const sum = (of: (turn: (typeof turns)[number]) => number) =>
      turns.reduce((all, turn) => all + of(turn), 0);
    const operations = sum(({ samplesUs }) => samplesUs.length);
    return [sum(({ frames }) => frames.out), sum(({ frames }) => frames.in)].map(
      (frames) => frames / operations,
    );
  };
  expect(perOperation('raw-websocket/in-memory')).toEqual([1, 1]);
  expect(perOperation('lumenize/hibernating')).toEqual([1, 1]);
  const [out, received] = perOperation('capnweb/in-memory');
  expect(out).toBeCloseTo(3, 1);
  expect(received).toBe(1);

  // Each object was used by one arm in one opening, and holds what was asked of it in all its workloads.
  expect(new Set(addresses).size).toBe(addresses.length);
  const done = new Map<string, number>();
  for (const { workload, session, opening, operations, arms, turns } of record.sessions) {
    for (const { arm, warmUp } of arms) {
      const all = warmUp + operations * turns.filter((turn) => turn.arm === arm).length;
      const key = `${arm} ${opening ?? `${workload} ${session}`}`;
      const left = { increment: all, mixed: all / 2 }[workload] ?? 0;
      done.set(key, (done.get(key) ?? 0) + left);
    }
  }
  const counted = await Promise.all(addresses.map(counterAt));
  const ascending = (values: number[]) => values.toSorted((one, other) => one - other);
  // The preflight’s object holds nothing.
  expect(ascending(counted)).toEqual(ascending([0, ...done.values()]));

  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('the reader’s own times appear while the run goes on, and nothing is drawn while it measures', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const log: string[] = [];
    Object.assign(window, { log });
    const { Worker: Real } = window;
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', ({ data }) => log.push((data as { type: string }).type));
      }
      override postMessage(message: { type: string }) {
        log.push(`answered ${message.type}`);
        super.postMessage(message);
      }
    };
    addEventListener('DOMContentLoaded', () => {
      const host = document.querySelector('[data-part="so-far"]');
      if (host) new MutationObserver(() => log.push('drawn')).observe(host, { childList: true });
    });
  });
  const live = await openLiveBench(page, '?workloads=get-value&rounds=300');
  await live.part('run').click();
  const picture = live.part('so-far').locator('svg');
  await expect(picture).toHaveAttribute('aria-label', /measured here: \d/);
  await expect(picture).toHaveAttribute('aria-label', /yours: \d/);
  await expect(live.element.locator('[data-slot="so-far"]')).toHaveText('Yours, so far');
  await expect(live.element).toHaveAttribute('data-state', 'running');
  await expectAccessible(page);
  await live.expectState('done');
  const log = await page.evaluate(() => (window as unknown as { log: string[] }).log);
  // The worker waits from each of its events to the answer, and takes no turn meanwhile.
  const before = log.flatMap((each, at) => (each === 'drawn' ? (log[at - 1] ?? '') : []));
  expect(before.length).toBeGreaterThan(2);
  expect(before.filter((each) => !/^(session-started|session-ended|looked)$/.test(each))).toEqual(
    [],
  );
});

test('the result can be copied as Markdown, and the run repeated', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  const live = await openLiveBench(page);
  await live.chooseLittle();
  await live.run();
  await live.unfoldResult();
  await live.part('copy').click();
  await expect(live.element.locator('[data-slot="sent"]')).toContainText(/copied/i);
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain('| Arm |');
  expect(markdown).toContain('÷ Cap’n Web (derived)');
  // So little may run again and be over between two looks at the state.
  await live.element.evaluate((bench) => {
    const states: string[] = [];
    Object.assign(window, { states });
    const note = () => states.push(bench.getAttribute('data-state') ?? '');
    new MutationObserver(note).observe(bench, { attributeFilter: ['data-state'] });
  });
  await live.part('again').click();
  const states = () => page.evaluate(() => (window as unknown as { states: string[] }).states);
  await expect.poll(states).toEqual(expect.arrayContaining(['running', 'done']));
});

test('the home page runs right there, and the reader’s times land in its picture', async ({
  page,
}) => {
  // Rounds enough that a look at what it says meanwhile does not come too late.
  const live = await openLiveBench(page, '?workloads=increment&rounds=40', '/');
  const label = /by hand, measured here: \d/i;
  const picture = live.element.locator('.rt-live-preview svg').first();
  await expect(picture).toHaveAttribute('aria-label', label);
  await expect(live.part('run')).toBeInViewport();
  await live.part('run').click();
  await live.expectState('running');
  await expect(live.part('so-far').locator('svg')).toBeVisible();
  await live.expectState('done');
  await expect(live.part('beside-drawing').locator('svg')).toHaveAttribute(
    'aria-label',
    /Cap’n Web, quoted: \d.*measured here: .*yours: \d/,
  );
  await expect(live.part('answers')).toContainText('one call that writes');
});

test('Cancel in the middle leaves a partial result that is consistent', async ({ page }) => {
  const live = await openLiveBench(page, '?arms=lumenize/in-memory');
  await live.part('run').click();
  await live.expectSessions(4);
  await live.part('cancel').click();
  await live.expectState('done');
  await expect(live.part('result')).toContainText(/Your result, after/);
  await expect(live.part('caution')).toContainText('was stopped early');
  await expect(live.part('keep-going')).toBeHidden();
  const record = await live.download();
  expect(record.partial).toBe(true);
  expect(record.sessions.length).toBeGreaterThanOrEqual(4);
  expect(reasonsIn(record.sessions)).toEqual([]);
});

test('workloads that run only when asked for are unfolded, run, and name who cannot do them', async ({
  page,
}) => {
  const live = await openLiveBench(page, '?workloads=burst,structured,chain');
  const shown = live.element.getByRole('checkbox', { name: /^50 getValue\(\) in one tick/ });
  await expect(shown).toBeVisible();
  await expect(shown).toBeChecked();
  await live.chooseRounds(2);
  await expect(live.element.getByRole('checkbox', { name: /^1 MB up$/ })).toBeHidden();
  await live.run();
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
  expect(reasonsIn(record.sessions)).toEqual([]);
  await expectAccessible(page);
});

test('everything works with the keyboard alone', async ({ page }) => {
  const live = await openLiveBench(page);
  const workloads = live.element.getByRole('group', { name: 'Workloads' }).getByRole('checkbox');
  await live.element.locator('details[data-part="choices"] > summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(workloads.first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(workloads.first()).not.toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(workloads.nth(1)).not.toBeChecked();
  const run = live.part('run');
  for (
    let presses = 0;
    presses < 60 && !(await run.evaluate((button) => button === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Shift+Tab');
  }
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await live.expectState('running');
  await expect(live.part('cancel')).toBeFocused();
  await live.expectSessions(2);
  await page.keyboard.press('Enter');
  await live.expectState('done');
  await expect(live.part('result-heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(live.part('link')).toBeFocused();
  await page.keyboard.press('Tab');
  if (standsIn) {
    await expect(live.part('implementation').getByRole('link')).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await expect(live.part('again')).toBeFocused();
});

test.describe('the address of the page', () => {
  test('gives the seed of the order and the choices', async ({ page }) => {
    const live = await openLiveBench(
      page,
      '?seed=7&rounds=5&workloads=get-value,mixed&arms=lumenize/in-memory',
    );
    await live.run();
    const record = await live.download();
    expect(record.seed).toBe(7);
    expect(record.plan.workloads).toEqual(['get-value', 'mixed']);
    expect(record.plan).toMatchObject({ rule: 'fixed', rounds: 5 });
    for (const { workload, session, turns } of record.sessions) {
      const next = turnOrder({ ...record.plan, seed: 7 }, workload, session);
      const rounds = Map.groupBy(turns, ({ round }) => round);
      for (const inRound of rounds.values()) {
        expect(inRound.map(({ arm }) => arm)).toEqual(next());
      }
    }
  });

  test('gives nothing when it cannot be read: the page’s own choice is run', async ({ page }) => {
    const live = await openLiveBench(page, '?workloads=mixed&seed=seven');
    const words = 'seed: got "seven", expected a whole number from 0 to 4294967295';
    const refusal = live.element.locator('[data-slot="address"]');
    await expect(refusal).toContainText(words);
    await expect(live.part('announce')).toContainText(words);
    await live.expectState('idle');
    await live.unfold();
    expect(
      await live.part('setup').getByRole('checkbox', { checked: true }).count(),
    ).toBeGreaterThan(ARMS.length + 1);
    await expectAccessible(page);
    await live.chooseLittle();
    await live.run();
    await expect(refusal).toContainText(words);
    await expect(refusal).toBeVisible();
    expect((await live.download()).plan.workloads).toEqual(['get-value']);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing hangs over the edge, before, during and after a run', async ({ page }) => {
    // Long enough not to end by itself while it is looked at.
    const live = await openLiveBench(page, '?length=60s');
    await expectFits(page);
    await live.chooseOnly(/^Sequential getValue/);
    await live.part('run').click();
    await live.expectSessions(2);
    // The form above the button was far taller than what takes its place.
    await expect(live.part('cancel')).toBeInViewport();
    await expectFits(page);
    await live.part('cancel').click();
    await live.expectState('done');
    await expect(live.part('result-heading')).toBeInViewport();
    expect((await live.part('result').boundingBox())?.height).toBeLessThanOrEqual(1500);
    await expectFits(page);
  });
});
