/**
 * Whether `@lumenize/rpc` is installed, and what bundlers have to be told then. It is an optional peer
 * dependency: `imports` in package.json leads to it under a condition of its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const manifest = fileAt('../../../node_modules/@lumenize/rpc/package.json');

/** Its version; undefined where it is not installed. */
export const installedVersion: string | undefined = existsSync(manifest)
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  : undefined;

/** Conditions of imports besides a bundler’s own. */
export const conditions: readonly string[] = installedVersion === undefined ? [] : ['lumenize-rpc'];

/** Its logger’s module for every runtime: the exports for single ones lead to files that it does not ship. */
export const debugFile = fileAt('../../../node_modules/@lumenize/debug/dist/index.js');

/** What a bundler has to take in the place of what, beyond the condition. */
export const alias: Readonly<Record<string, string>> =
  installedVersion === undefined ? {} : { '@lumenize/debug': debugFile };

/** The same for Vite, whose conditions do not reach every form in which it bundles. */
export const viteAlias: Readonly<Record<string, string>> =
  installedVersion === undefined
    ? {}
    : {
        ...alias,
        '#lumenize-rpc/library': fileAt('./installed/library.ts'),
        '#lumenize-rpc/version': fileAt('./installed/version.ts'),
      };
