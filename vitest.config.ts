import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'bench-workers/**/*.test.ts'],
    exclude: ['**/*.page.test.ts', '**/node_modules/**'],
    // Tests that start workerd or simulate thousands of runs take seconds on a small machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The images for links take their colours from the style sheets, which are empty otherwise.
    css: { include: /src\/styles\// },
    server: {
      // Its compiled imports lack file endings, which plain Node refuses and a bundler resolves.
      deps: { inline: ['@lumenize/structured-clone'] },
    },
  },
});
