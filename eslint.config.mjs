import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Rules that need types. They take as long as all other checks, so that `npm test` leaves them to `npm run check`. */
const typed = {
  files: ['**/*.ts'],
  // The scripts of components: they are one import long, and no program holds them.
  ignores: ['**/*.astro/*.ts'],
  extends: [tseslint.configs.recommendedTypeCheckedOnly],
  languageOptions: {
    parserOptions: {
      project: ['./tsconfig.json', './bench-workers/tsconfig.json'],
      tsconfigRootDir: import.meta.dirname,
    },
  },
  rules: {
    // The contract's client halves return promises where a test double has nothing to wait for.
    '@typescript-eslint/require-await': 'off',
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
  },
};

export default defineConfig(
  globalIgnores(['dist/', '.astro/', '.wrangler/', '.local/', 'packed/', 'test-results/']),
  tseslint.configs.recommended,
  process.env['UNTYPED'] === '1' ? [] : typed,
  astro.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
    },
  },
  { files: ['src/cli/**', 'bench-workers/guard/isolate.ts'], rules: { 'no-console': 'off' } },
);
