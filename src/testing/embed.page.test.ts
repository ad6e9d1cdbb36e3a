import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { allCases } from './all-cases.ts';
import { builtPage, pagesOf, pagesWithAllParts } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { testSite } from './site.ts';

const STUDY = 'lumenize-vs-capnweb';
const FRAMES = 'embed/[study].astro';
const NARROWEST = 320;

/** Opens a page of an origin, and a site, that is not this one, and does something with it. @param bodyOf by its name */
async function elsewhere(
  browser: Browser,
  bodyOf: (name: string) => string,
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Elsewhere</title>${bodyOf(url.slice(1))}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await act(page);
  } finally {
    await context.close();
    server.close();
  }
}

test('a frame elsewhere shows the answer, and leads to the study', async ({ browser }) => {
  const body = `<iframe src="${testSite().origin}/embed/${STUDY}/?theme=dark" height="640" width="${NARROWEST}"></iframe>`;
  await elsewhere(
    browser,
    () => body,
    async (page) => {
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('html')).toHaveAttribute('data-theme', /dark/);
      await expect(frame.locator('table')).toBeVisible();
      await expect(frame.locator('table')).toContainText('Cap’n Web');
      const link = frame.getByRole('link', { name: 'The whole study' });
      await expect(link).toHaveAttribute('href', `/studies/${STUDY}/`);
      await expect(link).not.toHaveCSS('color', 'rgb(0, 0, 238)');
      const width = await frame.locator('html').evaluate((html) => html.scrollWidth);
      expect(width).toBeLessThanOrEqual(NARROWEST);
    },
  );
});

/** The example of the page on frames, as a reader copies it. */
const snippet = (study = STUDY): string => {
  const lines = builtPage('/embed/').querySelectorAll('pre[data-language="html"] .ec-line');
  const text = [...lines].map(({ textContent }) => textContent).join('\n');
  return text.replaceAll(STUDY, study || STUDY);
};

/** Pixels that the only frame can be scrolled by, and those that it has too many. */
async function roomOf(page: Page): Promise<{ over: number; spare: number }> {
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('frames: got none, expected one');
  return frame.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const { bottom } = document.querySelector('main')!.getBoundingClientRect();
    return { over: scrollHeight - clientHeight, spare: Math.floor(clientHeight - bottom) };
  });
}

test('a frame with the documented script is as high as what it shows', async ({ browser }) => {
  const studies = (allCases ? pagesOf : pagesWithAllParts)(FRAMES).map(
    (path) => path.split('/')[2] ?? '',
  );
  await elsewhere(browser, snippet, async (page) => {
    for (const study of studies) {
      await page.goto(new URL(study, page.url()).href);
      for (const width of [NARROWEST, 720]) {
        await page.setViewportSize({ width: width + 16, height: 600 });
        const room = expect.poll(() => roomOf(page), `${study} at ${width}`);
        await room.toEqual({ over: 0, spare: 0 });
      }
    }
  });
});

test('the documented script takes a height from nobody but its frame', async ({ browser }) => {
  await elsewhere(browser, snippet, async (page) => {
    await expect.poll(() => roomOf(page)).toEqual({ over: 0, spare: 0 });
    const height = await page.evaluate(async () => {
      // Another frame of this page, and the page itself.
      const other = document.body.appendChild(document.createElement('iframe'));
      other.srcdoc = '<script>parent.postMessage({ height: 7 }, "*")</script>';
      await new Promise((resolve) =>
        addEventListener('message', ({ source }) => {
          if (source === other.contentWindow) resolve(window.postMessage({ height: 7 }));
        }),
      );
      await new Promise((resolve) =>
        addEventListener('message', ({ source }) => source === window && resolve(undefined)),
      );
      return document.getElementById('roundtrip')?.style.height;
    });
    expect(height).toMatch(/^\d{3,}px$/);
  });
});

test('without scripts a frame keeps its height, and scrolls', async ({ browser }) => {
  await elsewhere(
    browser,
    snippet,
    async (page) => {
      await page.setViewportSize({ width: NARROWEST + 16, height: 800 });
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('table')).toBeVisible();
      await expect(page.locator('iframe')).toHaveCSS('height', '640px');
      const link = frame.getByRole('link', { name: 'The whole study' });
      await expect(link).not.toBeInViewport();
      await frame.locator('table').hover();
      await page.mouse.wheel(0, 10_000);
      await expect(link).toBeInViewport();
    },
    { javaScriptEnabled: false },
  );
});
