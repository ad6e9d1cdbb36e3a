/** Settings of bundlers for `@lumenize/rpc`, an optional package: `imports` in package.json has a condition for it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const manifest = fileAt('../../../../node_modules/@lumenize/rpc/package.json');

/** Its version; undefined if it is not installed. */
export const version: string | undefined = existsSync(manifest)
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  : undefined;

/** Conditions of imports in addition to a bundler’s own. */
export const conditions: readonly string[] = version === undefined ? [] : ['lumenize-rpc'];

/** Its logger’s module for every runtime: the exports for single ones lead to files that it does not ship. */
export const debugFile = fileAt('../../../../node_modules/@lumenize/debug/dist/index.js');

/** Modules that a bundler replaces, in addition to the condition. */
export const alias: Readonly<Record<string, string>> =
  version === undefined ? {} : { '@lumenize/debug': debugFile };

/** The same for Vite, whose conditions do not reach every form in which it bundles. */
export const viteAlias: Readonly<Record<string, string>> =
  version === undefined
    ? {}
    : {
        ...alias,
        '#lumenize-rpc/library': '@lumenize/rpc',
        '#lumenize-rpc/version': fileAt('./installed.ts'),
      };
