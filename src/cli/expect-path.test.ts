import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { scratchFolder } from './shared/testing/scratch.ts';
import manifest from '../../package.json' with { type: 'json' };

const scratch = scratchFolder(afterAll);

/** A checkout at a path of its own. */
function checkoutAt(name: string): string {
  const root = join(scratch, name);
  mkdirSync(root, { recursive: true });
  symlinkSync(join(process.cwd(), 'src'), join(root, 'src'));
  return root;
}

/** Runs a command there. @returns its exit code, and all that it said */
const run = (root: string, file: string, ...args: string[]) =>
  new Promise<[number | string | null | undefined, string]>((resolve) => {
    execFile(file, args, { cwd: root }, (error, stdout, stderr) =>
      resolve([error === null ? 0 : error.code, stdout + stderr]),
    );
  });

const scripts = ['start', 'test', 'check', 'deploy'] as const;

it.each(scripts)('npm run %s refuses a checkout at an odd path before all else', (name) => {
  expect(manifest.scripts[name]).toMatch(/^exec node -r \.\/src\/cli\/expect-path\.cjs /);
});

it.each(["it's", 'the "site"', 'c#', 'why?', 'a*', 'a:b', 'a\\b'])('refuses %s', async (name) => {
  const root = checkoutAt(name);
  const [found] = /['"#?*:\\]/.exec(name) ?? [];
  expect(await run(root, process.execPath, 'src/cli/expect-path.cjs')).toEqual([
    1,
    `${root}: got a folder with ${found} in its path, expected none of ' " # ? * : \\ there. ` +
      'Move the checkout to another folder, then start again.\n',
  ]);
});

it('other paths are not', async () => {
  const root = checkoutAt('a b&c+d(e)@f~g=h,i;j!k$l%41é');
  expect(await run(root, process.execPath, 'src/cli/expect-path.cjs')).toEqual([0, '']);
});
