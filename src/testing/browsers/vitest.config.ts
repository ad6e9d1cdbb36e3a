import { defineConfig } from 'vitest/config';
import { chooseTestPorts } from '../site.ts';

await chooseTestPorts();

export default defineConfig({
  root: process.cwd(),
  test: {
    include: ['src/testing/browsers/*.browser.test.ts'],
    globalSetup: './src/testing/site.ts',
    // A run that takes until it has decided, on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
