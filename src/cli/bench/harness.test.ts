import { expect, it } from 'vitest';
import { spawnCli } from '../shared/testing/spawn-cli.ts';

it('the harness is timed beside a bare loop in the process that calls another', async () => {
  const arm = 'kkrpc/node-node-stdio';
  const flags = ['--study', 'kkrpc-transports', '--arms', arm, '--rounds', '6', '--json'];
  const { code, stdout, stderr } = await spawnCli('bench', ['harness', ...flags]).ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining(`round 6 of 6, ${arm}`)]);
  const number = expect.any(Number) as number;
  const ratio = { ratio: number, low: number, high: number };
  expect(JSON.parse(stdout)).toEqual({
    ...{ study: 'kkrpc-transports', rounds: 6 },
    arms: [{ arm, bareUs: number, betweenUs: number, turn: ratio, withBetween: ratio }],
  });
});
