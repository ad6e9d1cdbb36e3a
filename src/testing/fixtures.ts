import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  test as base,
  type Browser,
  type BrowserContext,
  type CDPSession,
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
        if (message.type() === 'error') problems.push(message.text());
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

interface Shared {
  context: BrowserContext;
  /** Of a page that stays open. */
  protocol: CDPSession;
}

async function share(browser: Browser): Promise<Shared> {
  const context = await browser.newContext();
  const protocol = await context.newCDPSession(await context.newPage());
  return { context, protocol };
}

/** The same for tests that read: those with the same options share a context, by which they are kept here. */
export const test = watchedTest.extend<object, { contexts: Map<string, Shared> }>({
  contexts: [
    async ({}, use) => {
      const contexts = new Map<string, Shared>();
      await use(contexts);
      for (const { context } of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  // To make a context takes Chromium longer than to show a page, and in a new one nothing is cached.
  context: async ({ browser, contexts, viewport, javaScriptEnabled }, use) => {
    const key = JSON.stringify([viewport, javaScriptEnabled]);
    const { context, protocol } = contexts.get(key) ?? (await share(browser));
    contexts.set(key, { context, protocol });
    const [stays] = context.pages();
    await use(context);
    // What a test leaves is what the next would find.
    for (const page of context.pages()) if (page !== stays) await page.close();
    const { origin } = testSite();
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  },
});

export { expect } from '@playwright/test';

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
