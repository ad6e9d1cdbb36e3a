import { expect, it } from 'vitest';
import { findChromium } from '../shared/browser.ts';
import { spawnCli } from '../shared/testing/spawn-cli.ts';

it.for([
  ['kkrpc-transports', 'json-lines/node-node-stdio'],
  ['page-to-worker', 'post-message/worker'],
] as const)('the harness is timed beside a bare loop of %s', async ([study, arm], { skip }) => {
  skip(study === 'page-to-worker' && findChromium() === undefined, 'no Chromium is here');
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
