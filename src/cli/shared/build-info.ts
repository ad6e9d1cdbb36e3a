import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the bench says of its own build. */
export interface BuildInfo {
  /** Full hash of HEAD; empty outside of a git checkout. */
  commit: string;
  /** Whether the work tree differs from HEAD; false where there is no commit. */
  dirty: boolean;
  /** ISO 8601. */
  builtAt: string;
}

/** Reads commit and state of the checkout at `root`. */
export async function readBuildInfo(root: string): Promise<BuildInfo> {
  const builtAt = new Date().toISOString();
  try {
    const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: root });
    const { stdout: changes } = await run('git', ['status', '--porcelain'], { cwd: root });
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
