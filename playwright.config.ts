import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, needChromium } from './src/cli/shared/browser.ts';
import { allCases } from './src/testing/all-cases.ts';
import { ALONE, chooseTestPorts, RUNNING, testSite } from './src/testing/site.ts';

/** Tests that run a bench: those of the live bench, and those elsewhere that say so. */
const RUNS = /live-bench\S*\.page\.test\.ts|@run/;
/** Tests that run only where all cases are asked for. */
const LEFT_OUT = allCases ? [] : [/@all-cases/];
/** Tests that have a bench to themselves. */
const HAS_ITS_OWN = /live-bench-trouble|@alone/;

// Evaluated again in each worker, which inherits what the first evaluation found or installed.
const executablePath = await needChromium();
await chooseTestPorts();

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.page.test.ts',
  globalSetup: './src/testing/build.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  // One more than a small machine has cores: a live run waits for its rounds.
  workers: 3,
  projects: [
    {
      name: ALONE,
      grep: HAS_ITS_OWN,
      grepInvert: LEFT_OUT,
      workers: 1,
      use: { baseURL: testSite(ALONE).origin },
    },
    // One at a time: two runs beside each other take more than twice as long.
    { name: RUNNING, grep: RUNS, grepInvert: [HAS_ITS_OWN, ...LEFT_OUT], workers: 1 },
    { name: 'reading', grepInvert: [RUNS, HAS_ITS_OWN, ...LEFT_OUT], fullyParallel: true },
  ],
  // A live run takes seconds, on a busy machine tens of them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['./src/testing/slowest.ts'], ['list']],
  use: {
    baseURL: testSite().origin,
    viewport: { width: 1280, height: 900 },
    actionTimeout: 20_000,
    launchOptions: {
      executablePath,
      args: [...CHROMIUM_ARGS],
    },
  },
});
