/** An author’s machine: the package packed as it is published, and folders that have it installed. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { allCases } from '../../../testing/all-cases.ts';
import { packInto } from '../pack.ts';

export const root = process.cwd();
export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
};

/** The machine’s own Node, not the one that this project brings: an author may have Node 20. */
const PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter((place) => !place.includes('node_modules'))
  .join(':');
export const env = {
  ...process.env,
  PATH,
  NODE_OPTIONS: '',
  HOME: tmpdir(),
};

/** Where the package was packed, and the folders are. */
export const home = mkdtempSync(join(tmpdir(), 'roundtrip-package-'));

export async function run(file: string, args: readonly string[], cwd: string, variables = env) {
  const options = { cwd, env: variables, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(file, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

export const COMMAND = 'node_modules/roundtrip/packed/roundtrip.js';
export const roundtrip = (cwd: string, ...args: string[]) => run('node', [COMMAND, ...args], cwd);

/** A folder of an author’s, with the package installed. */
export async function folderWith(name: string): Promise<string> {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  if (allCases) {
    const { code, stderr } = await run(
      'npm',
      ['install', join(home, 'roundtrip-0.1.0.tgz')],
      folder,
    );
    expect(code, stderr).toBe(0);
  } else {
    // The registry may be out of reach, and these are the versions that it would give.
    for (const dependency of Object.keys(manifest.dependencies)) {
      mkdirSync(dirname(join(folder, 'node_modules', dependency)), { recursive: true });
      symlinkSync(join(root, 'node_modules', dependency), join(folder, 'node_modules', dependency));
    }
    cpSync(join(home, 'package'), join(folder, 'node_modules/roundtrip'), { recursive: true });
  }
  return folder;
}

/** Packs what `npm publish` would send. */
export async function pack(): Promise<void> {
  await run('tar', ['xzf', await packInto(home)], home);
}

export const leave = (): void => rmSync(home, { recursive: true, force: true });
