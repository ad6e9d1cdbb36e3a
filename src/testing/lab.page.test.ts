import type { Page } from '@playwright/test';
import { startBench, type LocalBench } from '../cli/shared/bench.ts';
import { installedVersion } from '../systems/lumenize-rpc/bundling.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks } from './all-cases.ts';
import type { LiveBenchPage } from './live-bench.ts';
import { openLiveBench } from './open-live-bench.ts';
import { testSite } from './site.ts';

const STUDY = 'lumenize-vs-capnweb';
/** Little of everything that can be chosen, and arms that always run. */
const LITTLE = `study=${STUDY}&workloads=get-value,echo-2500x8&arms=raw-websocket/in-memory,lumenize/in-memory,capnweb/in-memory,twin&rounds=2`;

/** System of the first arm that is offered, and the boxes that are ticked: one more with the published library. */
const [FIRST, USUAL] = installedVersion === undefined ? ['lumenize', 9] : ['lumenize-rpc', 10];

const openLab = (page: Page, search = '') => openLiveBench(page, search, '/lab/');

async function run(live: LiveBenchPage) {
  await live.run();
  return live.download();
}

/** A bench on a port of its own, for as long as `use` takes. */
async function withBench(
  allowedOrigins: readonly string[],
  use: (bench: LocalBench) => Promise<void>,
): Promise<void> {
  const bench = await startBench({ root: testSite().root, port: 0, allowedOrigins });
  await use(bench).finally(() => bench.stop());
}

test('a lab address replays its plan, and so does the link beside the result @run', async ({
  page,
}) => {
  const live = await openLab(page, `?${LITTLE}&seed=7`);
  const record = await run(live);
  expect(record).toMatchObject({
    seed: 7,
    plan: {
      rule: 'fixed',
      rounds: 2,
      workloads: ['get-value', 'echo-2500x8'],
      arms: ['raw-websocket/in-memory', 'lumenize/in-memory', 'capnweb/in-memory', 'twin'],
      loads: { 'echo-2500x8': { callsPerOperation: 8, bytesPerOperation: 40_000 } },
    },
  });
  const order = ({ sessions }: typeof record) =>
    sessions.map(({ workload, turns }) => [workload, turns.map(({ arm }) => arm)]);

  await live.part('plan-link').click();
  await expect(live.part('run')).toBeEnabled();
  expect(new URL(page.url()).search).toBe(`?${LITTLE}&seed=7`);
  const again = await run(live);
  expect([again.seed, again.plan]).toEqual([record.seed, record.plan]);
  expect(order(again)).toEqual(order(record));
});

test('the answer names what was chosen, against the arm that was chosen @run', async ({ page }) => {
  const arms = 'trpc/in-memory,lumenize/in-memory,orpc/in-memory';
  const live = await openLab(page, `?study=${STUDY}&workloads=get-value&arms=${arms}&rounds=8`);
  await live.part('reference').selectOption('trpc/in-memory');
  const search = () => new URL(page.url()).search;
  await expect.poll(search).toContain('&reference=trpc/in-memory&');
  const box = live.element.locator('input[name="arm"][value="trpc/in-memory"]');
  await expect(box).toBeDisabled();
  await expect(box).toBeChecked();
  await live.element.locator('input[name="arm"][value="capnweb/in-memory"]').uncheck();
  const record = await run(live);
  expect(record.plan).toMatchObject({
    reference: 'trpc/in-memory',
    subjects: ['lumenize/in-memory', 'orpc/in-memory'],
  });
  expect(record.plan.arms).not.toContain('capnweb/in-memory');
  const answers = live.part('answers').locator('li');
  await expect(answers).toHaveCount(2);
  for (const name of [/Lumenize.* in memory/, /oRPC/]) {
    await expect(answers.filter({ hasText: name })).toContainText(
      // In the order of their times.
      /^(?=.*tRPC).*\(\d[\d.]*×, .+\)/,
    );
  }
  // Kept and opened again it says the same.
  const said = await live.part('answers').textContent();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#own=/);
  await page.reload();
  await live.expectState('shared');
  await expect(live.part('answers')).toHaveText(said ?? '');
});

test('an arm from outside is left out, with the reason, and the rest is chosen, unfolded', async ({
  page,
}) => {
  const arms = 'arms=lumenize/in-memory,orpc/http,outside:mine/a';
  const live = await openLab(page, `?study=${STUDY}&${arms}&rounds=2`);
  await expect(live.element.locator('[data-slot="address"]')).toHaveText(
    'Not on this bench: “outside:mine/a”, measured from a folder outside of this project.',
  );
  const offered = live.element.locator('input[name="arm"]');
  const chosen = live.element.locator('input[name="arm"]:checked:enabled');
  await expect(chosen).toHaveCount(2);
  await expect(chosen.first()).toHaveValue('lumenize/in-memory');
  // Those of the title lead; others are in a fold, which opens where one of them is asked for.
  await expect(offered.first()).toHaveValue(`${FIRST}/hibernating`);
  await expect(
    live.element.getByRole('checkbox', { name: 'oRPC, HTTP', exact: true }),
  ).toBeVisible();
});

test('the address follows the form, and a drawn seed is in the link of its run @run', async ({
  page,
}) => {
  const live = await openLab(page);
  const search = () => new URL(page.url()).search;
  expect(search()).toBe('');
  await live.chooseOnly(/^Sequential getValue/);
  await live.chooseRounds(2);
  // A workload of one's own, with the keyboard alone.
  await live.part('free-add').focus();
  await page.keyboard.press('Enter');
  await expect(live.part('way')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  for (const [name, value] of [
    ['bytes', '64000'],
    ['calls', '3'],
  ] as const) {
    await page.keyboard.press('Tab');
    await expect(live.part(name)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(value);
  }
  const asked = /workloads=get-value,down-64000x3&.*&rounds=2$/;
  await expect.poll(search).toMatch(asked);
  await live.part('free-add').click();
  await expect.poll(search).toContain('get-value,down-64000x3,echo-2500x8&');
  await live.part('free-remove').last().press('Enter');
  await expect(live.part('free-remove')).toBeFocused();
  await expect.poll(search).toMatch(asked);

  await page.reload();
  await expect(live.part('run')).toBeEnabled();
  await expect(live.part('bytes')).toHaveValue('64000');
  const record = await run(live);
  expect(record.plan.workloads).toEqual(['get-value', 'down-64000x3']);
  expect(search()).not.toContain('seed');
  const link = await live.part('plan-link').getAttribute('href');
  expect(link).toBe(`/lab/${search()}&seed=${record.seed}`);
});

test('the lab reaches a bench on another origin, and no other page does @run', async ({
  page,
  site,
  watched,
}) => {
  await withBench([site.origin], async ({ origin }) => {
    watched.expectErrors(new RegExp(`^asked (http|ws)://${new URL(origin).host}/`));
    const live = await openLab(page, `?${LITTLE}&origin=${origin}`);
    await expect(live.part('estimate')).toContainText(new URL(origin).host);
    const about = live.element.locator('[data-slot="about"]');
    await expect(about).toBeEmpty();
    await live.part('ask').click();
    await expect(about).toContainText(`${origin} is a bench: workerd on a local machine`);
    await expect(about).toContainText('It has every system of this study.');
    const record = await run(live);
    // In a worker, and with the fine clock, as against the site's own.
    expect(record.environment).toMatchObject({ origin, thread: 'worker' });
    expect(record.sessions.flatMap(({ turns }) => turns).every((turn) => !turn.void)).toBe(true);
    await expect(live.part('facts')).toContainText('yes, so the clock is as fine as it gets');
    expect(await live.part('plan-link').getAttribute('href')).toContain(`&origin=${origin}`);

    watched.expectErrors(/Content Security Policy|violates the document/);
    const ask = (address: string) =>
      fetch(address).then(
        () => 'reached',
        () => 'refused',
      );
    const address = `${origin}/bench/about`;
    const study = await openLiveBench(page, '?rounds=2000');
    expect(await page.evaluate(ask, address)).toBe('refused');
    await study.part('run').click();
    await study.expectState('running');
    expect(await page.workers()[0]?.evaluate(ask, address)).toBe('refused');
    await study.part('cancel').click();
  });
});

test('a bench that does not admit the page is said to need it @run', async ({ page, watched }) => {
  await withBench([], async ({ origin }) => {
    watched.expectErrors(new RegExp(`^asked ${origin}/|CORS policy|status of 403|ERR_FAILED`));
    const live = await openLab(page, `?origin=${origin}`);
    await live.part('ask').click();
    await expect(live.element.locator('[data-slot="about"]')).toContainText(
      `No usable answer came from ${origin}`,
    );
  });
});

test.describe('an address that cannot be read', () => {
  for (const [search, words] of [
    [
      '?workload=mixed',
      'address: got "workload=mixed", expected one of study=…, workloads=…, arms=…',
    ],
    ['?bench=http://localhost:1', 'address: got "bench=http://localhost:1", expected one of'],
    ['?workloads=echo-1x65', 'got 65 calls at once, expected a whole number from 1 to 64'],
    ['?study=other', `study: got "other", expected one of ${STUDY}`],
    ['?seed=7&origin=http://x.example', 'origin: got "http://x.example", expected one such as'],
  ] as const) {
    test(`is named and left as it is: ${search}`, async ({ page }) => {
      const live = await openLab(page, search);
      await expect(live.element.locator('[data-slot="address"]')).toContainText(words);
      expect(new URL(page.url()).search).toBe(search);
      await expect(live.part('seed')).toHaveValue('');
      await expect(live.element.getByRole('checkbox', { checked: true })).toHaveCount(USUAL);
    });
  }
});

test('a mistake in a field is named, and no link is made of it', async ({ page }) => {
  const live = await openLab(page, '?workloads=mixed,echo-2500x8&seed=7');
  const search = new URL(page.url()).search;
  const estimate = live.part('estimate');
  await live.part('bytes').fill('2000000');
  await expect(estimate).toHaveText(
    'Payload and calls: got 2000000 bytes, expected a whole number from 0 to 1000000.',
  );
  await live.part('bytes').fill('1000000');
  await expect(estimate).toContainText('expected at most 2000000 bytes at once');
  await live.part('calls').fill('2');
  await live.part('seed').fill('4294967296');
  await expect(estimate).toHaveText(
    'Seed: choose a whole number from 0 to 4294967295, or leave it empty.',
  );
  await live.part('seed').fill('');
  await live.part('bench').fill('bench.example.org');
  await expect(estimate).toContainText(
    'Bench: origin: got "bench.example.org", expected one such as',
  );
  await live.part('run').click();
  await live.expectState('idle');
  expect(new URL(page.url()).search).not.toBe(search);
  expect(new URL(page.url()).search).toMatch(/workloads=mixed,echo-1000000x2&.*decided$/);
});

for (const { colorScheme, width } of looks) {
  test(`is accessible, ${colorScheme}, ${width} px wide, and nothing hangs over the edge`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await openLab(page, '?workloads=mixed,echo-2500x8,payload-up-1k&origin=http://localhost:8788');
    expect(await violations(page)).toEqual([]);
    await expectFits(page);
  });
}
