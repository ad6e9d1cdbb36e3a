import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deleteWithThis } from '../shared/keeper.ts';

const run = promisify(execFile);

/** A checkout of another revision, beside this one. */
export interface Worktree {
  /** Full hash of its commit. */
  commit: string;
  directory: string;
  remove(): void;
}

/**
 * Checks a revision out into a temporary folder of the checkout, with its packages: those of this checkout when
 * both lockfiles are the same, freshly installed ones when they differ. It is deleted when the
 * process ends at the latest.
 *
 * @param packages `ours` for those of this checkout in any case: nothing is installed then
 * @throws Error when there is no such revision, or its packages cannot be installed
 */
export async function addWorktree(
  root: string,
  revision: string,
  packages: 'its own' | 'ours' = 'its own',
): Promise<Worktree> {
  const commit = await commitOf(root, revision);
  // Below the checkout: Astro takes a package that shares no folder with what it builds for a page's.
  await mkdir(join(root, '.local'), { recursive: true });
  const scratch = await mkdtemp(join(root, '.local/base-'));
  const directory = join(scratch, 'tree');
  const remove = () => {
    process.removeListener('exit', remove);
    // Without waiting: at exit nothing else would be run to its end.
    spawnSync('git', ['worktree', 'remove', '--force', directory], { cwd: root });
    rmSync(scratch, { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: root });
  };
  process.on('exit', remove);
  deleteWithThis(scratch);
  try {
    await run('git', ['worktree', 'add', '--detach', directory, commit], { cwd: root });
    const same = lockfileOf(root)?.equals(lockfileOf(directory) ?? Buffer.of());
    if (same === true || packages === 'ours') {
      await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    } else {
      await install(directory);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { commit, directory, remove };
}

/**
 * Ids of the studies that can be run at a revision: each has a folder of that name. Nothing is checked
 * out or installed for it.
 *
 * @throws Error when there is no such revision
 */
export async function studiesAt(root: string, revision: string): Promise<string[]> {
  const commit = await commitOf(root, revision);
  const listing = ['ls-tree', '-r', '--name-only', '--full-tree', commit, 'src/studies/'];
  const { stdout } = await run('git', listing, { cwd: root });
  return [...stdout.matchAll(/^src\/studies\/([^/]+)\/study\.ts$/gm)].map(([, id = '']) => id);
}

async function commitOf(root: string, revision: string): Promise<string> {
  try {
    const asked = ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`];
    return (await run('git', asked, { cwd: root })).stdout.trim();
  } catch (cause) {
    throw new Error(`revision: got "${revision}", expected one that git knows here`, {
      cause,
    });
  }
}

function lockfileOf(directory: string): Buffer | undefined {
  const file = join(directory, 'package-lock.json');
  return existsSync(file) ? readFileSync(file) : undefined;
}

async function install(directory: string): Promise<void> {
  process.stderr.write('The revision has other packages: installing them …\n');
  try {
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: directory });
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`npm install of the revision failed: ${stderr.trim()}`, { cause });
  }
}
