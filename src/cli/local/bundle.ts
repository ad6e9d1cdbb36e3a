import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** How wrangler bundles a Worker, for esbuild: one module, with the platform's left outside. */
export function bundleOptions(root: string, main: string, outfile: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [join(root, main)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    sourcemap: 'inline',
    logLevel: 'silent',
  };
}
