import { describe, expect, it } from 'vitest';
import { seeded } from '../../core/plan/index.ts';
import { allCases } from '../../testing/all-cases.ts';
import { expectNobodyLeft, spawnCli } from '../shared/testing/spawn-cli.ts';
import { wholeRecord } from './testing/whole-record.ts';

const ARMS = ['kkrpc/bun-bun-stdio', 'kkrpc/deno-deno-websocket'];
const SMALL = ['kkrpc-transports', '--workloads', 'echo', '--arms', ARMS.join(',')];

describe('measure between processes', () => {
  it('makes a record that names processes as its setting, and every runtime', async () => {
    const { record, stderr } = await wholeRecord(...SMALL, '--time', '1', '--seed', '7');
    expect(stderr).toContain('processes on one machine');
    expect(record).toMatchObject({
      study: 'kkrpc-transports',
      environment: {
        setting: 'processes',
        versions: { kkrpc: '0.2.2', node: process.versions.node, bun: '1.4.5', deno: '2.9.6' },
      },
    });
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
