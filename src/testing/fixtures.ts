import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  test as base,
  type Browser,
  type ConsoleMessage,
  type Page,
  type Request,
} from '@playwright/test';
import { testSite } from './site.ts';

/** Playwright’s test with eyes on console and network. Each test has a context of its own. */
export const watchedTest = base.extend<{
  /** Fails the test when the page logs an error or asks anyone but the site and its bench. */
  watched: { expectErrors(pattern: RegExp): void };
}>({
  watched: [
    async ({ page }, use) => {
      const { origin, benchOrigin } = testSite();
      const problems: string[] = [];
      const expected: RegExp[] = [];
      const admitted = [origin, benchOrigin, benchOrigin.replace('http', 'ws')];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error')
          problems.push(`${message.text()} ${message.location().url}`);
      };
      const onRequest = (url: string) => {
        const { protocol, origin: asked, host } = new URL(url);
        const here = protocol.startsWith('ws') ? `${protocol}//${host}` : asked;
        if (!['data:', 'blob:'].includes(protocol) && !admitted.includes(here)) {
          problems.push(`asked ${url}`);
        }
      };
      page.on('console', onConsole);
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('request', (request: Request) => onRequest(request.url()));
      page.on('websocket', (socket) => onRequest(socket.url()));
      await use({ expectErrors: (pattern) => expected.push(pattern) });
      const unexpected = problems.filter((each) => !expected.some((known) => known.test(each)));
      base.expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

/** Events that a test may have asked to hear. */
const EVENTS = ['console', 'pageerror', 'request', 'response', 'websocket', 'dialog'] as const;
/** A document of the site with the headers of its pages, so that Chromium keeps the process for the next one. */
const EMPTY = '/robots.txt';

/** Opens a page, and returns what makes it as new after a test. */
async function openShared(browser: Browser): Promise<{ page: Page; clear: () => Promise<void> }> {
  const page = await (await browser.newContext()).newPage();
  const protocol = await page.context().newCDPSession(page);
  const clear = async () => {
    for (const event of EVENTS) page.removeAllListeners(event);
    await page.unrouteAll();
    await page.goto(EMPTY);
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    const { origin } = testSite();
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  };
  return { page, clear };
}

/** The same for tests that read: those with the same options have one page after each other, as a new one costs more than a visit. */
export const test = watchedTest.extend<
  object,
  { pages: Map<unknown, Awaited<ReturnType<typeof openShared>>> }
>({
  pages: [
    async ({}, use) => {
      const pages = new Map<unknown, Awaited<ReturnType<typeof openShared>>>();
      await use(pages);
      for (const { page } of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, pages, viewport, javaScriptEnabled }, use) => {
    const { page, clear } = pages.get(javaScriptEnabled) ?? (await openShared(browser));
    pages.set(javaScriptEnabled, { page, clear });
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
    await clear();
  },
});

/** The same in a browser that runs no scripts. */
export const plainTest = test.extend({ javaScriptEnabled: false });

export { expect } from '@playwright/test';

/** The colour behind a page in each scheme. */
export const ground = { light: 'rgb(255, 255, 255)', dark: 'rgb(21, 24, 27)' } as const;

/** The colour behind a page. */
export const groundOf = (page: Page): Promise<string> =>
  page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);

/** Names that minifiers keep, each of one library alone. */
const libraries = {
  /** A mark of Plot’s. */
  plot: /plot-d6a7b5/,
  /** An error of zod’s. */
  zod: /invalid_union/,
  capnweb: /RpcTarget/,
  lumenize: /__rpc|lumenize\.rpc/,
  trpc: /TRPCClientError/,
  orpc: /ORPC_ERROR_CONSTRUCTORS/,
  /** oRPC’s server half. */
  orpcServer: /ORPC_HIDDEN_ROUTER_CONTRACT/,
} as const;

/**
 * Notes the scripts that a page and its workers ask for from now on.
 *
 * @returns what reads those so far: which libraries are in them
 */
export function watchScripts(page: Page): () => Set<keyof typeof libraries> {
  const texts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith('.js')) return;
    // From where it was built: a browser keeps no copy of what its workers got.
    texts.push(readFileSync(join(testSite().directory, pathname), 'utf8'));
  });
  return () => {
    if (texts.length === 0) throw new Error('scripts: got none, expected some');
    const found = Object.entries(libraries).filter(([, name]) =>
      texts.some((text) => name.test(text)),
    );
    return new Set(found.map(([library]) => library as keyof typeof libraries));
  };
}
