/** The program in Go: built where Go is there, into a folder that nobody commits. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MODULE = join(ROOT, 'bench-servers/grpc-go');
const CACHE = join(ROOT, 'node_modules/.cache/roundtrip');

const run = promisify(execFile);

export interface GoProgram {
  /** Path of the program. */
  file: string;
  /** Versions of Go and of grpc-go that are in it. */
  go: string;
  grpc: string;
  /** Flags that it was built with. */
  flags: string;
}

/**
 * Builds the server and the load generator; Go itself looks whether there is anything to do.
 *
 * @returns the program, or what is missing and how to get it, in a sentence without a full stop
 */
export async function buildGo(): Promise<GoProgram | { missing: string }> {
  const file = join(CACHE, process.platform === 'win32' ? 'roundtrip-grpc.exe' : 'roundtrip-grpc');
  await mkdir(CACHE, { recursive: true });
  try {
    await run('go', ['build', '-o', file, '.'], { cwd: MODULE });
    const { stdout } = await run('go', ['version', '-m', file]);
    return { file, ...versionsIn(stdout), flags: flagsIn(stdout) };
  } catch (error) {
    return { missing: whyNot(error as Error & { code?: unknown; stderr?: string }) };
  }
}

/** The versions in the output of `go version -m`. @throws Error where it names no version */
export function versionsIn(text: string): Pick<GoProgram, 'go' | 'grpc'> {
  const [, go] = /: go(\S+)/.exec(text) ?? [];
  const [, grpc] = /^\s*dep\s+google\.golang\.org\/grpc\s+v(\S+)/m.exec(text) ?? [];
  if (go !== undefined && grpc !== undefined) return { go, grpc };
  throw new Error(`go version: got "${text.slice(0, 200)}", expected versions of Go and grpc-go`);
}

/** The build flags in that output: those that are set, and say more than the machine and the commit. */
export function flagsIn(text: string): string {
  const settings = [...text.matchAll(/^\s*build\s+(\S.*)$/gm)].flatMap(
    ([, setting = '']) => setting,
  );
  return settings.filter((setting) => !/^(vcs|GOARCH=|GOOS=)|=$/.test(setting)).join(' ');
}

/** The sentence that says what is missing, by how the build failed. */
export function whyNot({
  code,
  message,
  stderr = '',
}: Error & { code?: unknown; stderr?: string }) {
  if (code === 'ENOENT') {
    return 'got no program “go” on the PATH, expected Go 1.26 or newer, which https://go.dev/dl/ has';
  }
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return `bench-servers/grpc-go does not build: ${last === '' ? message : last}; expected Go 1.26 or newer, and a module proxy within reach at the first build (“go env GOPROXY” says which)`;
}
