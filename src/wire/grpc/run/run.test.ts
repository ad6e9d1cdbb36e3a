import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { endWithThis } from '../../../cli/shared/process-end.ts';
import { childrenOf } from '../../../cli/shared/testing/spawn-cli.ts';
import { arms } from '../../../libraries/studies/grpc-go-vs-lisp/study.ts';
import { noMeter } from '../../links/link.ts';
import type { GrpcArm } from '../arms.ts';
import { versionsOf } from '../../../libraries/systems/index.ts';
import { buildGo, factsIn, type GoPrograms, whyNot } from './go.ts';
import { GrpcProcesses, pinning, ServerProcess } from './processes.ts';

const built = await buildGo();
const why = 'missing' in built ? ` (left out: ${built.missing})` : '';

/** A port on which nobody listens: it is reserved. */
const NOBODY = 1;

it.each([
  {
    command: ['/bin/sh', '-c', 'echo first >&2; echo no such port >&2; exit 4'],
    message: 'the server x ended with code 4: no such port',
  },
  {
    command: ['/bin/sh', '-c', 'echo waiting >&2; sleep 60'],
    startMs: 500,
    message:
      'the server x: got nobody there within 500 ms, expected it to listen on port 1; waiting',
  },
  {
    command: ['/nowhere/at-all'],
    message: 'the server x did not start: spawn /nowhere/at-all ENOENT',
  },
])(
  'a server that is started by $command says with its last line why it does not come up',
  async ({ command: [file = '', ...args], startMs, message }) => {
    const server = new ServerProcess({ file, args }, 'the server x', NOBODY, endWithThis, startMs);
    await expect(server.address).rejects.toThrow(message);
  },
);

describe.skipIf(why !== '')(`the processes of a run${why}`, () => {
  it('are called over a connection that hears when a server ends, and are started anew', async () => {
    const programs = built as GoPrograms;
    const processes = new GrpcProcesses({ programs, pinned: pinning(), endWithThis });
    const arm = arms.find(({ id }) => id === 'grpc-js') as GrpcArm;
    const lost: string[] = [];
    const meter = { ...noMeter, lost: (how: string) => lost.push(how) };
    const opening = { object: 'x', meter, deadlineMs: 5000 };
    try {
      const connection = await processes.open(arm, opening);
      const asked = { workload: 'unary-1', first: 0, leadIn: 1, operations: 3, together: false };
      await connection.elsewhere?.prepare('unary-1');
      const taken = await connection.elsewhere?.turn(asked);
      expect(taken?.timed.samplesUs).toHaveLength(3);
      expect(taken?.wrong).toBeUndefined();
      const [server] = await childrenOf(process.pid, /servers\/serve\.ts grpc-js \d+$/);
      if (server === undefined) throw new Error('expected the server among the processes');
      process.kill(server, 'SIGKILL');
      await vi.waitUntil(() => lost.length > 0, { timeout: 30_000 });
      connection.close();
      (await processes.open(arm, opening)).close();
    } finally {
      await processes.close();
    }
    expect(lost).toEqual(['the server grpc-js ended with signal SIGKILL']);
  });
});

describe('the programs in Go', () => {
  it('are of the versions that they were built with, and that pages name', () => {
    const Deps = [{ Path: 'google.golang.org/grpc', Version: 'v1.85.0' }];
    const Settings = [
      { Key: '-buildmode', Value: 'exe' },
      { Key: 'CGO_CFLAGS' },
      { Key: 'CGO_ENABLED', Value: '1' },
      { Key: 'GOOS', Value: 'linux' },
      { Key: 'vcs.time', Value: '2026' },
    ];
    expect(factsIn({ GoVersion: 'go1.26.8', Deps, Settings })).toEqual({
      go: '1.26.8',
      grpc: '1.85.0',
      flags: '-buildmode=exe CGO_ENABLED=1',
    });
    const module = readFileSync('bench-servers/grpc-go/go.mod', 'utf8');
    const [, version] = /google\.golang\.org\/grpc v(\S+)/.exec(module) ?? [];
    expect(versionsOf('grpc-go')).toEqual({ 'grpc-go': version });
  });

  it('say what is missing where they cannot be built', () => {
    const failure = { code: 1, stderr: 'a\ndial tcp: no route\n' };
    expect(whyNot(Object.assign(new Error('Command failed'), failure))).toMatch(
      /^bench-servers\/grpc-go does not build: dial tcp: no route; expected Go 1\.26/,
    );
  });
});
