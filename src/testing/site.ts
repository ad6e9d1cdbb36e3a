import { join } from 'node:path';

/** The tests that have a real bench beside the site, as a project of Playwright. */
export const RUNNING = 'running';

/** Where the site under test is built and served. */
export interface TestSite {
  root: string;
  directory: string;
  /** Port of the pages; the bench listens on the next one. */
  port: number;
  origin: string;
  benchOrigin: string;
}

/** The site of this test run, as playwright.config.ts chose it. */
export function testSite(): TestSite {
  const root = process.cwd();
  const port = Number(process.env['ROUNDTRIP_TEST_PORT']);
  return {
    root,
    directory: join(root, `.local/test-site-${port}`),
    port,
    origin: `http://localhost:${port}`,
    benchOrigin: `http://localhost:${port + 1}`,
  };
}
