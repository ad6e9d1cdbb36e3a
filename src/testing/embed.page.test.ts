import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { testSite } from './site.ts';

const STUDY = 'lumenize-vs-capnweb';
const NARROWEST = 320;

/** Opens a page of an origin, and a site, that is not this one, and does something with it. */
async function elsewhere(
  browser: Browser,
  body: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Elsewhere</title>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await act(page);
  } finally {
    await context.close();
    server.close();
  }
}

test('a frame elsewhere shows the answer at its width, and leads to the study', async ({
  browser,
}) => {
  const body = `<iframe src="${testSite().origin}/embed/${STUDY}/?theme=dark" height="640" width="${NARROWEST}"></iframe>`;
  await elsewhere(browser, body, async (page) => {
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', /dark/);
    await expect(frame.locator('table')).toBeVisible();
    await expect(frame.locator('table')).toContainText('Cap’n Web');
    const link = frame.getByRole('link', { name: 'The whole study' });
    await expect(link).toHaveAttribute('href', `/studies/${STUDY}/`);
    await expect(link).not.toHaveCSS('color', 'rgb(0, 0, 238)');
    const width = await frame.locator('html').evaluate((html) => html.scrollWidth);
    expect(width).toBeLessThanOrEqual(NARROWEST);
  });
});

test('no frame scrolls at the heights that are documented', async ({ browser }) => {
  const text = readFileSync('content/docs/embed.mdx', 'utf8');
  const heights = [...text.matchAll(/^\| `([\w-]+)` +\| (\d+rem) +\| (\d+rem) +\|$/gm)];
  expect(heights).toHaveLength(readdirSync('content/studies').length);
  const frame = (study: string, width: number, height: string) =>
    `<iframe src="${testSite().origin}/embed/${study}/" style="border: 0; width: ${width}px; height: ${height}"></iframe>`;
  const body = heights
    .flatMap(([, study = '', wide = '', narrow = '']) => [
      frame(study, 720, wide),
      frame(study, NARROWEST, narrow),
    ])
    .join('');
  await elsewhere(browser, body, async (page) => {
    for (const { url, over } of await Promise.all(page.frames().slice(1).map(overflowOf)))
      expect(over, url).toBe(0);
  });
});

/** Pixels that a frame can be scrolled by. */
async function overflowOf(frame: Frame): Promise<{ url: string; over: number }> {
  const over = await frame.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  return { url: frame.url(), over };
}

test('only frames are for pages elsewhere', async ({ browser }) => {
  const body = `<iframe src="${testSite().origin}/studies/${STUDY}/"></iframe>`;
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
        `${testSite().origin}${path}`,
      );
    expect(await reach(`/studies/${STUDY}/`)).toBe(false);
    expect(await reach('/api/studies.json')).toBe(false);
  });
});
