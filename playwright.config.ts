import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, needChromium } from './src/cli/shared/browser.ts';
import { chooseTestPorts, testSite } from './src/testing/site.ts';

/** Tests that run a bench. */
const RUNS = /@run/;
// Evaluated again in each worker, which inherits what the first evaluation found or installed.
const executablePath = await needChromium();
await chooseTestPorts();

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.page.test.ts',
  globalSetup: './src/testing/site.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  // One more than a small machine has cores: a live run waits for its rounds.
  workers: 3,
  projects: [
    // One at a time: two runs beside each other take more than twice as long.
    { name: 'running', grep: RUNS, workers: 1 },
    { name: 'reading', grepInvert: RUNS, fullyParallel: true },
  ],
  // A live run takes seconds, on a busy machine tens of them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: testSite().origin,
    viewport: { width: 1280, height: 900 },
    actionTimeout: 20_000,
    launchOptions: { executablePath, args: [...CHROMIUM_ARGS] },
  },
});
