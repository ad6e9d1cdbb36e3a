import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Runtime } from './names.ts';

/** The file of each in its package: the program itself, because what starts it could not end it. */
const programs = {
  node: { file: 'bin/node', args: [] },
  bun: { file: 'bin/bun.exe', args: [] },
  deno: { file: 'deno', args: ['run', '--allow-all', '--no-lock', '--quiet'] },
} as const satisfies Record<Runtime, { file: string; args: readonly string[] }>;

const require = createRequire(import.meta.url);

/**
 * The command that runs a script in a runtime.
 *
 * @throws Error naming the file that was looked for, where the runtime is not installed
 */
export function commandOf(runtime: Runtime): { file: string; args: readonly string[] } {
  const { file, args } = programs[runtime];
  const path = join(dirname(require.resolve(`${runtime}/package.json`)), file);
  if (existsSync(path)) return { file: path, args };
  throw new Error(`${runtime}: got no file ${path}, expected the one that npm install brings`);
}

/** Version of an installed package, those that runtimes come in included. */
export function versionOf(name: string): string {
  return (require(`${name}/package.json`) as { version: string }).version;
}

/** The runtime that runs this. */
export function thisRuntime(): Runtime {
  const { versions } = process;
  return versions['bun'] !== undefined ? 'bun' : versions['deno'] !== undefined ? 'deno' : 'node';
}
