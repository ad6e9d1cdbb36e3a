import { describe, expect, it } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { readCrowds } from '../../matrix/crowds/record.ts';
import { readFailures } from '../../matrix/failures/record.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

describe('npm run bench', () => {
  it('lists what it can', async () => {
    const { code, stdout } = await runCli(run, ['--help']);
    expect(code).toBe(0);
    for (const name of ['probe', 'failures', 'crowds', 'harness', 'calibrate'])
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  });

  const whole = 'expected a whole number from';
  it.each([
    ['', 'subcommand: got "", expected one of probe, failures, crowds, harness'],
    ['harness --seed 5', '--seed: got a flag that is not known, expected one that --help lists'],
    ['crowds --system grpc', '--system: got "grpc", expected one of raw-websocket'],
    ['crowds --connections 10,0', `--connections: got "0", ${whole} 1 to 1000`],
    ['failures --repeats 0', `--repeats: got "0", ${whole} 1 to 100`],
    ['probe --system grpc', '--system: got "grpc", expected one of raw-websocket'],
    ['harness --rounds 5', `--rounds: got "5", ${whole} 6 to 1000`],
    ['calibrate --tables 0', `--tables: got "0", ${whole} 1 to 100000`],
  ])('refuses "%s"', async (line, message) => {
    const { code, stderr } = await runCli(run, line.split(' ').filter(Boolean));
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    [['crowds', '--system', 'hono', '--json'], /hono, calls/, readCrowds, { rows: [] }],
    [
      // Of several failures, others may be complete before it begins.
      ['failures', '--system', 'hono', '--failure', 'stop', '--repeats', '1', '--json'],
      /Silent both ways/,
      readFailures,
      { trials: [] },
    ],
  ])('keeps what was complete of %j when Ctrl-C is pressed', async (args, said, read, rest) => {
    let isPressed = false;
    const { code, stdout } = await runCli(run, args, undefined, (stderr) => {
      if (!isPressed && said.test(stderr)) isPressed = process.emit('SIGINT', 'SIGINT');
    });
    expect(code).toBe(130);
    expect(read(stdout, 'stdout')).toMatchObject({ partial: true, errors: [], ...rest });
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
