import { afterAll, describe, expect, it } from 'vitest';
import { buildGo, type GoPrograms } from '../../wire/grpc/run/go.ts';
import type { OwnServer } from '../../wire/grpc/arms.ts';
import { freePort, serverOf, ServerProcess } from '../../wire/grpc/run/processes.ts';
import { endWithThis } from '../shared/process-end.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { wholeRecord } from './testing/whole-record.ts';

const STUDY = 'grpc-go-vs-lisp';
const SHORT = [STUDY, '--time', '1', '--seed', '7'];
const built = await buildGo();
const why = 'missing' in built ? ` (left out: ${built.missing})` : '';

/** A server of somebody else’s: one of this project’s that the command has not started. */
const grpcJs: OwnServer = { system: 'grpc-js', protocol: 'grpc', runsIn: 'node' };
const port = await freePort();
const command = serverOf(grpcJs, built as GoPrograms, port);
const server = new ServerProcess(command, 'the server mine', port, endWithThis);
afterAll(() => server.close());

describe('measure of gRPC servers', () => {
  it.skipIf(why !== '')(`calls every kind with a generator in Go${why}`, async () => {
    const address = await server.address;
    const kinds = ['unary-10', 'server-streaming-1', 'client-streaming-1', 'bidirectional-1'];
    const given = `mine=${address},redial=5000,version=1.2,runtime=node 20.1.0,build=go -gcflags=-N`;
    const flags = ['--workloads', kinds.join(), '--server', given];
    const { record, stderr } = await wholeRecord(...SHORT, ...flags);
    expect(stderr).toContain('Load generator: grpc-go');
    expect(stderr).toMatch(
      /Build flags: go -gcflags=-N \(mine .*\), go .* \(Go \(grpc-go\)\)\. No verdict/,
    );
    expect(stderr).toMatch(/Generator\b.*\n(.*\n)*?.* % of its CPU/);
    const mine = ['as-it-stands', 'redialled'].map((arm) => `outside:mine/${arm}`);
    expect(record.plan.arms).toEqual([
      'grpc-go',
      'grpc-js',
      'connect',
      'tcp/go',
      ...mine,
      'control',
    ]);
    expect(new Set(record.sessions.flatMap(({ turns }) => turns.map(({ arm }) => arm)))).toEqual(
      new Set(record.plan.arms),
    );
    expect(record.plan.loads?.['unary-10']).toEqual({ concurrency: 10 });
    expect(record.environment).toMatchObject({
      setting: 'processes',
      generator: 'grpc-go',
      runtime: expect.stringMatching(/^Go 1\.\d+/) as string,
      versions: { 'grpc-go': '1.85.0', '@grpc/grpc-js': '1.14.7' },
      conditions: {
        'outside:mine/redialled': { runtimes: { node: '20.1.0' }, builds: { go: '-gcflags=-N' } },
        'grpc-js': { runtimes: { node: expect.any(String) as string } },
        control: { runtimes: { go: expect.any(String) as string } },
      },
      outside: [{ id: 'mine', served: 'elsewhere', origin: address, versions: { mine: '1.2' } }],
    });
  });

  it.skipIf(why !== '')(
    `refuses a server that is not there, before anything is measured${why}`,
    async () => {
      const flags = ['--server', 'mine=127.0.0.1:1'];
      const { code, stdout, stderr } = await runCli(run, [...SHORT, ...flags]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^--server mine: GetFeature at 127\.0\.0\.1:1: .*connection refused.*; expected a server of /m,
      );
    },
  );
});
