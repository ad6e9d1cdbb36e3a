/** A checkout of this project: its commit and state. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { say } from './args.ts';

/** The output of a git command. @throws Error with what it complains of */
async function git(root: string, ...args: string[]): Promise<string> {
  const most = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)('git', args, most)).stdout;
}

/** The folder of the checkout that a folder lies in; undefined outside of any. */
export async function checkoutRoot(folder: string): Promise<string | undefined> {
  return git(folder, 'rev-parse', '--show-toplevel').then(
    (root) => root.trim(),
    (error: unknown) => {
      tellOfOwner(folder, error);
      return undefined;
    },
  );
}

/** True if git leaves a file out of commits. */
export const isIgnored = (file: string): Promise<boolean> =>
  git(dirname(file), 'check-ignore', '--quiet', file).then(
    () => true,
    () => false,
  );

/** The build of a bench, as it tells it. */
export interface BuildInfo {
  /** Full hash of HEAD; empty outside of a git checkout. */
  commit: string;
  /** True if the work tree differs from HEAD, records apart; false without a commit. */
  dirty: boolean;
  /** ISO 8601. */
  builtAt: string;
}

/** Checkouts that git refused to read. Each is reported once. */
const refused = new Set<string>();

/** Says once of a folder that git refuses it because of its owner. */
function tellOfOwner(folder: string, error: unknown): void {
  if (!/dubious ownership/.test(messageOf(error)) || refused.has(folder)) return;
  refused.add(folder);
  const allow = `git config --global --add safe.directory ${folder}`;
  say(`${folder}: git reads no checkout of another user, so its commit is unknown: ${allow}`);
}

/** Folder of records, from the root. A campaign adds to it, and none of it is code. */
export const RECORDS = 'content/records';

/** Paths of the files below folders that git does not ignore, sorted. */
export async function filesIn(root: string, folders: readonly string[]): Promise<string[]> {
  const flags = ['-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = await git(root, 'ls-files', ...flags, '--', ...folders);
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
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
    const changes = await git(root, 'status', '--porcelain', '--', '.', `:!${RECORDS}`);
    return { commit: commit.trim(), dirty: changes !== '', builtAt };
  } catch (error) {
    // An unpacked archive has no history: the bench then says that it does not know.
    tellOfOwner(root, error);
    return { commit: '', dirty: false, builtAt };
  }
}
