import { describe, expect, it } from 'vitest';
import { seeded } from '../../core/plan/index.ts';
import { allCases } from '../../testing/all-cases.ts';
import {
  discarded,
  expectNobodyLeft,
  measured,
  runCli,
  spawnCli,
} from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

const ARMS = ['kkrpc/bun-bun-stdio', 'kkrpc/deno-deno-websocket'];
const SMALL = ['kkrpc-transports', '--workloads', 'echo', '--arms', ARMS.join(',')];

describe('measure between processes', () => {
  it('makes a record that names processes as its setting, and every runtime', async () => {
    const flags = ['--time', '3', '--seed', '7', '--out', '-'];
    const { code, stdout, stderr } = await runCli(run, [...SMALL, ...flags]);
    expect(stderr).toContain('processes on one machine');
    expect(code).toBe(0);
    const record = measured(stdout);
    expect(record).toMatchObject({
      study: 'kkrpc-transports',
      environment: {
        setting: 'processes',
        versions: { kkrpc: '0.2.2', node: process.versions.node, bun: '1.4.5', deno: '2.9.6' },
      },
    });
    expect(discarded(record)).toEqual([]);
    const turns = record.sessions.flatMap((session) => session.turns);
    expect(new Set(turns.map(({ arm }) => arm))).toEqual(new Set(record.plan.arms));
  });

  // Its keeper, those that call and what they have started: one moment, at night ten.
  const random = seeded(17);
  const moments = Array.from({ length: allCases ? 10 : 1 }, () => 1 + Math.floor(random() * 7));

  it(`leaves nobody behind that is killed once there are ${moments.join(', ')} processes`, async () => {
    const flags = [...SMALL, '--time', '600'];
    await Promise.all(moments.map((count) => expectNobodyLeft(spawnCli('measure', flags), count)));
  });
});
