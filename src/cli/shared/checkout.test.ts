import { existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryCheckout } from './testing/spawn-cli.ts';
import { addWorktree } from './checkout.ts';

let checkout: ReturnType<typeof temporaryCheckout>;
beforeAll(() => {
  checkout = temporaryCheckout();
  mkdirSync(join(checkout.directory, 'node_modules'));
});
afterAll(() => checkout.remove());

const worktrees = () => checkout.git('worktree', 'list', '--porcelain').match(/^worktree /gm);

describe('a worktree', () => {
  it('is the revision with this checkout’s packages, and leaves nothing behind', async () => {
    writeFileSync(join(checkout.directory, 'new.txt'), 'new');
    const tree = await addWorktree(checkout.directory, 'HEAD');
    expect(tree.commit).toBe(checkout.commit);
    // Elsewhere its pages cannot be built with packages that are linked.
    expect(tree.directory.startsWith(`${checkout.directory}/.local/`)).toBe(true);
    expect(existsSync(join(tree.directory, 'package-lock.json'))).toBe(true);
    expect(existsSync(join(tree.directory, 'new.txt'))).toBe(false);
    const packages = join(tree.directory, 'node_modules');
    expect(lstatSync(packages).isSymbolicLink()).toBe(true);
    expect(realpathSync(packages)).toBe(realpathSync(join(checkout.directory, 'node_modules')));
    tree.remove();
    expect(existsSync(tree.directory)).toBe(false);
    expect(existsSync(join(checkout.directory, 'node_modules'))).toBe(true);
    expect(worktrees()).toHaveLength(1);
  });

  it('has packages of its own where the versions differ, whatever machines the lockfile names', async () => {
    const file = join(checkout.directory, 'package-lock.json');
    const lock = (packages: object) =>
      writeFileSync(file, JSON.stringify({ lockfileVersion: 3, packages }));
    const linked = async () => {
      const { directory, remove } = await addWorktree(checkout.directory, 'HEAD');
      onTestFinished(remove);
      return lstatSync(join(directory, 'node_modules'), {
        throwIfNoEntry: false,
      })?.isSymbolicLink();
    };
    lock({ 'node_modules/elsewhere': { version: '1.0.0', optional: true } });
    expect(await linked()).toBe(true);
    lock({ 'node_modules/needed': { version: '1.0.0' } });
    // There is nothing to install here: that it is tried is enough.
    await expect(linked()).rejects.toThrow('npm install of the revision failed');
  });

  it('of an unknown revision is refused by name', async () => {
    await expect(addWorktree(checkout.directory, 'nowhere')).rejects.toThrow(
      'revision: got "nowhere", expected one that git knows here',
    );
    await expect(addWorktree(checkout.directory, '--all')).rejects.toThrow('got "--all"');
    expect(worktrees()).toHaveLength(1);
  });
});
