/** The Go module’s own tests and checks, if Go is installed and the module differs from the main branch. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';

const SERVERS = fileURLToPath(new URL('../../../bench-servers', import.meta.url));
const MODULE = join(SERVERS, 'grpc-go');
/** Longest time of a step, in ms, if nothing has been compiled yet. */
const STEP_MS = 240_000;

/** @throws Error with all that the command said */
function run(file: string, ...args: string[]): string {
  return execFileSync(file, args, {
    cwd: MODULE,
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: STEP_MS,
  });
}

/** Whether nothing below `bench-servers` was changed since this branch left the main one. */
function isAsOnMain(): boolean {
  try {
    const changed = run('git', 'diff', '--name-only', 'main...', '--', SERVERS);
    return changed + run('git', 'status', '--porcelain', '--', SERVERS) === '';
  } catch {
    // An unpacked archive, or a checkout of only this branch, has no main one.
    return false;
  }
}

/** Why nothing of it is tried here; undefined if it is. */
function whyNot(): string | undefined {
  if (!allCases && isAsOnMain()) return 'bench-servers is as on the main branch';
  try {
    run('go', 'mod', 'download');
    return undefined;
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1);
  }
}

const why = whyNot();

it.skipIf(why !== undefined)(
  `the Go module passes gofmt, go vet and go test${why === undefined ? '' : ` (left out: ${why})`}`,
  { timeout: 2 * STEP_MS },
  () => {
    expect(run('gofmt', '-l', '.')).toBe('');
    run('go', 'vet', './...');
    expect(run('go', 'test', './...')).toContain('ok');
  },
);
