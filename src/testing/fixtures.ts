import { test as base, type ConsoleMessage, type Request } from '@playwright/test';
import { startBench, type LocalBench } from '../cli/local/bench.ts';
import { startPages } from '../cli/local/pages.ts';
import { testSite, type TestSite } from './site.ts';

interface Fixtures {
  /** Fails the test when the page logs an error or asks anyone but the site and its bench. */
  watched: { expectErrors(pattern: RegExp): void };
}

interface WorkerFixtures {
  site: TestSite;
  /** The real bench on local workerd. A test that kills it must start it again. */
  bench: LocalBench;
}

/** Playwright's test with the built site, a real bench, and eyes on console and network. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = testSite();
      const pages = await startPages(site.directory, site.port);
      await use(site);
      await pages.stop();
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  bench: [
    async ({ site }, use) => {
      const bench = await startBench({
        root: site.root,
        port: site.port + 1,
        allowedOrigins: [site.origin],
      });
      await use(bench);
      await bench.stop();
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  watched: [
    async ({ page, site }, use) => {
      const problems: string[] = [];
      const expected: RegExp[] = [];
      const admitted = [site.origin, site.benchOrigin, site.benchOrigin.replace('http', 'ws')];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error') problems.push(message.text());
      };
      const onRequest = (url: string) => {
        const { protocol, origin, host } = new URL(url);
        const here = protocol.startsWith('ws') ? `${protocol}//${host}` : origin;
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

export { expect } from '@playwright/test';
