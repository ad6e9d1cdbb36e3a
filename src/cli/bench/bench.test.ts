import { describe, expect, it } from 'vitest';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

describe('npm run bench', () => {
  it('lists what it can', async () => {
    const { code, stdout } = await runCli(run, ['--help']);
    expect(code).toBe(0);
    for (const name of ['harness', 'calibrate'])
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  });

  it.each([
    [[], 'subcommand: got none, expected one of harness, calibrate'],
    [['arms', 'x'], 'subcommand: got "arms", expected one of harness'],
    [['harness', '--study', 'x'], '--study: got "x", expected one of lumenize-vs-capnweb, grpc'],
    [['harness', '--rounds', '5'], '--rounds: got "5", expected a whole number from 6 to 1000'],
    [
      ['harness', '--guard', '--arms', 'x'],
      '--arms: got "x", expected one of raw-websocket/in-memory',
    ],
    [['harness', '--guard', '--study', 'x'], '--study: got "x" with --guard, expected one of'],
    [
      ['harness', '--study', 'grpc-go-vs-lisp', '--arms', 'x'],
      '--arms: got "x" with grpc-go-vs-lisp, expected no choice there',
    ],
    [['calibrate', '--runs', '0'], '--runs: got "0", expected a whole number from 1 to 1000000'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await runCli(run, argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
