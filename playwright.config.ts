import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './src/cli/local/browser.ts';
import { findFreePair } from './src/cli/local/ports.ts';

// Evaluated again in each worker, which inherits what the first evaluation found.
process.env['CHROMIUM_PATH'] = findChromium();
process.env['ROUNDTRIP_TEST_PORT'] ??= String(await findFreePair());

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.page.test.ts',
  globalSetup: './src/testing/build.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  // Measurements share the machine's cores: two at once would disturb each other.
  workers: 1,
  // A live run takes seconds, on a busy machine tens of them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
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
