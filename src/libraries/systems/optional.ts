/** Packages that a registry may lack, and settings of bundlers for them: `imports` in package.json has a condition for each. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package of each system that needs one. Its folder has `library.ts` and, if that is not installed, `absent.ts`. */
const packages = { 'kkrpc-2': 'kkrpc-2', 'lumenize-rpc': '@lumenize/rpc' } as const;

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const installedFile = (path: string) => fileAt(`../../../node_modules/${path}`);

/** The version of a system’s optional package; undefined if it is not installed. */
function optionalVersion(system: keyof typeof packages): string | undefined {
  const manifest = installedFile(`${packages[system]}/package.json`);
  if (!existsSync(manifest)) return undefined;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

// For Node, which has no conditions of its own for a package, so that it looks itself whether there is one.
export const kkrpc2Version = optionalVersion('kkrpc-2');
export const lumenizeRpcVersion = optionalVersion('lumenize-rpc');

const systems = Object.keys(packages) as Array<keyof typeof packages>;

/** Conditions of imports in addition to a bundler’s own: the ids of systems whose package is installed. */
export const conditions: readonly string[] = systems.filter(
  (system) => optionalVersion(system) !== undefined,
);

/** The logger of `@lumenize/rpc` for every runtime: its exports for single ones lead to files that it does not ship. */
export const debugFile = installedFile('@lumenize/debug/dist/index.js');

/** Modules that a bundler replaces, in addition to the conditions. */
export const alias: Readonly<Record<string, string>> = conditions.includes('lumenize-rpc')
  ? { '@lumenize/debug': debugFile }
  : {};

/** The same for Vite, whose conditions do not reach every form in which it bundles. */
export const viteAlias: Readonly<Record<string, string>> = {
  ...alias,
  ...Object.fromEntries(
    systems.flatMap((system) => {
      const isHere = conditions.includes(system);
      return [
        [`#${system}/library`, fileAt(`./${system}/${isHere ? 'library' : 'absent'}.ts`)],
        [`#${system}/version`, fileAt(`./${system}/${isHere ? 'installed' : 'absent'}.ts`)],
      ];
    }),
  ),
};

/** Conditions by which wrangler resolves imports, in the form of its environment variable. */
export const WRANGLER_CONDITIONS = ['workerd', 'worker', 'browser', ...conditions].join();

if (import.meta.main) process.stdout.write(WRANGLER_CONDITIONS);
