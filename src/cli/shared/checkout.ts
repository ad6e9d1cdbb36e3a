/** A checkout of this project: its commit and state, and other revisions of it. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runToEnd, temporaryFolder } from './process-end.ts';

/** The output of a git command. @throws Error with what it complains of */
export async function git(root: string, ...args: string[]): Promise<string> {
  const most = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)('git', args, most)).stdout;
}

/** The build of a bench, as it tells it. */
export interface BuildInfo {
  /** Full hash of HEAD; empty outside of a git checkout. */
  commit: string;
  /** Whether the work tree differs from HEAD; false where there is no commit. */
  dirty: boolean;
  /** ISO 8601. */
  builtAt: string;
}

/** File of the package that says which commit it was made of. */
export const BUILD_FILE = 'build.json';

/** Reads commit and state of the checkout at `root`, or of what the package there was made of. */
export async function readBuildInfo(root: string): Promise<BuildInfo> {
  const told = join(root, BUILD_FILE);
  // The package lies in somebody else’s checkout.
  if (existsSync(told)) return JSON.parse(readFileSync(told, 'utf8')) as BuildInfo;
  const builtAt = new Date().toISOString();
  try {
    const commit = await git(root, 'rev-parse', 'HEAD');
    const changes = await git(root, 'status', '--porcelain');
    return { commit: commit.trim(), dirty: changes !== '', builtAt };
  } catch {
    // An unpacked archive has no history: the bench then says that it does not know.
    return { commit: '', dirty: false, builtAt };
  }
}

/** The Worker's variables that say which build of the checkout at `root` it is. */
export async function buildVars(root: string): Promise<Record<string, string>> {
  const { commit, dirty, builtAt } = await readBuildInfo(root);
  return { COMMIT: commit, DIRTY: String(dirty), BUILT_AT: builtAt };
}

/** Full hash of a revision. @throws Error when there is no such revision */
async function commitOf(root: string, revision: string): Promise<string> {
  try {
    const asked = ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`];
    return (await git(root, ...asked)).trim();
  } catch (cause) {
    throw new Error(`revision: got "${revision}", expected one that git knows here`, { cause });
  }
}

/** A checkout of another revision, within this one. */
export interface Worktree {
  /** Full hash of its commit. */
  commit: string;
  directory: string;
  remove: () => void;
}

/**
 * Checks a revision out into a temporary folder of the checkout, with its packages: those of this checkout when
 * both lockfiles have the same, freshly installed ones when they differ. It is deleted when the
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
  const scratch = await temporaryFolder('base', join(root, '.local'));
  const directory = join(scratch.path, 'tree');
  const remove = () => {
    process.removeListener('exit', remove);
    // Without waiting: at exit nothing else would be run to its end.
    spawnSync('git', ['worktree', 'remove', '--force', directory], { cwd: root });
    rmSync(scratch.path, { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: root });
  };
  process.on('exit', remove);
  try {
    await git(root, 'worktree', 'add', '--detach', directory, commit);
    const same = lockedIn(root) === lockedIn(directory);
    if (same || packages === 'ours') {
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
 * The packages of a lockfile with their versions; empty where there is none. Without the optional ones:
 * `npm install` adds to the file those for other machines as it finds them, and none has a version of
 * its own.
 */
function lockedIn(directory: string): string {
  const file = join(directory, 'package-lock.json');
  if (!existsSync(file)) return '';
  const { packages = {} } = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
  const needed = Object.entries(packages).filter(([path, { optional }]) => path && !optional);
  return needed
    .map(([path, { version, integrity }]) => [path, version, integrity].join())
    .join('\n');
}

/** What is read of `package-lock.json`: its packages, by their folders. */
interface Lockfile {
  packages?: Record<string, { version?: string; integrity?: string; optional?: boolean }>;
}

async function install(directory: string): Promise<void> {
  process.stderr.write('The revision has other packages: installing them …\n');
  const args = ['install', '--no-audit', '--no-fund'];
  const { ok, stderr } = await runToEnd('npm', args, { cwd: directory });
  if (!ok) throw new Error(`npm install of the revision failed: ${stderr.trim()}`);
}
