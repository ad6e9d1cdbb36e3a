import { spawnSync } from 'node:child_process';
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

/** Runs the file there. @returns its exit code, and all that it said */
function run(cwd: string) {
  const args = ['src/cli/expect-path.cjs'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return [status, stdout + stderr];
}

const scripts = ['start', 'test', 'check', 'deploy'] as const;

it.each(scripts)('npm run %s refuses a checkout at an odd path before all else', (name) => {
  expect(manifest.scripts[name]).toMatch(/^exec node -r \.\/src\/cli\/expect-path\.cjs /);
});

it.each(["it's", 'the "site"', 'c#', 'why?', 'a*', 'a:b', 'a\\b'])('refuses %s', (name) => {
  const root = checkoutAt(name);
  const [found] = /['"#?*:\\]/.exec(name) ?? [];
  expect(run(root)).toEqual([
    1,
    `${root}: got a folder with ${found} in its path, expected none of ' " # ? * : \\ there. ` +
      'Move the checkout to another folder, then start again.\n',
  ]);
});

it('other paths are not', () => {
  const root = checkoutAt('a b&c+d(e)@f~g=h,i;j!k$l%41é');
  expect(run(root)).toEqual([0, '']);
});
