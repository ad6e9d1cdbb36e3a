import { existsSync } from 'node:fs';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { chooseTestPorts, testSite } from './site.ts';

const installed = [firefox, webkit].filter((browser) => existsSync(browser.executablePath()));
if (installed.length === 0)
  throw new Error('got neither Firefox nor WebKit: run npx playwright install firefox webkit');
await chooseTestPorts();

export default defineConfig({
  testMatch: '*.browser.test.ts',
  globalSetup: './site.ts',
  outputDir: '../../test-results',
  workers: 1,
  projects: installed.map((browser) => {
    const browserName = browser.name() as 'firefox' | 'webkit';
    return { name: browserName, use: { browserName } };
  }),
  // A run that takes until it has decided, on a busy machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: { baseURL: testSite().origin, viewport: { width: 1280, height: 900 } },
});
