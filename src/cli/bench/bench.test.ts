import { describe, expect, it } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

describe('npm run bench', () => {
  it('lists what it can', async () => {
    const { code, stdout } = await runCli(run, ['--help']);
    expect(code).toBe(0);
    for (const name of ['probe', 'failures', 'crowds', 'harness', 'calibrate', 'repeats'])
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  });

  it.each([
    [[], 'subcommand: got "", expected one of probe, failures, crowds, harness'],
    [['arms', 'x'], 'subcommand: got "arms", expected one of probe'],
    [
      ['harness', '--seed', '5'],
      '--seed: got a flag that is not known, expected one that --help lists',
    ],
    [['harness', '--rounds', '5'], '--rounds: got "5", expected a whole number from 6 to 1000'],
    [['calibrate', '--runs', '0'], '--runs: got "0", expected a whole number from 1 to 1000000'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await runCli(run, argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.runIf(allCases)('times the harness beside a bare loop', async () => {
    const number = expect.any(Number) as number;
    const ratio = { ratio: number, low: number, high: number };
    const { code, stdout, stderr } = await runCli(run, ['harness', '--rounds', '6']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('round 6 of 6')]);
    expect(JSON.parse(stdout)).toEqual({
      rounds: 6,
      study: 'lumenize-vs-capnweb',
      arms: [
        {
          arm: 'raw-websocket/in-memory',
          bareUs: number,
          betweenUs: number,
          turn: ratio,
          withBetween: ratio,
        },
      ],
    });
  });
});
