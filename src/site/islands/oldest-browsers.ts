/** The oldest browsers that run the live benchmark: what is built for them, and what others are told. */

/** The first version of each, by its name in MDN’s compatibility data. */
export const oldestBrowsers = { safari: '16.4', firefox: '115', chrome: '111' } as const;

/** The syntax that all of them parse. A bundler that is given their names instead leaves `using` as it is. */
export const SYNTAX = 'es2022';

const { safari, firefox, chrome } = oldestBrowsers;
/** Their names and versions, for readers. */
export const OLDEST = `Safari ${safari}, Firefox ${firefox}, Chromium ${chrome}`;
/** For readers, by why a script did not run: it cannot be parsed, or it did not come. */
export const unloaded = {
  'too-old': `This browser is too old for the live benchmark (needs ${OLDEST} or newer). The published results work without it.`,
  'not-loaded':
    'The live benchmark could not be loaded. Check your connection and reload the page. The published results work without it.',
} as const;

/** Why an import failed: its script cannot be parsed, or did not come. Undefined for other errors. */
export function loadFailure(error: unknown): keyof typeof unloaded | undefined {
  // Text that is no JSON has errors of the same kind.
  if (error instanceof SyntaxError && !error.message.includes('JSON')) return 'too-old';
  const lost = /dynamically imported module|importing a module script/i;
  return error instanceof TypeError && lost.test(error.message) ? 'not-loaded' : undefined;
}

/**
 * Loads what this browser lacks, 6 kB compressed, before code that uses it is imported or called. A browser that has
 * `Symbol.asyncDispose` has all of it.
 */
export async function supplyMissing(): Promise<void> {
  if (!('asyncDispose' in Symbol)) await import('./missing-builtins.ts');
}
