import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { endWithThis } from '../../../cli/shared/process-end.ts';
import { childrenOf } from '../../../cli/shared/testing/spawn-cli.ts';
import { arms, type GrpcArm } from '../arms.ts';
import { versionsOf } from '../../../systems/index.ts';
import { buildGo, flagsIn, versionsIn, whyNot } from './go.ts';
import { bound, GrpcProcesses, halvesOf, processorsOf, ServerProcess } from './processes.ts';

const built = await buildGo();
const why = 'missing' in built ? ` (left out: ${built.missing})` : '';
const go = 'missing' in built ? '' : built.file;

function inNode(script: string, startMs?: number): ServerProcess {
  const command = { file: process.execPath, args: ['-e', script] };
  return new ServerProcess(command, 'the server made-up', endWithThis, startMs);
}

describe('a server that is started', () => {
  it('is known by its port, and tells how it ends', async () => {
    const script = `console.log('{"port":7}'); process.stdin.on('data', () => process.exit(3));`;
    const server = inNode(script);
    expect(await server.address).toBe('127.0.0.1:7');
    await server.close();
    expect(server.endedHow).toBe('the server made-up ended with signal SIGKILL');
  });

  it('says with its last line why it does not come up', async () => {
    const ends = inNode(`console.error('first'); console.error('no such port'); process.exit(4)`);
    await expect(ends.address).rejects.toThrow(
      'the server made-up ended with code 4: no such port',
    );
    const silent = inNode(`console.error('waiting'); setInterval(() => {}, 1000)`, 1500);
    await expect(silent.address).rejects.toThrow(
      'the server made-up: got no port within 1500 ms, expected {"port": …} on its first line; waiting',
    );
    const other = inNode(`console.log('{"port":"x"}'); setInterval(() => {}, 1000)`);
    await expect(other.address).rejects.toThrow('got the port x, expected a number');
    await Promise.all([ends, silent, other].map((each) => each.close()));
    const missing = { file: '/nowhere/at-all', args: [] };
    await expect(new ServerProcess(missing, 'the server x', endWithThis).address).rejects.toThrow(
      'the server x did not start: spawn /nowhere/at-all ENOENT',
    );
  });
});

describe.skipIf(why !== '')(`the processes of a run${why}`, () => {
  it('are called over a connection that hears when a server ends, and are started anew', async () => {
    const processes = new GrpcProcesses({ go, pinned: undefined, endWithThis });
    const [arm, unpinned] = ['grpc-js', 'grpc-go/unpinned'].map(
      (id) => arms.find((each) => each.id === id) as GrpcArm,
    ) as [GrpcArm, GrpcArm];
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
      const [server] = await childrenOf(process.pid, /servers\/serve\.ts grpc-js$/);
      if (server === undefined) throw new Error('expected the server among the processes');
      process.kill(server, 'SIGKILL');
      await vi.waitUntil(() => lost.length > 0, { timeout: 30_000 });
      connection.close();
      (await processes.connect(arm, channel)).close();
      await expect(processes.connect(unpinned, channel)).rejects.toThrow(
        'grpc-go/unpinned: got a machine on which nothing is bound',
      );
    } finally {
      await processes.close();
    }
    expect(lost).toEqual(['the server grpc-js ended with signal SIGKILL']);
  });
});

describe('processors', () => {
  it('are shared out in halves, where there are two', () => {
    expect(processorsOf('0-2,5')).toEqual([0, 1, 2, 5]);
    expect(halvesOf([3])).toBeUndefined();
    expect(halvesOf([0, 1])).toEqual({ client: [0], servers: [1] });
    expect(halvesOf([0, 2, 3])).toEqual({ client: [0], servers: [2, 3] });
  });

  it('are what a command is bound to', () => {
    const command = { file: 'x', args: ['y'] };
    expect(bound(command, undefined)).toBe(command);
    expect(bound(command, [1, 3])).toEqual({ file: 'taskset', args: ['-c', '1,3', 'x', 'y'] });
  });
});

describe('the programs in Go', () => {
  it('are of the versions that they were built with, and that pages name', () => {
    const text = 'x: go1.26.8\n\tpath\tx\n\tdep\tgoogle.golang.org/grpc\tv1.85.0\th1:=\n';
    expect(versionsIn(text)).toEqual({ go: '1.26.8', grpc: '1.85.0' });
    expect(() => versionsIn('x')).toThrow('got "x", expected versions of Go and grpc-go');
    const build = ['-buildmode=exe', 'CGO_CFLAGS=', 'CGO_ENABLED=1', 'GOOS=linux', 'vcs.time=2026'];
    const settings = build.map((setting) => `\tbuild\t${setting}\n`).join('');
    expect(flagsIn(text + settings)).toBe('-buildmode=exe CGO_ENABLED=1');
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
