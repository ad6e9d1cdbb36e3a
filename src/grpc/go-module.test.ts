/** The Go module’s own tests and checks, where Go is. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../../bench-servers/grpc-go', import.meta.url));
/** Longest that a step may take, in ms, where nothing has been compiled yet. */
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

/** Why nothing of it can be compiled here; undefined where it can. */
function withoutGo(): string | undefined {
  try {
    run('go', 'mod', 'download');
    return undefined;
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1);
  }
}

const why = withoutGo();

it.skipIf(why !== undefined)(
  `the Go module passes gofmt, go vet and go test${why === undefined ? '' : ` (skipped: ${why})`}`,
  { timeout: 2 * STEP_MS },
  () => {
    expect(run('gofmt', '-l', '.')).toBe('');
    run('go', 'vet', './...');
    expect(run('go', 'test', './...')).toContain('ok');
  },
);
