import type { KnipConfig } from 'knip';

/** The imports and exports of an MDX file. */
const mdx = (text: string): string => (text.match(/^(import|export) .*?;$/gms) ?? []).join('\n');

/** The front matter of an Astro file and the scripts that run in the browser. */
const astro = (text: string): string => {
  const front = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*is:inline)([^>]*)>(.*?)<\/script>/gs)];
  const loaded = scripts.map(([, attributes = '', body = '']) => {
    const file = /src="(.+?)"/.exec(attributes)?.[1];
    return file === undefined ? body : `import '${file}';`;
  });
  return [front, ...loaded].join('\n');
};

export default {
  compilers: { mdx, astro },
  // Its configuration looks for a browser, and installs one, when it is loaded.
  playwright: false,
  entry: [
    'playwright.config.ts',
    'src/testing/site.ts',
    // Started behind `exec`, where knip does not look.
    'src/testing/at-once.ts',
    'src/cli/roundtrip/pack.ts',
    'src/**/*.page.test.ts',
    'src/testing/browsers.config.ts',
    'src/**/*.browser.test.ts',
    'src/cli/*/index.ts',
    'src/cli/*/testing/*/index.ts',
    'content/**/*.mdx',
    // Loaded by the id of their entry.
    'content/**/*.claims.ts',
    'src/site/route-data.ts',
    // Compiled into the package under this name.
    'src/cli/roundtrip/harness.ts',
    // Loaded by the id of their system, or by name from another process, a Worker or a page.
    'src/libraries/systems/*/*.ts',
    'bench-workers/**/testing/worker.ts',
    'src/site/live-bench/run/worker.ts',
    'src/wire/grpc/servers/serve.ts',
    'src/wire/windows/peer.ts',
  ],
  project: ['src/**/*.{ts,astro}', 'content/**/*.{mdx,ts}', 'bench-workers/**/*.ts'],
  ignoreDependencies: ['bun', 'deno', '@astrojs/mdx', 'typescript-7'],
  ignoreBinaries: ['jq', 'taskset'],
} satisfies KnipConfig;
