/** The programs in Go, built into a folder that nobody commits. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MODULE = join(ROOT, 'bench-servers/grpc-go');
const BUILT = join(ROOT, 'node_modules/.cache/roundtrip/go');
const EXE = process.platform === 'win32' ? '.exe' : '';

const run = promisify(execFile);

export interface GoPrograms {
  /** Path of the load generator, which is the baseline as well. */
  generator: string;
  /** Path of grpc-go’s own example server. */
  server: string;
  /** Their versions of Go and of grpc-go. */
  go: string;
  grpc: string;
  /** Flags that they were built with. */
  flags: string;
}

/** The output of `go version -m -json` for a program. */
export interface BuildFacts {
  GoVersion: string;
  Deps: ReadonlyArray<{ Path: string; Version: string }>;
  Settings: ReadonlyArray<{ Key: string; Value?: string }>;
}

/** Builds the programs. @returns the programs, or a sentence that says what is missing and how to get it */
export async function buildGo(): Promise<GoPrograms | { missing: string }> {
  const [generator, server] = [join(BUILT, `grpc-go${EXE}`), join(BUILT, `server${EXE}`)] as const;
  await mkdir(BUILT, { recursive: true });
  try {
    const packages = ['.', 'google.golang.org/grpc/examples/route_guide/server'];
    await run('go', ['build', '-o', BUILT, ...packages], { cwd: MODULE });
    const { stdout } = await run('go', ['version', '-m', '-json', generator]);
    return { generator, server, ...factsIn(JSON.parse(stdout) as BuildFacts) };
  } catch (error) {
    return { missing: whyNot(error as BuildFailure) };
  }
}

/** Versions, and the build flags apart from those of the machine and the commit. */
export function factsIn({ GoVersion, Deps, Settings }: BuildFacts) {
  const said = Settings.filter(({ Key, Value }) => Value && !/^(vcs|GOARCH$|GOOS$)/.test(Key));
  return {
    go: GoVersion.replace(/^go/, ''),
    grpc: Deps.find(({ Path }) => Path === 'google.golang.org/grpc')?.Version.slice(1) ?? '',
    flags: said.map(({ Key, Value }) => `${Key}=${Value}`).join(' '),
  };
}

type BuildFailure = Error & { code?: unknown; stderr?: string };

/** The sentence that says what is missing, by how the build failed. */
export function whyNot({ code, message, stderr = '' }: BuildFailure): string {
  if (code === 'ENOENT') {
    return 'got no program “go” on the PATH, expected Go 1.26 or newer, which https://go.dev/dl/ has';
  }
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return `bench-servers/grpc-go does not build: ${last === '' ? message : last}; expected Go 1.26 or newer, and a module proxy within reach at the first build (“go env GOPROXY” says which)`;
}
