import { expect, it } from 'vitest';
import { spawnCli } from '../shared/testing/spawn-cli.ts';

it.each([
  ['kkrpc-transports', 'json-lines/node-node-stdio'],
  ['page-to-worker', 'post-message/worker'],
])('the harness is timed beside a bare loop of %s', async (study, arm) => {
  const flags = ['--study', study, '--arms', arm, '--rounds', '6', '--json'];
  const { code, stdout, stderr } = await spawnCli('bench', ['harness', ...flags]).ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining(`round 6 of 6, ${arm}`)]);
  const number = expect.any(Number) as number;
  const ratio = { ratio: number, low: number, high: number };
  expect(JSON.parse(stdout)).toEqual({
    ...{ study, rounds: 6 },
    arms: [{ arm, bareUs: number, betweenUs: number, turn: ratio, withBetween: ratio }],
  });
});
