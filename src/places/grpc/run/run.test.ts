import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { endWithThis } from '../../../cli/shared/process-end.ts';
import { childrenOf } from '../../../cli/shared/testing/spawn-cli.ts';
import { arms, type GrpcArm } from '../arms.ts';
import { versionsOf } from '../../../systems/index.ts';
import { buildGo, factsIn, type GoPrograms, whyNot } from './go.ts';
import { freePort, GrpcProcesses, pinning, ServerProcess } from './processes.ts';

const built = await buildGo();
const why = 'missing' in built ? ` (left out: ${built.missing})` : '';

/** A port on which nobody listens: it is reserved. */
const NOBODY = 1;

function inNode(script: string, port: number): ServerProcess {
  const command = { file: process.execPath, args: ['-e', script] };
  return new ServerProcess(command, 'the server made-up', port, endWithThis);
}

describe('a server that is started', () => {
  it('is known by its address once it listens, and tells how it ends', async () => {
    const port = await freePort();
    const server = inNode(`require('node:net').createServer().listen(${port}, '127.0.0.1')`, port);
    expect(await server.address).toBe(`127.0.0.1:${port}`);
    await server.close();
    expect(server.endedHow).toBe('the server made-up ended with signal SIGKILL');
  });

  it('says with its last line why it does not come up', async () => {
    const script = `console.error('first'); console.error('no such port'); process.exit(4)`;
    await expect(inNode(script, NOBODY).address).rejects.toThrow(
      'the server made-up ended with code 4: no such port',
    );
    const waiting = { file: '/bin/sh', args: ['-c', 'echo waiting >&2; sleep 60'] };
    const silent = new ServerProcess(waiting, 'the server made-up', NOBODY, endWithThis, 500);
    await expect(silent.address).rejects.toThrow(
      'the server made-up: got nobody there within 500 ms, expected it to listen on port 1; waiting',
    );
    const missing = { file: '/nowhere/at-all', args: [] };
    const none = new ServerProcess(missing, 'the server x', NOBODY, endWithThis);
    await expect(none.address).rejects.toThrow(
      'the server x did not start: spawn /nowhere/at-all ENOENT',
    );
  });
});

describe.skipIf(why !== '')(`the processes of a run${why}`, () => {
  it('are called over a connection that hears when a server ends, and are started anew', async () => {
    const programs = built as GoPrograms;
    const processes = new GrpcProcesses({ programs, pinned: pinning(), endWithThis });
    const arm = arms.find(({ id }) => id === 'grpc-js') as GrpcArm;
    const lost: string[] = [];
    const meter = {
      ...{ count: () => undefined, opened: () => undefined },
      lost: (how: string) => lost.push(how),
    };
    const channel = { id: 'x', meter, deadlineMs: 5000, through: processes };
    try {
      const connection = await processes.connect(arm, channel);
      const asked = { workload: 'unary-1', first: 0, operations: 3, together: false };
      await connection.elsewhere?.prepare('unary-1');
      const taken = await connection.elsewhere?.turn(asked);
      expect(taken?.timed.samplesUs).toHaveLength(3);
      expect(taken?.wrong).toBeUndefined();
      const [server] = await childrenOf(process.pid, /servers\/serve\.ts grpc-js \d+$/);
      if (server === undefined) throw new Error('expected the server among the processes');
      process.kill(server, 'SIGKILL');
      await vi.waitUntil(() => lost.length > 0, { timeout: 30_000 });
      connection.close();
      (await processes.connect(arm, channel)).close();
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
      ...{ go: '1.26.8', grpc: '1.85.0' },
      flags: '-buildmode=exe CGO_ENABLED=1',
    });
    const module = readFileSync('bench-servers/grpc-go/go.mod', 'utf8');
    const [, version] = /google\.golang\.org\/grpc v(\S+)/.exec(module) ?? [];
    expect(versionsOf('grpc-go')).toEqual({ 'grpc-go': version });
  });

  it('say what is missing where they cannot be built', () => {
    const error = new Error('Command failed');
    expect(whyNot(Object.assign(error, { code: 'ENOENT' }))).toMatch(
      /^got no program “go” .*go\.dev/,
    );
    expect(whyNot(Object.assign(error, { code: 1, stderr: 'a\ndial tcp: no route\n' }))).toMatch(
      /^bench-servers\/grpc-go does not build: dial tcp: no route; expected Go 1\.26/,
    );
  });
});
