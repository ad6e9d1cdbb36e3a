import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './src/cli/shared/browser.ts';
import { findFreePair } from './src/cli/shared/ports.ts';
import { RUNNING } from './src/testing/site.ts';

/** Tests that run a bench: those of the live bench, and those elsewhere that say so. */
const RUNS = /live-bench\S*\.page\.test\.ts|@run/;

// Evaluated again in each worker, which inherits what the first evaluation found.
process.env['CHROMIUM_PATH'] = findChromium();
process.env['ROUNDTRIP_TEST_PORT'] ??= String(await findFreePair());

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.page.test.ts',
  globalSetup: './src/testing/build.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  workers: 3,
  projects: [
    // Measurements share one bench, which some take away: two at once would disturb each other.
    { name: RUNNING, grep: RUNS, workers: 1 },
    { name: 'reading', grepInvert: RUNS, fullyParallel: true },
  ],
  // A live run takes seconds, on a busy machine tens of them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['./src/testing/slowest.ts'], ['list']],
  use: {
    baseURL: `http://localhost:${process.env['ROUNDTRIP_TEST_PORT']}`,
    viewport: { width: 1280, height: 900 },
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [...CHROMIUM_ARGS],
    },
  },
});
