import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'roundtrip-path-')));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A checkout at a path of its own. */
function checkoutAt(name: string): string {
  const root = join(scratch, name);
  mkdirSync(root, { recursive: true });
  for (const part of ['src', 'package.json', 'node_modules']) {
    symlinkSync(join(process.cwd(), part), join(root, part));
  }
  return root;
}

/** Runs a command there. @returns its exit code, and all that it said */
const run = (root: string, file: string, ...args: string[]) =>
  new Promise<[number | string | null | undefined, string]>((resolve) => {
    execFile(file, args, { cwd: root }, (error, stdout, stderr) =>
      resolve([error === null ? 0 : error.code, stdout + stderr]),
    );
  });

it.each([
  ["it's", "'", ['start']],
  ['the "site"', '"', ['start', '--', '--dev']],
  ['c#', '#', ['test']],
  ['why?', '?', ['run', 'check']],
  ['a*', '*', ['test', '--', 'units']],
  ['a:b', ':', ['run', 'deploy']],
  ['a\\b', '\\', ['start']],
])('a checkout at %s is refused at once', async (name, found, command) => {
  const root = checkoutAt(name);
  const [code, said] = await run(root, 'npm', '--silent', ...command);
  expect([code, said]).toEqual([
    1,
    `${root}: got a folder with ${found} in its path, expected none of ' " # ? * : \\ there. ` +
      'Move the checkout to another folder, then start again.\n',
  ]);
});

it('other paths are not', async () => {
  const root = checkoutAt('a b&c+d(e)@f~g=h,i;j!k$l%41é');
  expect(await run(root, process.execPath, 'src/cli/expect-path.cjs')).toEqual([0, '']);
});
