import { execFile, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A checkout of another revision, beside this one. */
export interface Worktree {
  /** Full hash of its commit. */
  commit: string;
  directory: string;
  remove(): void;
}

/**
 * Checks a revision out into a temporary folder, with its packages: those of this checkout when
 * both lockfiles are the same, freshly installed ones when they differ. It is deleted when the
 * process exits at the latest.
 *
 * @throws Error when there is no such revision, or its packages cannot be installed
 */
export async function addWorktree(root: string, revision: string): Promise<Worktree> {
  const commit = await commitOf(root, revision);
  const scratch = await mkdtemp(join(tmpdir(), 'roundtrip-base-'));
  const directory = join(scratch, 'tree');
  const remove = () => {
    process.removeListener('exit', remove);
    // Without waiting: at exit nothing else would be run to its end.
    spawnSync('git', ['worktree', 'remove', '--force', directory], { cwd: root });
    rmSync(scratch, { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: root });
  };
  process.on('exit', remove);
  try {
    await run('git', ['worktree', 'add', '--detach', directory, commit], { cwd: root });
    if (await sameLockfile(root, directory)) {
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

async function commitOf(root: string, revision: string): Promise<string> {
  try {
    const { stdout } = await run(
      'git',
      ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`],
      { cwd: root },
    );
    return stdout.trim();
  } catch (cause) {
    throw new Error(`--interleaved: got "${revision}", expected a revision that git knows here`, {
      cause,
    });
  }
}

async function sameLockfile(root: string, directory: string): Promise<boolean> {
  const [here, there] = [root, directory].map((each) => join(each, 'package-lock.json'));
  if (here === undefined || there === undefined || !existsSync(here) || !existsSync(there)) {
    return false;
  }
  return (await readFile(here, 'utf8')) === (await readFile(there, 'utf8'));
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
