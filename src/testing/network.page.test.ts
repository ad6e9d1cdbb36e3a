import type { Locator, Page } from '@playwright/test';
import { STORAGE_KEY, writeRemembered } from '../network/remembered.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openLiveBench } from './open-live-bench.ts';

/** The panel of the network page, as a reader uses it. */
class Panel {
  readonly element: Locator;

  constructor(readonly page: Page) {
    this.element = page.locator('network-model');
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/network/${search}`);
    await expect(this.slider('Base latency')).toBeEnabled();
  }

  slider(name: string): Locator {
    return this.element.getByRole('slider', { name });
  }

  exact(name: string): Locator {
    return this.element.getByRole('textbox', { name: `${name}, exact` });
  }

  slot(name: string): Locator {
    return this.element.locator(`[data-slot="${name}"]`);
  }

  /** Total of one system, as shown. */
  total(system: string): Locator {
    return this.element.locator(`[data-system="${system}"] [data-slot="total"]`);
  }

  /** Where a value comes from, as shown. */
  origin(field: string): Locator {
    return this.element.locator(`[data-part="${field}"] [data-part="origin"]`);
  }

  /** Query of the address, once it is as expected. */
  async expectQuery(expected: Record<string, string>): Promise<void> {
    const query = () => Object.fromEntries(new URL(this.page.url()).searchParams);
    await expect.poll(query).toEqual(expected);
  }
}

async function open(page: Page, search = ''): Promise<Panel> {
  const panel = new Panel(page);
  await panel.open(search);
  return panel;
}

test('a slider changes the times, the gap’s share and the address', async ({ page }) => {
  const panel = await open(page);
  await expect(panel.total('lumenize')).toHaveText(/^10\.276\sms$/);
  await expect(panel.total('capnweb')).toHaveText(/^10\.136\sms$/);
  await expect(panel.slot('gap')).toHaveText(/^0\.140\sms$/);
  await expect(panel.slot('share')).toHaveText(/^1\.4\s%$/);
  await expect(panel.origin('latency')).toHaveText('quoted');

  await panel.slider('Base latency').focus();
  await page.keyboard.press('Home');
  await expect(panel.exact('Base latency')).toHaveValue('0.05');
  await expect(panel.slider('Base latency')).toHaveAttribute('aria-valuetext', '0.05 milliseconds');
  await expect(panel.total('capnweb')).toHaveText(/^0\.186\sms$/);
  await expect(panel.slot('share')).toHaveText(/^75\s%$/);
  await expect(panel.origin('latency')).toHaveText('changed');
  await expect(panel.origin('bandwidth')).toHaveText('quoted');
  await panel.expectQuery({ latency: '0.05' });
  await expect(panel.element.locator('[data-part="announce"]')).toContainText(
    /Cap’n Web 0\.186\sms\. Gap 0\.140\sms, 75\s% of Cap’n Web’s time/,
  );
});

test('arrow keys move a slider by a step, and each value can be typed', async ({ page }) => {
  const panel = await open(page);
  const bandwidth = panel.slider('Bandwidth');
  const before = Number(await bandwidth.inputValue());
  await bandwidth.focus();
  await page.keyboard.press('ArrowRight');
  await expect(bandwidth).toHaveValue(String(before + 1));

  await panel.exact('Processing of Lumenize').fill('2.608');
  await page.keyboard.press('Enter');
  await expect(panel.slot('gap')).toHaveText(/^2\.50\sms$/);
  await expect(panel.slider('Processing of Lumenize')).toHaveAttribute(
    'aria-valuetext',
    '2.608 milliseconds',
  );
  await panel.expectQuery({
    bandwidth: await panel.exact('Bandwidth').inputValue(),
    'lumenize-processing': '2.608',
  });
  expect(await violations(page, { within: 'network-model' })).toEqual([]);
});

test('the source’s own way of counting gives its table, network by network', async ({ page }) => {
  const panel = await open(page);
  await panel.element.getByRole('radio', { name: /twice, as the source does/ }).check();
  for (const [name, lumenize, capnweb] of [
    ['Data centre', 2.25, 2.11],
    ['Broadband', 20.3, 20.16],
    ['Mobile', 60.36, 60.22],
    ['Slow line', 100.8, 100.66],
  ] as const) {
    const preset = panel.element.getByRole('button', { name });
    await preset.click();
    await expect(preset).toHaveAttribute('aria-pressed', 'true');
    const times = { lumenize, capnweb };
    for (const [system, printed] of Object.entries(times)) {
      const shown = parseFloat((await panel.total(system).textContent()) ?? '');
      // Shown with three decimals, printed with two.
      expect(Math.abs(shown - printed), `${name}, ${system}`).toBeLessThan(0.0055);
    }
  }
});

test('the address brings its values back, and Reset the source’s', async ({ page }) => {
  const panel = await open(page, '?latency=30.5&capnweb-payload=80&counting=source&other=1');
  await expect(panel.exact('Base latency')).toHaveValue('30.5');
  await expect(panel.exact('Payload of Cap’n Web')).toHaveValue('80');
  await expect(panel.element.getByRole('radio', { name: /twice/ })).toBeChecked();
  await panel.element.getByRole('button', { name: 'Reset' }).click();
  await expect(panel.exact('Base latency')).toHaveValue('10');
  await expect(panel.total('lumenize')).toHaveText(/^10\.276\sms$/);
  await panel.expectQuery({ other: '1' });
});

test('a parameter that cannot be read is named, and its default stands', async ({ page }) => {
  const panel = await open(page, '?latency=fast&bandwidth=50&capnweb-processing=-1');
  await expect(panel.slot('address')).toContainText(
    'latency: got "fast", expected a number from 0 to 60000 ms',
  );
  await expect(panel.slot('address')).toContainText(
    'capnweb-processing: got "-1", expected a number',
  );
  await expect(panel.exact('Base latency')).toHaveValue('10');
  await expect(panel.exact('Processing of Cap’n Web')).toHaveValue('0.108');
  await expect(panel.exact('Bandwidth')).toHaveValue('50');
});

test('a typed value that cannot be read is named and kept to be mended', async ({ page }) => {
  const panel = await open(page);
  const field = panel.exact('Base latency');
  await field.fill('ten');
  await page.keyboard.press('Tab');
  await expect(panel.slot('note')).toHaveText(
    'latency: got "ten", expected a number from 0 to 60000 ms',
  );
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue('ten');
  await expect(panel.total('lumenize')).toHaveText(/^10\.276\sms$/);
  await field.fill('20');
  await page.keyboard.press('Tab');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(panel.slot('note')).toBeEmpty();
  await expect(panel.total('lumenize')).toHaveText(/^20\.276\sms$/);
});

test(
  'a live run is remembered, and its values take the place of the assumptions',
  { tag: '@run' },
  async ({ page }) => {
    const live = await openLiveBench(page, '?seed=7');
    await live.chooseLittle();
    await live.run();
    const record = await live.download();

    const panel = await open(page);
    await expect(panel.element.getByText('Run the benchmark')).toBeHidden();
    const [day = ''] = record.startedAt.split('T');
    const own = panel.element.getByRole('button', { name: /^Use my run of/ });
    await expect(own).toContainText(String(Number(day.slice(8))));
    await own.click();
    await expect(panel.origin('latency')).toHaveText('measured');
    await expect(panel.origin('lumenize-payload')).toHaveText('measured');
    await expect(panel.origin('capnweb-processing')).toHaveText('derived');
    await expect(panel.origin('bandwidth')).toHaveText('not known');
    await expect(panel.slot('own-text')).toContainText('Measured in this browser');
    await expect(panel.slot('own-text')).toContainText('Sequential getValue()');
    await expect(panel.slot('own-text')).toContainText(
      record.environment.setting.replace('-', ' '),
    );

    // Ids grow by a digit now and then, so turns differ by some bytes an operation.
    const perOperation = record.sessions
      .flatMap(({ turns }) => turns)
      .filter(({ arm, void: why }) => arm === 'capnweb/in-memory' && why === undefined)
      .map(({ bytes, samplesUs }) => (bytes.in + bytes.out) / samplesUs.length);
    const shown = Number(await panel.exact('Payload of Cap’n Web').inputValue());
    expect(shown).toBeGreaterThanOrEqual(Math.floor(Math.min(...perOperation)));
    expect(shown).toBeLessThanOrEqual(Math.ceil(Math.max(...perOperation)));

    // The reader’s own processing and payload travel over a network of the table.
    await panel.element.getByRole('button', { name: 'Mobile' }).click();
    await expect(panel.origin('latency')).toHaveText('quoted');
    await expect(panel.origin('capnweb-payload')).toHaveText('measured');
    await expect(panel.exact('Payload of Cap’n Web')).toHaveValue(String(shown));
  },
);

test('a bandwidth is called unknown only while it is', async ({ page }) => {
  const arm = (id: string) => ({ arm: id, msPerOperation: 0.3, bytesPerOperation: 100 });
  const run = writeRemembered({
    study: 'lumenize-vs-capnweb',
    startedAt: '2026-11-21T05:24:00.060Z',
    setting: 'workerd',
    runtime: 'Chromium 156',
    workload: 'mixed',
    arms: ['raw-websocket/in-memory', 'lumenize/hibernating', 'capnweb/in-memory'].map(arm),
  });
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    STORAGE_KEY,
    run,
  ] as const);
  const panel = await open(page);
  const own = panel.element.getByRole('button', { name: /^Use my run of/ });
  const unknown = panel.element.getByText('Your bandwidth is not known');
  await expect(unknown).toBeHidden();
  await own.click();
  await expect(unknown).toBeVisible();
  await panel.exact('Bandwidth').fill('50');
  await page.keyboard.press('Enter');
  await expect(panel.origin('bandwidth')).toHaveText('changed');
  await expect(unknown).toBeHidden();
  await expect(panel.element.getByText('Measured in this browser')).toBeVisible();
  await own.click();
  await expect(unknown).toBeVisible();
  await panel.element.getByRole('button', { name: 'Mobile' }).click();
  await expect(unknown).toBeHidden();
});

test('what is no summary of a run is not offered', async ({ page }) => {
  await page.addInitScript((key) => localStorage.setItem(key, '{"version":1}'), STORAGE_KEY);
  const panel = await open(page);
  await expect(panel.element.getByText('Run the benchmark')).toBeVisible();
  await expect(panel.element.getByRole('button', { name: /^Use my run/ })).toBeHidden();
});

test('nothing moves while the page loads and while values change', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        document.documentElement.dataset['shift'] = String(
          Number(document.documentElement.dataset['shift'] ?? 0) + value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const panel = await open(page, '?latency=30&counting=source');
  const height = async () => (await panel.element.boundingBox())?.height;
  const before = await height();
  await panel.slider('Base latency').focus();
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key);
    expect(await height()).toBe(before);
  }
  const shift = await page.evaluate(() => document.documentElement.dataset['shift'] ?? '0');
  expect(Number(shift)).toBeLessThan(0.02);
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing hangs over the edge', async ({ page }) => {
    const panel = await open(page);
    await panel.exact('Payload of Lumenize').fill('999999999');
    await page.keyboard.press('Enter');
    await expectFits(page);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('formula, table and figure are there, and no control seems to answer', async ({ page }) => {
    await page.goto('/network/');
    await expect(page.locator('main')).toContainText(
      'time = 2 × base latency + 2 × payload ÷ bandwidth + processing',
    );
    const table = page.locator('main table').filter({ hasText: '100.80' });
    await expect(table).toContainText('60.22');
    await expect(page.locator('main svg[role=img]').first()).toBeVisible();
    await expect(page.locator('network-model noscript p')).toBeVisible();
    await expect(page.locator('network-model :is(input, button):enabled')).toHaveCount(0);
  });
});
