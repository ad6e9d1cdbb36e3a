import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { withQuickClock } from './open-live-bench.ts';
import type { TestSite } from './site.ts';

const STUDY = 'lumenize-vs-capnweb';

/** Serves one page from an origin, and a site, that is not this one. */
async function serveElsewhere(
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ server: Server; address: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><title>Elsewhere</title>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Opens a page elsewhere and does something with it. */
async function elsewhere(
  browser: Browser,
  body: string,
  act: (page: Page) => Promise<void>,
  headers?: Readonly<Record<string, string>>,
): Promise<void> {
  const { server, address } = await serveElsewhere(body, headers);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    withQuickClock(page, 15);
    await page.goto(address);
    await act(page);
  } finally {
    await context.close();
    server.close();
  }
}

const framed = ({ origin }: TestSite) =>
  `<iframe src="${origin}/embed/${STUDY}/?workloads=get-value&theme=dark" height="700" width="390"></iframe>`;

test('a frame runs a bench in a page elsewhere @run', async ({ browser, site }) => {
  await elsewhere(browser, framed(site), async (page) => {
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'starlight-dark');
    await expect(frame.locator('input[name="workload"]:checked')).toHaveCount(1);
    await expect(frame.getByText('coarse steps')).toBeVisible();
    await frame.locator('[data-part="run"]').click();
    const bench = frame.locator('live-bench');
    await expect(bench).toHaveAttribute('data-state', 'done', { timeout: 120_000 });
    await expect(bench.locator('[data-slot="sentence"]').first()).toContainText('From here');
    await expect(bench.locator('[data-part="facts"]')).toContainText('Cross-origin isolated');
    await expect(frame.getByRole('link', { name: 'The whole study' })).toHaveAttribute(
      'href',
      `/studies/${STUDY}/`,
    );
  });
});

test('a frame fits its width, and has the fine clock where it is handed on', async ({
  browser,
  site,
}) => {
  const body = framed(site).replace('<iframe', '<iframe allow="cross-origin-isolated"');
  const isolated = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  await elsewhere(
    browser,
    body,
    async (page) => {
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('[data-part="run"]')).toBeEnabled();
      await expect(frame.getByText('coarse steps')).toBeHidden();
      const width = await frame.locator('html').evaluate((html) => html.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    },
    isolated,
  );
});

test('only frames are for pages elsewhere', async ({ browser, site }) => {
  const body = `<iframe src="${site.origin}/studies/${STUDY}/"></iframe>`;
  await elsewhere(browser, body, async (page) => {
    // Chromium shows its own page where one refuses to be framed.
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:');
    const reach = (path: string) =>
      page.evaluate(
        (address) =>
          fetch(address).then(
            ({ ok }) => ok,
            () => false,
          ),
        `${site.origin}${path}`,
      );
    expect(await reach(`/studies/${STUDY}/`)).toBe(false);
    expect(await reach('/api/studies.json')).toBe(false);
  });
});
